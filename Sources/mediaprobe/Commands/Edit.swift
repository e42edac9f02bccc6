import RemuxKit
import BitstreamKit
import FileIO
import HTTPTransport
import H264Kit
import HEVCKit
import ProbeKit
import NALKit

let editCommand = CommandSpec(
  name: "edit", abstract: "Change parameter sets of an H.264 or H.265 byte stream, or of an MP4 file.",
  discussion: """
    Writes the stream with elements of its parameter sets changed and all other bits unchanged.
    Slice headers and timing messages are rewritten if a change requires it; messages whose HRD
    parameters are removed are left out. Changes that would alter the decoded pictures are
    rejected, and limits of reordering that they exceed; whether they keep to a profile and to
    the size of the picture buffer is left to 'check'.
    An MP4 file is rewritten: its sample entries get the changed sets, and state their size,
    profile and level, and pixel shape and colour where they have boxes for them; the times
    of its samples stay.

      --set frame_rate=30000/1001      timing, also in the VPS if it has timing
      --set colour=bt2020-pq           \(colourNames.map(\.name).joined(separator: ", ")); or P,T,M
      --set sar=4:3                    sample aspect ratio
      --set crop=0,0,0,8               luma samples on the left, right, top and bottom of the
                                       coded picture, in place of what is cropped now
      --set level_idc=41               an element by its name in the specification
      --set vui.video_full_range_flag=1
      --set sps.offset_for_ref_frame[0]=-2

    A prefix (vps, sps, pps, vui) selects where the element is changed; without it, the element
    is changed in every kind of set that has it. Absent groups that only carry the requested
    values, such as the VUI, are added. With --in-place the input is replaced after all output is written.
    """,
  arguments: [inputArgument],
  options: [
    OptionSpec(name: "set", value: "path=value", help: "The element and its new value; can be repeated."),
    OptionSpec(name: "output", short: "o", value: "path", help: "The file to write, or '-' for standard output. (default: -)"),
    OptionSpec(name: "in-place", help: "Change the input file itself."),
    OptionSpec(
      name: "codec", value: "codec", values: ["auto"] + VideoCodec.allCases.map(\.rawValue),
      help: "The codec of the stream. (default: auto)"),
    .header,
  ],
  examples: [
    "edit --set colour=bt709 in.h264 -o out.h264",
    "edit --set frame_rate=30 in.hevc -o out.hevc",
    "edit --set crop=0,0,0,8 --set colour=bt709 in.mp4 -o out.mp4",
  ],
  run: runEdit)

private func runEdit(_ invocation: Invocation) -> ExitCode {
  var requests: [EditRequest] = []
  do throws(EditMistake) {
    for text in invocation.allValues["set"] ?? [] { requests.append(try EditRequest(text)) }
    try EditRequest.refuseContradictions(requests)
  } catch { return reportUsage(error.message, invocation) }
  do {
    let (path, isInPlace) = (invocation.arguments[0], invocation.has("in-place"))
    let isAddress = HTTPRequest.isAddress(path)
    let input =
      isAddress && !isInPlace
      ? try InputOpener(invocation).media([path], beside: invocation.options["output"] ?? "-") : try InputFile(path)
    if isInPlace, path == "-" || invocation.has("output") || !input.isSeekable {
      return reportUsage(
        UsageError("'--in-place' cannot be combined with a pipe or with '--output'."), invocation)
    }
    let output = isInPlace ? path : invocation.options["output"] ?? "-"
    if output == "-", OutputDescriptor.standardOutput.isTerminal { return refuseTerminal() }
    if !isInPlace, input.isSame(asOutput: output) { return refuseOutput(output, as: input.name) }
    let isStream = invocation.options["codec"].map { $0 != "auto" } ?? false
    let container = try isStream ? nil : content(of: input).container
    if let container, container != .flv, container != .adts, !isInPlace {
      do { try refuseName(output, of: container, "'edit'") } catch { return reportUsage(error, invocation) }
    }
    let isReordered = requests.contains { $0.reorderLimit != nil }
    let isRead = input.isSeekable || container != .mp4 && !isReordered
    let source = isRead ? input : try SpoolFile.read(input, beside: output == "-" ? nil : output)
    let codec = isStream ? invocation.options["codec"].flatMap(VideoCodec.init(rawValue:)) : nil
    if isReordered, let why = EditRequest.reordering(requests, source, codec) {
      report("\(toolName): \(source.name): \(why)")
      return .usage
    }
    if container == .mp4 {
      return MovieEditRun(input: source, requests: requests, output: output, isInPlace: isInPlace).run()
    }
    var run = EditRun(source, requests, output, invocation)
    return run.run()
  } catch let error as OpenError {
    report("\(toolName): \(error.message)")
    return error.exitCode
  } catch {
    report("\(toolName): \(error)")
    return .noInput
  }
}

/// The reason and exit code of an early end.
private struct EditEnd: Error {
  let message: String
  let code: ExitCode
}

/// One pass over the stream.
private struct EditRun: ~Copyable {
  private static let chunkSize = 1 << 17

  private let input: InputFile
  private let outputPath: String
  private let requests: [EditRequest]
  /// The range of edits of each request.
  private var groups: [Range<Int>] = []
  private var codec: VideoCodec?
  private var editor: TrackEditor?
  private var filter = AnnexBFilter()
  private var output = EditOutput()
  private var findings: Findings

  init(_ input: InputFile, _ requests: [EditRequest], _ outputPath: String, _ invocation: Invocation) {
    self.input = input
    self.requests = requests
    self.outputPath = outputPath
    codec = invocation.options["codec"].flatMap(VideoCodec.init(rawValue:))
    findings = Findings(input.name, .standard)
  }

  mutating func run() -> ExitCode {
    do throws(EditEnd) {
      try pass()
    } catch {
      output.discard()
      if error.code != .success { report("\(toolName): \(error.message)") }
      return error.code
    }
    return ExitCode(findings.finish())
  }

  private mutating func pass() throws(EditEnd) {
    var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
    if let codec { try start(codec) } else { try start(detect()) }
    var count = try read(into: &chunk)
    while count > 0 {
      try take(chunk, count)
      count = try read(into: &chunk)
    }
    if let last = filter.finish() { try take(last, []) }
    if filter.unitCount == 0 {
      let why =
        filter.position == 0 ? "the file is empty" : "no start code 00 00 01 in \(filter.position) bytes: not an Annex B byte stream"
      throw EditEnd(message: "\(input.name): \(why)", code: .malformed)
    }
    try checkApplied()
    EditRequest.noteUnchecked(requests, input.name)
    do { try output.commit() } catch { throw Self.end(error) }
  }

  private func read(into chunk: inout [UInt8]) throws(EditEnd) -> Int {
    do { return try input.read(into: &chunk) } catch { throw EditEnd(message: error.message, code: .ioError) }
  }

  private static func end(_ error: ByteError) -> EditEnd {
    // A closed reader is not an error.
    EditEnd(message: error.message, code: error.isBrokenPipe ? .success : .ioError)
  }

  /// Detects the codec from the content.
  private func detect() throws(EditEnd) -> VideoCodec {
    let found: FileContent
    do { found = try content(of: input) } catch { throw EditEnd(message: error.message, code: .ioError) }
    do {
      let (codec, isGuess) = try found.streamCodec(.standard)
      if isGuess, !requests.isEmpty { noteGuess(codec, input.name) }
      return codec
    } catch { throw EditEnd(message: "\(input.name): \(error.message)", code: .malformed) }
  }

  private mutating func start(_ codec: VideoCodec) throws(EditEnd) {
    self.codec = codec
    var edits: [StreamEdit] = []
    for request in requests {
      let first = edits.count
      do { edits += try request.edits(for: codec) } catch {
        throw EditEnd(message: "--set \(request.text): \(error.message)", code: .usage)
      }
      groups.append(first..<edits.count)
    }
    editor = TrackEditor(codec, edits)
    do { try output.open(outputPath) } catch { throw EditEnd(message: error.message, code: .cannotCreate) }
  }

  private mutating func take(_ chunk: [UInt8], _ count: Int) throws(EditEnd) {
    var cursor = 0
    let isIdle = requests.isEmpty
    while let event = filter.next(in: chunk, from: &cursor, to: count, wanting: { byte in !isIdle && editor?.wants(byte) == true }) {
      try take(event, chunk)
    }
  }

  private mutating func take(_ event: AnnexBFilter.Event, _ chunk: [UInt8]) throws(EditEnd) {
    do throws(ByteError) {
      switch event {
      case .pass(let range): try output.write(chunk, range)
      case .passHeld: try output.write(filter.held, 0..<filter.held.count)
      case .unit(let unit, let zeros):
        let bytes = try rewritten(unit)
        // A zero byte before the start code of a unit that is left out remains as the one before the next start code.
        if bytes.isEmpty { output.removeStartCode() }
        try output.write(bytes, 0..<bytes.count)
        try output.write(zeros: zeros)
      }
    } catch {
      if let refusal { throw EditEnd(message: "\(input.name): \(refusal)", code: .usage) }
      throw Self.end(error)
    }
  }

  /// The error of an edit that the editor rejected.
  private var refusal: SyntaxError?

  private mutating func rewritten(_ unit: AnnexBUnit) throws(ByteError) -> [UInt8] {
    let held = filter.held
    do throws(SyntaxError) {
      guard let result = try editor?.rewrite(held, at: unit.offset) else { return held }
      if let why = result.findings.first { findings.add("parameter set not changed: \(why)") }
      return result.bytes ?? held
    } catch {
      refusal = error
      throw ByteError(error.description)
    }
  }

  /// Checks that every request applied to a parameter set.
  private func checkApplied() throws(EditEnd) {
    guard let applied = editor?.isApplied else { return }
    for (request, group) in zip(requests, groups) where !applied[group].contains(true) {
      throw EditEnd(
        message: "\(input.name): --set \(request.text): applies to no parameter set of the stream",
        code: .usage)
    }
  }
}

/// Buffered output to standard output, or to a file that exists only when complete.
private struct EditOutput {
  private static let capacity = 1 << 18

  private var file: OutputFile?
  private var isOpen = false
  private var buffer: [UInt8] = []

  mutating func open(_ path: String) throws(ByteError) {
    if path != "-" { file = try OutputFile(path) }
    isOpen = true
  }

  mutating func write(_ bytes: [UInt8], _ range: Range<Int>) throws(ByteError) {
    if buffer.count + range.count > Self.capacity { try flush(keeping: Self.startCode) }
    buffer.append(contentsOf: bytes[range])
  }

  /// The size of the start code that stays in the buffer until the unit after it is known.
  private static let startCode = 3

  /// Removes the start code with which the output ends.
  mutating func removeStartCode() { buffer.removeLast(Self.startCode) }

  mutating func write(zeros: UInt64) throws(ByteError) {
    var left = zeros
    while left > 0 {
      let count = Int(min(left, UInt64(Self.capacity)))
      try write([UInt8](repeating: 0, count: count), 0..<count)
      left -= UInt64(count)
    }
  }

  mutating func commit() throws(ByteError) {
    try flush()
    try file?.commit()
  }

  /// Discards the file. For standard output, flushes what was written.
  mutating func discard() {
    if isOpen, file == nil { try? flush() }
    file = nil
  }

  private mutating func flush(keeping count: Int = 0) throws(ByteError) {
    let end = max(0, buffer.count - count)
    try put(buffer, 0..<end)
    buffer.removeFirst(end)
  }

  private func put(_ bytes: [UInt8], _ range: Range<Int>) throws(ByteError) {
    if range.isEmpty { return }
    if let file { try file.write(bytes, range) } else { try OutputDescriptor.standardOutput.write(bytes, range) }
  }
}
