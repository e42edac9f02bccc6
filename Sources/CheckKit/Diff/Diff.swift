import BitstreamKit
import FLVKit
import MP4Kit
import ProbeKit
import RemuxKit

/// Compares two files of the same or of different containers: structure, parameter sets, samples, times and metadata.
///
///     let outcome = try Diff(first, second).run(sink)
///
/// Samples are aligned by their bytes, not by their numbers, in bounded memory. NAL units are compared without start codes and length
/// fields, and without parameter sets and access unit delimiters, so that the same media is equal in any container.
public struct Diff {
  private let a: ProbeInput
  private let b: ProbeInput
  private let options: DiffOptions

  /// Creates a comparison of two seekable inputs.
  public init(_ a: ProbeInput, _ b: ProbeInput, _ options: DiffOptions = DiffOptions()) {
    self.a = a
    self.b = b
    self.options = options
  }

  /// Compares the files and writes how they differ.
  /// - Returns: `complete` for equal files, `findings` for different ones, or why they could not be compared to their ends.
  public func run(_ sink: ProbeSink) -> ProbeOutcome {
    var outcome = ProbeOutcome.complete
    let (first, second) = (open(a, sink, &outcome), open(b, sink, &outcome))
    guard let first, let second else { return outcome }
    let report = DiffReport(options, a.name, b.name, sink)
    let pairs = matchedTracks(first.reader.tracks, second.reader.tracks)
    do { try compare(first, second, pairs, report) } catch {
      outcome = sink.reportUnreadable(error, "\(a.name), \(b.name)")
    }
    return report.finish().or(outcome).or(report.isEqual ? .complete : .findings)
  }

  private func open(_ input: ProbeInput, _ sink: ProbeSink, _ outcome: inout ProbeOutcome) -> DiffFile? {
    guard input.isSeekable else {
      sink.report("\(input.name): a seekable file is required, not a pipe")
      outcome = outcome.or(.unusable)
      return nil
    }
    do { return try DiffFile(input, options.codec) } catch {
      outcome = outcome.or(sink.reportUnreadable(error, input.name))
      return nil
    }
  }

  private func compare(
    _ first: DiffFile, _ second: DiffFile, _ pairs: [(a: Int?, b: Int?)], _ report: DiffReport
  ) throws(MediaError) {
    if options.parts.isEmpty { return }
    if options.compares(.container) { try compareContainers(first, second, pairs, report) }
    let isSame = first.reader.container == second.reader.container
    let clock = DiffClock(isShared: isSame)
    for pair in pairs {
      if report.hasFailed { return }
      if let one = pair.a, let other = pair.b {
        try compareTracks((first, second), one, other, clock, report)
      } else if !options.compares(.container), first.holdsTracks, second.holdsTracks {
        missing(first, second, pair, report)
      }
    }
  }

  // MARK: - Containers

  private func compareContainers(
    _ first: DiffFile, _ second: DiffFile, _ pairs: [(a: Int?, b: Int?)], _ report: DiffReport
  ) throws(MediaError) {
    let (one, two) = (first.reader.container, second.reader.container)
    report.section(.container, "container")
    report.compare("format", one.name.description, two.name.description)
    for pair in pairs where pair.a == nil || pair.b == nil { missing(first, second, pair, report) }
    if one == two, one == .mp4, !first.reader.tracks.isEmpty || !second.reader.tracks.isEmpty {
      compareMetadata(first, second, isCommon: false, report)
    }
    switch (one, two) {
    case (.mp4, .mp4):
      do { try BoxDiff(report, first.source, second.source, tracks: pairs).compare() } catch { throw .bytes(error) }
    case (.flv, .flv):
      report.section(.container, "onMetaData")
      let (left, right) = (ScriptProperties(first.reader.metaData?.object), ScriptProperties(second.reader.metaData?.object))
      ScriptProperties.compare(left.values, right.values, report)
      do { try TagDiff(report).compare(first.source, second.source) } catch { throw .bytes(error) }
    default: if one != two { compareDescriptions(first, second, pairs, report) }
    }
  }

  /// Compares what files of different containers both have.
  private func compareDescriptions(_ first: DiffFile, _ second: DiffFile, _ pairs: [(a: Int?, b: Int?)], _ report: DiffReport) {
    for pair in pairs {
      guard let place = pair.a, let other = pair.b else { continue }
      let (one, two) = (first.reader.tracks[place], second.reader.tracks[other])
      report.section(.container, of: Self.tracks(one, two))
      if let left = one.language, let right = two.language { report.compare("language", left, right) }
      known("width", UInt64(one.width), UInt64(two.width), report)
      known("height", UInt64(one.height), UInt64(two.height), report)
      if one.kind == .video, two.kind == .video { compareDisplay(first.reader, place, second.reader, other, report) }
      known("sample_rate", UInt64(one.sampleRate), UInt64(two.sampleRate), report)
      known("channels", UInt64(one.channels), UInt64(two.channels), report)
    }
    if first.hasTimes, second.hasTimes { compareMetadata(first, second, isCommon: true, report) }
  }

  /// Compares how pictures are shown: a container that cannot state their orientation shows them as they are coded.
  private func compareDisplay(_ first: MediaReader, _ place: Int, _ second: MediaReader, _ other: Int, _ report: DiffReport) {
    let (one, two) = (first.displayMatrix(of: place), second.displayMatrix(of: other))
    report.compare("rotation", one.words, two.words)
    let (left, right) = (first.pixelAspectRatio(of: place), second.pixelAspectRatio(of: other))
    let words = { (ratio: ExactRatio?) in ratio.map { "\($0.numerator):\($0.denominator)" } ?? "1:1" }
    report.compare("pixel_aspect_ratio", words(left), words(right))
  }

  /// Compares titles, dates and other metadata.
  /// - Parameter isCommon: whether only keys that both files have are compared.
  private func compareMetadata(_ first: DiffFile, _ second: DiffFile, isCommon: Bool, _ report: DiffReport) {
    guard let left = try? MediaDescription(of: first.source, first.reader).metadata,
      let right = try? MediaDescription(of: second.source, second.reader).metadata
    else { return }
    let (keys, others) = (Set(left.map { $0.key }), Set(right.map { $0.key }))
    report.section(.container, "metadata")
    ScriptProperties.compare(
      left.filter { !isCommon || others.contains($0.key) }.map { ($0.key, "\"\($0.value)\"") },
      right.filter { !isCommon || keys.contains($0.key) }.map { ($0.key, "\"\($0.value)\"") }, report)
  }

  /// Compares two numbers of which 0 is not known.
  private func known(_ name: String, _ a: UInt64, _ b: UInt64, _ report: DiffReport) {
    if a > 0, b > 0 { report.compare(name, "\(a)", "\(b)") }
  }

  // MARK: - Tracks

  /// Reports a track that only one of the files has.
  private func missing(_ first: DiffFile, _ second: DiffFile, _ pair: (a: Int?, b: Int?), _ report: DiffReport) {
    let (one, two) = (pair.a.map { first.reader.tracks[$0] }, pair.b.map { second.reader.tracks[$0] })
    report.section(options.parts.first ?? .container, of: DiffTracks(title: "tracks", a: one?.index, b: two?.index))
    report.add(Difference("", one.map { Self.words($0) }, two.map { Self.words($0) }))
  }

  private static func words(_ track: MediaTrack) -> String { "track \(track.index), \(track.kind.name), \(track.codec.name)" }

  private static func tracks(_ a: MediaTrack, _ b: MediaTrack) -> DiffTracks {
    let codec = a.codec == b.codec ? a.codec.name : "\(a.codec.name) and \(b.codec.name)"
    let title = a.index == b.index ? "track \(a.index) (\(codec))" : "tracks \(a.index) and \(b.index) (\(codec))"
    return DiffTracks(title: title, a: a.index, b: b.index)
  }

  private func compareTracks(
    _ files: (a: DiffFile, b: DiffFile), _ one: Int, _ other: Int, _ clock: DiffClock, _ report: DiffReport
  ) throws(MediaError) {
    let (left, right) = (files.a.reader.tracks[one], files.b.reader.tracks[other])
    let tracks = Self.tracks(left, right)
    guard left.codec == right.codec, left.isProtected == right.isProtected else {
      report.section(options.parts.first ?? .container, of: tracks)
      report.compare("codec", left.codec.name, right.codec.name)
      report.compare("encrypted", "\(left.isProtected)", "\(right.isProtected)")
      return
    }
    let hasHeaders = options.compares(.headers)
    let messages = files.a.recordMessages(ofTrack: one) + files.b.recordMessages(ofTrack: other)
    let a = try SampleFeed(files.a, track: one, collectsSets: hasHeaders, recordMessages: messages)
    let b = try SampleFeed(files.b, track: other, collectsSets: hasHeaders, recordMessages: messages)
    if options.compares(.samples) || options.compares(.times) {
      let hasTimes = options.compares(.times) && files.a.hasTimes && files.b.hasTimes
      let times = hasTimes ? SampleTimes(files, left, right, clock, options) : nil
      try SampleDiff(report, tracks, a, b, files, times).compare()
    } else if hasHeaders, a.catalog != nil || files.a.reader.container == .flv || files.b.reader.container == .flv {
      // Parameter sets stand between the samples, further configurations too.
      while try a.next() != nil {}
      while try b.next() != nil {}
    }
    if hasHeaders { HeaderDiff(report, tracks).compare(a, b) }
    for finding in a.findings { report.note(self.a.name, finding) }
    for finding in b.findings { report.note(self.b.name, finding) }
  }
}
