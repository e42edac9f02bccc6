import BitstreamKit
import MP4Kit
import ProbeKit
import RemuxKit

/// The facts of one file.
struct ReportFile {
  private static let maxFindings = 20
  private static let maxText = 300
  /// The entries of an edit list in a file of up to four tracks; a quarter of them in others.
  private static let maxEdits = 64
  /// The bytes of JSON for the description, and for the findings of the check.
  private static let maxInfoSize = 16 << 10
  private static let maxCheckSize = 30 << 10

  private let input: ProbeInput
  private let options: ReportOptions
  private let sink: ProbeSink

  init(_ input: ProbeInput, _ options: ReportOptions, _ sink: ProbeSink) {
    self.input = input
    self.options = options
    self.sink = sink
  }

  /// Writes the file as an object.
  func write(_ output: inout OutputBuffer) -> ProbeOutcome {
    guard input.isSeekable else {
      sink.report("\(input.name): a seekable file is required, not a pipe")
      output.text("null")
      return .unusable
    }
    let (content, refusal, failure) = content()
    var reader: MediaReader?
    var problems: [String] = []
    do { reader = try MediaReader(input, as: content, codec: options.codec, frameRate: options.frameRate) } catch {
      if refusal == nil { problems.append(error.unnamed.description) }
    }
    if let reader { sink.reportUnused(options.frameRate, hasTimes: reader.container.videoCodec == nil, input.name) }
    let tracks = reader?.tracks ?? []
    let recorder = FactsRecorder(OutputBuffer(sink), trackCount: tracks.count)
    recorder.byteCount = input.byteCount
    swap(&recorder.output, &output)
    head(content, reader, recorder)
    recorder.output.text(",\"chunks\":[")
    let result = samples(content, reader, recorder, &problems)
    recorder.finish()
    recorder.output.byte(0x5D)
    var tree = ReportTree(input)
    if let content { tree.read(content, reader) }
    if recorder.outsideCount > 0 {
      problems.append(
        "\(counted(recorder.outsideCount, "sample is", "samples are")) outside the file or truncated")
    }
    problems += tree.findings.filter { !problems.contains($0) }
    // A file of images has no tracks.
    let hasItems = tree.top.contains { $0.header.type == "meta" || $0.header.type == "mini" }
    // A segment of a presentation is whole without its header.
    var isSegmentAlone = false
    if content == .mp4, tracks.isEmpty, !hasItems, let why = reader?.whyNoTracks {
      // The cause is told, not what follows from it.
      problems = [why] + problems.filter { $0 != why && !$0.hasSuffix(" is not in the moov") }
      isSegmentAlone = problems.count == 1 && reader?.movie?.isSegment == true
    } else if content == .mp4, tracks.isEmpty, !hasItems, problems.isEmpty {
      problems.append("no moov: the file has no tracks")
    }
    let why = refusal ?? result.refusal
    problems.removeAll { $0 == why }
    rest(content, why, problems, result, tree, recorder)
    swap(&recorder.output, &output)
    if let why { sink.report("\(input.name): \(why)") }
    var findings = Findings(input.name, sink)
    for problem in problems { findings.add(problem) }
    let isDamaged = why != nil || findings.finish() != .complete && !isSegmentAlone
    return failure.or(result.outcome == .failed ? .failed : .complete).or(isDamaged ? .malformed : .complete)
  }

  /// The format, or why it is not known.
  private func content() -> (MediaContainer?, refusal: String?, ProbeOutcome) {
    do {
      let content = try input.content()
      if let codec = options.codec, content.container.map({ $0.videoCodec != nil }) ?? true {
        return (MediaContainer(codec), nil, .complete)
      }
      if let container = content.container { return (container, nil, .complete) }
      return (nil, content.refusal() ?? "the format of the file is not known", .complete)
    } catch { return (nil, "\(error)", .failed) }
  }

  // MARK: - Samples

  /// Checks the file, and records the samples on the way.
  private func samples(
    _ container: MediaContainer?, _ reader: MediaReader?, _ recorder: FactsRecorder, _ problems: inout [String]
  ) -> CheckResult {
    var check = CheckOptions()
    (check.codec, check.shownPerRule) = (options.codec, 3)
    if let clock = reader?.streamClock { recorder.clock = clock }
    let result = Check(input, check).run(recorder: recorder)
    guard var reader else { return result }
    if container == .adts {
      // The check of ADTS frames has no times.
      do { while let sample = try reader.next() { recorder.note(sample) } } catch { problems.append(error.unnamed.description) }
      recorder.flush()
      problems += reader.findings.prefix(Self.maxFindings)
    } else {
      if let problem = reader.walkHeaders() { problems.append(problem.unnamed.description) }
      problems += reader.findings.prefix(Self.maxFindings)
    }
    return result
  }

  // MARK: - Writing

  private func head(_ container: MediaContainer?, _ reader: MediaReader?, _ recorder: FactsRecorder) {
    let tracks = reader?.tracks ?? []
    recorder.output.byte(0x7B)
    recorder.output.key("name", first: true)
    recorder.output.quoted(Self.shown(input.name))
    recorder.output.field("size", input.byteCount)
    if let container { recorder.output.field("format", container.word) } else { recorder.output.fieldNull("format") }
    recorder.output.key("info")
    info(reader, &recorder.output)
    recorder.output.key("tracks")
    recorder.output.array(tracks.prefix(FactsRecorder.maxTracks)) { (output, track) in
      Self.track(track, reader?.movie, maxEdits: tracks.count > 4 ? Self.maxEdits / 4 : Self.maxEdits, &output)
    }
  }

  /// A name without bytes that are not UTF-8.
  private static func shown(_ name: String) -> String {
    let hasRawBytes = name.unicodeScalars.contains { rawByteScalars.contains($0.value) }
    return InfoWords.shortened(hasRawBytes ? terminalText(name) : name, 4 * maxText)
  }

  private func info(_ reader: MediaReader?, _ output: inout OutputBuffer) {
    guard let reader else { return output.text("null") }
    // The facts of the headers are not held together with the description.
    let verdict = HeaderCheck.verdict(of: input, codec: options.codec)
    guard var description = try? MediaDescription(of: AnyByteSource(input), name: Self.shown(input.name), reader) else {
      return output.text("null")
    }
    description.verdict = verdict
    for (length, count) in [(1000, 64), (Self.maxText, 16), (80, 4)] {
      description.shorten(length: length, count: count)
      let text = MemoryText()
      var buffer = OutputBuffer(text.sink.escapingMarkup())
      description.write(.json, &buffer)
      buffer.flush()
      if text.count <= Self.maxInfoSize { return text.write(&output) }
    }
    output.text("null")
  }

  private static func track(_ track: MediaTrack, _ movie: Movie<AnyByteSource>?, maxEdits: Int, _ output: inout OutputBuffer) {
    let own = movie.flatMap { $0.tracks.indices.contains(track.index) ? $0.tracks[track.index] : nil }
    output.byte(0x7B)
    output.field("index", track.index, first: true)
    output.field("id", track.id)
    output.field("kind", track.kind.name)
    output.field("codec", string: InfoWords.shortened(track.codec.name, 64))
    let codec = CodecDescription(track.configuration, entry: own?.descriptions.first?.type).codecString
    if let codec { output.field("codec_string", string: InfoWords.shortened(codec, 64)) } else { output.fieldNull("codec_string") }
    if let scale = track.timescale { output.field("timescale", scale) } else { output.fieldNull("timescale") }
    output.field("width", track.width)
    output.field("height", track.height)
    output.field("sample_rate", track.sampleRate)
    output.field("channels", track.channels)
    output.key("edits")
    output.byte(0x5B)
    if let edits = own?.editList?.entries {
      for (number, entry) in edits.prefix(maxEdits).enumerated() {
        if number > 0 { output.byte(0x2C) }
        output.byte(0x7B)
        output.field("segment_duration", entry.editDuration, first: true)
        output.field("media_time", entry.mediaTime)
        output.key("rate")
        output.double(Double(entry.mediaRateInteger) + Double(entry.mediaRateFraction) / 65536)
        output.byte(0x7D)
      }
    }
    output.byte(0x5D)
    if let count = own?.editList?.entries.count, count > maxEdits { output.field("edits_omitted", count - maxEdits) }
    if let movie { output.field("movie_timescale", movie.timescale) } else { output.fieldNull("movie_timescale") }
    output.byte(0x7D)
  }

  private func rest(
    _ container: MediaContainer?, _ refusal: String?, _ problems: [String], _ result: CheckResult, _ tree: ReportTree,
    _ recorder: FactsRecorder
  ) {
    recorder.output.key("totals")
    recorder.output.array(recorder.totals.enumerated()) { (output, total) in
      output.byte(0x7B)
      output.field("track", total.offset, first: true)
      output.field("count", total.element.count)
      output.field("omitted", total.element.omitted)
      output.field("bytes", total.element.bytes)
      output.field("keys", total.element.keys)
      output.field("last_duration", total.element.lastDuration)
      output.byte(0x7D)
    }
    if let refusal { recorder.output.field("refusal", string: InfoWords.shortened(refusal, Self.maxText)) }
    recorder.output.array("findings", problems.prefix(Self.maxFindings)) { $0.quoted(InfoWords.shortened($1, Self.maxText)) }
    check(result, &recorder.output)
    recorder.output.array("buffers", recorder.buffers) { (output, buffer) in
      output.byte(0x7B)
      output.field("track", buffer.track, first: true)
      output.field("standard", buffer.isVCL ? "VCL" as StaticString : "NAL")
      output.field("sched_sel_idx", buffer.index)
      output.field("bit_rate", buffer.bitRate)
      output.field("cpb_size", buffer.size)
      if let size = buffer.levelSize { output.field("level_cpb_size", size) }
      output.field("is_cbr", buffer.isConstant)
      output.field("underflows", buffer.underflows)
      output.field("overflows", buffer.overflows)
      output.byte(0x7D)
    }
    recorder.output.array("levels", recorder.levels) { (output, level) in
      output.byte(0x7B)
      output.field("track", level.track, first: true)
      output.field("name", string: level.name)
      output.field("bit_rate", level.bitRate)
      output.field("cpb_size", level.size)
      output.byte(0x7D)
    }
    tree.write(&recorder.output)
    recorder.output.array("bytes", tree.byteRanges()) { (output, range) in
      var bytes: [UInt8] = []
      try? input.read(at: range.lowerBound, count: Int(clamping: range.upperBound - range.lowerBound), into: &bytes)
      output.byte(0x7B)
      output.field("offset", range.lowerBound, first: true)
      output.key("data")
      output.byte(0x22)
      output.base64(bytes)
      output.text("\"}")
    }
    ReportMap(container, tree, byteCount: input.byteCount, recorder.ranges).write(&recorder.output)
    recorder.output.byte(0x7D)
  }

  /// The findings, as many as have room.
  private func check(_ result: CheckResult, _ output: inout OutputBuffer) {
    output.key("check")
    for limit in [1000, 60, 20, 5, 0] {
      let text = MemoryText()
      var buffer = OutputBuffer(text.sink.escapingMarkup())
      CheckJSON.document(result.shortened(limit, length: Self.maxText), &buffer)
      buffer.flush()
      if text.count <= Self.maxCheckSize || limit == 0 { return text.write(&output) }
    }
  }
}

extension MediaContainer {
  /// The name in a report.
  fileprivate var word: StaticString {
    switch self {
    case .mp4: "mp4"
    case .flv: "flv"
    case .h264: "h264"
    case .hevc: "hevc"
    case .adts: "adts"
    }
  }
}

extension CheckResult {
  /// The first findings with shorter texts; the others are counted as hidden.
  fileprivate func shortened(_ limit: Int, length: Int) -> CheckResult {
    let shown = findings.prefix(limit).map { finding in
      RuleFinding(
        page: finding.page, message: InfoWords.shortened(finding.message, length), offset: finding.offset, size: finding.size,
        path: finding.path.map { InfoWords.shortened($0, length) }, track: finding.track, sample: finding.sample, seconds: finding.seconds,
        repetition: finding.repetition)
    }
    var all = hidden
    for finding in findings.dropFirst(limit) {
      let id = finding.page.id.description
      if let place = all.firstIndex(where: { $0.page.id.description == id }) {
        all[place] = HiddenFindings(page: finding.page, count: all[place].count + 1)
      } else {
        all.append(HiddenFindings(page: finding.page, count: 1))
      }
    }
    return CheckResult(
      findings: shown, hidden: all, container: container, refusal: refusal.map { InfoWords.shortened($0, length) }, outcome: outcome)
  }
}
