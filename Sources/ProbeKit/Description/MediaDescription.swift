import AACKit
import BitstreamKit
import FLVKit
import NALKit
import RemuxKit

/// What a file is: container, tracks, codecs, durations, colour, pictures and metadata, as values and as text or JSON.
///
/// ```swift
/// let description = try MediaDescription(of: source)
/// print(description.file["container"]?.words ?? "")
/// ```
public struct MediaDescription: Sendable {
  /// The file as a whole.
  public private(set) var file: InfoSection
  /// The tracks in the order of the file.
  public private(set) var tracks: [InfoSection] = []
  /// Metadata: keys and values, in the order of the file.
  public private(set) var metadata: [(key: String, value: String)] = []
  /// What is wrong with the file, as far as headers tell.
  public private(set) var findings: [String]
  /// What a check of the headers found; nil if there was none. The caller sets it: the rules are not part of this library.
  public var verdict: InfoVerdict?
  /// The codec of a byte stream, if it was guessed; nil if the content proves it.
  public private(set) var guess: VideoCodec?
  private var images: InfoImages?

  /// The items of an image file; empty for other files.
  public var items: [InfoSection] { images?.allSections ?? [] }

  /// Describes a file. Reads headers, the samples of chapters and timecodes, and at most 512 KiB
  /// of pictures for their SEI messages.
  /// - Parameters:
  ///   - name: the title of the file's section.
  ///   - codec: the codec of a byte stream; nil to detect it.
  /// - Throws: if the file is of none of the formats, or cannot be read.
  public init<Source: ByteSource>(of source: Source, name: String = "", codec: VideoCodec? = nil) throws(MediaError) {
    let input = AnyByteSource(source)
    try self.init(of: input, name: name, try MediaReader(input, codec: codec))
  }

  /// Describes a file that has been opened.
  package init(of input: AnyByteSource, name: String = "", _ reader: MediaReader) throws(MediaError) {
    self.init(input, name: name, reader, try InfoLength(input, reader))
  }

  private init(_ input: AnyByteSource, name: String, _ reader: MediaReader, _ length: InfoLength) {
    file = InfoSection(title: name)
    if let movie = reader.movie {
      var movieInfo = InfoMovie(movie, input.byteCount)
      movieInfo.describe(&file)
      metadata = movieInfo.metadata()
      if let collection = try? ImageCollection(input) {
        images = InfoImages(collection)
        images?.describe(&file)
      }
      for track in reader.tracks {
        var section = Self.head(track)
        movieInfo.describe(track, reader, &section)
        tracks.append(section)
      }
    } else {
      file.add(InfoItem("container", reader.container.name.description, "Container"))
      // Writers to a pipe leave it 0.
      let announced = reader.metaData?.duration.flatMap { $0 > 0 && $0 < 1e9 ? $0 : nil }
      if let milliseconds = length.milliseconds, announced == nil || !length.findings.isEmpty {
        file.add(InfoWords.duration("duration", milliseconds, 1000, "Duration"))
        if milliseconds > 0 {
          file.add(InfoWords.bitRate(Int64(checked: Double(input.byteCount) * 8000 / Double(milliseconds))))
        }
      } else if let seconds = announced {
        file.add(InfoWords.duration("duration", Int64(saturating: (seconds * 1000).rounded()), 1000, "Duration"))
        file.add(InfoWords.bitRate(Int64(checked: Double(input.byteCount) * 8 / seconds)))
      }
      metadata = reader.metaData.map(ProbeTags.flv) ?? []
      for track in reader.tracks {
        var messages = InfoMessages()
        switch (reader.container, track.codec) {
        case (.h264, _): messages = InfoMessages(stream: input, .h264)
        case (.hevc, _): messages = InfoMessages(stream: input, .hevc)
        case (.flv, .h264), (.flv, .hevc): messages = InfoMessages(input, reader, track: track.index)
        default: break
        }
        let implied = reader.impliedConfiguration(ofTrack: track.index, input)
        tracks.append(Self.describe(track, messages, reader.metaData, implied, measured: Self.pictureRate(reader)))
      }
    }
    // Both walk the box tree, so a finding may be in each.
    var known: Set<String> = []
    findings = (reader.findings + length.findings).filter { known.insert($0).inserted }
    guess = reader.isGuess ? reader.container == .hevc ? .hevc : .h264 : nil
    let size = InfoItem("size", .number(Int64(clamping: input.byteCount)), "Size", InfoWords.size(input.byteCount))
    file.items.insert(size, at: min(1, file.items.count))
  }

  private static func head(_ track: MediaTrack) -> InfoSection {
    var section = InfoSection(title: "Track \(track.index), \(track.kind.name)")
    section.add(InfoItem("index", .number(Int64(track.index))))
    section.add(InfoItem("id", .number(Int64(track.id))))
    section.add(InfoItem("kind", .text(track.kind.name.description)))
    return section
  }

  /// The number of pictures whose durations are read: a multiple of 24, of which one is longer where 24 become 25.
  private static let measuredPictures: UInt64 = 72

  /// The pictures per second of a stream whose pictures state how long they are shown (pic_struct), by the first ones; nil for other files.
  private static func pictureRate(_ reader: MediaReader) -> (ratio: ExactRatio, isConstant: Bool)? {
    guard let clock = reader.streamClock, !clock.isEven, clock.frame > 0, let scale = reader.tracks.first?.timescale,
      var own = try? reader.reopened(track: 0)
    else {
      return nil
    }
    var (count, sum, isConstant, first): (UInt64, UInt64, Bool, UInt32?) = (0, 0, true, nil)
    while count < measuredPictures, let sample = try? own.next() {
      (count, sum) = (count + 1, sum + UInt64(sample.duration))
      isConstant = isConstant && sample.duration == first ?? sample.duration
      first = first ?? sample.duration
    }
    if count == 0 { return nil }
    // Patterns of repeated fields have a mean of whole or half fields, from which pictures that are read before earlier ones deviate.
    let frames = Double(sum) / Double(count) / Double(clock.frame)
    let quarters = UInt64(saturating: (frames * 4).rounded())
    for (above, below) in [(quarters, 4), (25, 24)] as [(UInt64, UInt64)] {
      let mean = Double(above) / Double(below)
      guard mean > 0, (frames - mean).magnitude < mean / 50 else { continue }
      return ExactRatio(below * UInt64(scale), above * UInt64(clock.frame)).map { ($0, isConstant) }
    }
    return ExactRatio(count * UInt64(scale), sum).map { ($0, isConstant) }
  }

  private static func describe(
    _ track: MediaTrack, _ messages: InfoMessages, _ meta: OnMetaData?, _ implied: AudioSpecificConfig?,
    measured: (ratio: ExactRatio, isConstant: Bool)?
  ) -> InfoSection {
    var section = head(track)
    var codec = CodecDescription(track.configuration, entry: nil)
    if let set = messages.sequence { codec.complete(set) }
    for item in codec.items(track.codec) { section.add(item) }
    if track.kind == .audio { section.add(infoSound(track, codec, implied: implied)) }
    if track.kind == .video {
      let coded = codec.size ?? PictureSize(width: Int(clamping: track.width), height: Int(clamping: track.height))
      if coded.width > 0 {
        let (items, words) = InfoWords.picture(coded, codec.aspect)
        section.add(InfoItem("picture", .object(items), "Picture", words))
      }
      section.add(codec.format)
      let announced = meta?.framerate.flatMap { $0 > 0 && $0 < 1000 ? ExactRatio(UInt64(saturating: ($0 * 1000).rounded()), 1000) : nil }
      if let rate = (announced ?? measured?.ratio).map({ codec.frames(ofPictures: $0) }) ?? codec.frameRate {
        section.add(InfoWords.frameRate(rate, isAverage: measured?.isConstant == false))
      }
      section.add(codec.colourItem)
      section.add(InfoHDR().item(transfer: codec.colour?.transfer, messages))
      section.add(messages.captions.item)
      if let code = messages.timecode { section.add(InfoItem("timecode", code, "Timecode")) }
    }
    let kilobits = track.kind == .video ? meta?.videodatarate : meta?.audiodatarate
    if let rate = kilobits.flatMap({ $0 > 0 && $0 < 1e9 ? Int64(checked: $0 * 1000) : nil }), rate > 0 {
      section.add(InfoItem("declared_bit_rate", .number(rate), "Bit rate", InfoWords.bitRate(rate) + " as declared"))
    }
    return section
  }

  /// Cuts long texts, and leaves out what exceeds a number of tracks, entries of metadata, and items.
  /// - Parameter length: the largest number of characters of a text.
  package mutating func shorten(length: Int, count: Int) {
    file = file.shortened(length, count)
    tracks = tracks.prefix(count).map { $0.shortened(length, count) }
    metadata = metadata.prefix(count).map { (InfoWords.shortened($0.key, length), InfoWords.shortened($0.value, length)) }
    if items.count > count { images = nil }
    verdict = verdict.map { InfoVerdict($0.findings.prefix(count).map { $0.shortened(length) }) }
  }

  /// Writes the description: JSON, or text for people.
  public func write(_ format: Format, _ output: inout OutputBuffer) {
    if format != .table {
      output.byte(0x7B)
      output.field("schema_version", schemaVersion, first: true)
      let hasRawBytes = file.title.unicodeScalars.contains { rawByteScalars.contains($0.value) }
      output.field("file", string: hasRawBytes ? terminalText(file.title) : file.title)
      output.key("format")
      output.info(file.items)
      output.array("tracks", tracks) { $0.info($1.items) }
      if let images { output.array("items", images.allSections) { $0.info($1.items) } }
      output.key("metadata")
      output.info(metadata.map { InfoItem($0.key, .text($0.value)) })
      if let verdict { output.verdict(verdict) }
      output.text("}\n")
      return
    }
    output.info(file)
    for tag in metadata.prefix(40) {
      output.string("  \(tag.key)" + String(repeating: " ", count: max(1, 16 - tag.key.utf8.count)))
      for scalar in tag.value.unicodeScalars.prefix(200) { output.scalar(scalar) }
      output.byte(0x0A)
    }
    for track in tracks { output.info(track) }
    for section in images?.sections ?? [] { output.info(section) }
    if let verdict {
      output.string("Check             \(output.sink.advised(verdict.line(others: findings.count), .uncheckedSamples))")
      output.byte(0x0A)
    }
  }
}

extension Probe {
  /// Describes the input on one screen, or as a JSON document.
  /// - Parameters:
  ///   - codec: the codec of a byte stream; nil to detect it.
  ///   - format: `.table`, or a JSON document.
  ///   - verdict: checks the headers of an input that could be described.
  public func describe(codec: VideoCodec? = nil, format: Format, verdict: () -> InfoVerdict? = { nil }) -> ProbeOutcome {
    guard input.isSeekable else {
      sink.report("\(input.name): a seekable file is required, not a pipe")
      return .unusable
    }
    var description: MediaDescription
    do { description = try MediaDescription(of: input, name: input.name, codec: codec) } catch {
      return sink.reportUnreadable(error, input.name)
    }
    if let guess = description.guess { sink.reportGuess(guess, input.name) }
    description.verdict = verdict()
    var output = OutputBuffer(sink)
    description.write(format, &output)
    var findings = Findings(input.name, sink)
    for finding in description.findings { findings.add(finding, &output) }
    return output.finish().or(findings.finish())
  }
}
