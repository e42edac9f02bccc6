import BitstreamKit
import FileIO
import MP4Kit
import RemuxKit

let mp4Command = CommandSpec(
  name: "mp4", abstract: "Show the boxes of an MP4, MOV or HEIF file.",
  discussion: """
    Prints a line for each box: its type in its depth, its position and size, the name of its structure and the fields that
    matter. Media data is never read, and memory does not grow with the file.

    A path names boxes by their types from the outermost on: 'moov/trak' is every track, 'moov/trak[1]/mdia' is in the second.
    Bytes of a type that are no ASCII are written as '%A9nam'.

    The boxes of a compressed box ('cmvd', '!mov', '!mof', '!six', '!ssx') stand below it; their positions count from the start of its
    expanded data.
    """,
  arguments: [inputArgument],
  options: [
    OptionSpec(name: "full", help: "Show every field, every row of every table, and the bytes of boxes that are not known."),
    OptionSpec(name: "path", value: "path", help: "Only the boxes that a path names, with those inside."),
    OptionSpec(name: "depth", value: "n", help: "No boxes deeper than this; 1 is the outermost that are shown."),
    OptionSpec(name: "format", value: "format", values: Mp4Form.allCases.map(\.rawValue), help: "How to print it. (default: text)"),
  ],
  run: runMp4)

/// The forms in which boxes are printed.
enum Mp4Form: String, CaseIterable {
  case text
  case json
  case jsonl
}

private func runMp4(_ invocation: Invocation) -> ExitCode {
  let request: Mp4Request
  do { request = try Mp4Request(invocation) } catch {
    reportLines(String(usageText(error).dropLast()))
    return .usage
  }
  do {
    var listing = Mp4Listing(try InputFile(invocation.arguments[0]), request)
    return listing.run()
  } catch {
    report("\(toolName): \(error)")
    return .noInput
  }
}

/// What of a file is asked for, and how.
struct Mp4Request {
  var isFull: Bool
  var form: Mp4Form
  var path: [BoxPathStep] = []
  var depth = Int.max

  init(_ invocation: Invocation) throws(UsageError) {
    isFull = invocation.has("full")
    form = invocation.options["format"].flatMap(Mp4Form.init(rawValue:)) ?? .text
    if let text = invocation.options["path"] {
      for part in text.split(separator: "/", omittingEmptySubsequences: false) {
        guard let step = BoxPathStep(Array(part.utf8)) else {
          throw UsageError(message: "The value '\(text)' is invalid for '--path <path>'.", command: mp4Command)
        }
        path.append(step)
      }
    }
    if let text = invocation.options["depth"] {
      guard let number = Int(text), number > 0 else {
        throw UsageError(message: "The value '\(text)' is invalid for '--depth <n>'.", command: mp4Command)
      }
      depth = number
    }
  }
}

/// Which boxes a path names, found out while they pass by.
struct Mp4Selection {
  enum Answer: Equatable {
    /// It, or a box around it, is named; so deep below that one.
    case shown(Int)
    /// Something inside may be named.
    case around
    /// Nothing in it is named.
    case outside
  }

  private let steps: [BoxPathStep]
  /// How many boxes of the step's type have passed, for each step, since the box around them began.
  private var counts: [Int]
  /// So many steps are matched by the boxes around the next one.
  private var matched = 0
  /// Whether anything was named.
  private(set) var hasFound = false

  init(_ steps: [BoxPathStep]) {
    self.steps = steps
    counts = steps.map { _ in 0 }
  }

  mutating func take(_ place: BoxPlace) -> Answer {
    if steps.isEmpty { return .shown(place.depth) }
    matched = min(matched, place.depth)
    if matched == steps.count { return .shown(place.depth - steps.count + 1) }
    let step = steps[matched]
    // Where the boxes around do not match, the walk does not come by.
    guard place.isBox, place.header.type == step.type else { return .outside }
    let number = counts[matched]
    counts[matched] += 1
    if let wanted = step.index, wanted != number { return .outside }
    matched += 1
    if matched == steps.count {
      hasFound = true
      return .shown(0)
    }
    counts[matched] = 0
    return .around
  }
}

/// One pass over the boxes.
struct Mp4Listing {
  private let request: Mp4Request
  private let name: String
  private let source: BoxSource
  private var walker: BoxWalker<BoxSource>
  private let writer: Mp4Writer
  private var selection: Mp4Selection
  private var findings: Findings
  private var told = 0
  private var check = FileCheck()
  /// The compressed boxes around those that are walked over.
  private var compressed: [FourCC] = []
  private var compressedDepth = 0

  init(_ input: InputFile, _ request: Mp4Request) {
    self.request = request
    name = input.name
    source = BoxSource(input)
    walker = BoxWalker(source)
    writer = Mp4Writer(request, source)
    selection = Mp4Selection(request.path)
    findings = Findings(input.name)
  }

  mutating func run() -> ExitCode {
    var code = ExitCode.success
    do {
      if let refusal = try pass() {
        writer.output.flush()
        report("\(toolName): \(name): \(refusal)")
        code = .malformed
      } else {
        if !request.path.isEmpty, !selection.hasFound { findings.add("no box is at this path", &writer.output) }
        writer.end()
      }
    } catch {
      writer.output.flush()
      report("\(toolName): \(error)")
      code = .ioError
    }
    return mediaprobe.finish(&writer.output).or(code).or(findings.finish())
  }

  /// Walks to the end. Gives the reason where this is no file of boxes at all.
  private mutating func pass() throws(ByteError) -> String? {
    if let refusal = try content(of: source.input).refusal(unless: [.mp4], wanted: "an MP4 file") { return refusal }
    var isFirst = true
    while writer.output.failure == nil, let place = try walker.next() {
      if isFirst {
        isFirst = false
        // Boxes of other types than those at the top level may have been cut out of a file.
        if !canBeginWith(place, of: source.byteCount) { return "no box begins this file: it is no MP4, MOV or HEIF file" }
        writer.begin()
      }
      check.note(place)
      let news = takeNews()
      try take(place, news)
      for finding in news { findings.add(finding.description, &writer.output) }
    }
    for finding in takeNews() { findings.add(finding.description, &writer.output) }
    // Who asks for a part of the file does not ask how the whole hangs together, and a pipe does not go back to it.
    if request.path.isEmpty, source.input.isSeekable, writer.output.failure == nil {
      for finding in try check.findings(in: source) { findings.add(finding.description, &writer.output) }
    }
    return isFirst ? "the file is empty" : nil
  }

  /// What the walker has found since it was asked last.
  private mutating func takeNews() -> [BoxFinding] {
    if walker.findings.count == told { return [] }
    defer { told = walker.findings.count }
    return Array(walker.findings[told...])
  }

  private mutating func take(_ found: BoxPlace, _ news: [BoxFinding]) throws(ByteError) {
    var place = found
    place.depth += compressedDepth
    let depth: Int
    switch selection.take(place) {
    case .around: return try CompressedContent.replacedType(of: place) == nil ? () : expand(place, found, isAround: true)
    case .outside: return walker.leave(found)
    case .shown(let below): depth = below
    }
    let isCompressed = CompressedContent.replacedType(of: place) != nil
    let goesOn = (place.childrenOffset != nil || isCompressed) && depth < request.depth - 1
    let isNamed = !request.path.isEmpty && depth == 0
    let path = path(of: found)
    let errors = try writer.box(place, path, depth: depth, goesOn: goesOn, isNamed: isNamed, news, &walker.window)
    for error in errors {
      findings.add(BoxFinding(path: path, offset: place.offset, message: error.description).description, &writer.output)
    }
    if isCompressed, goesOn { return try expand(place, found, isAround: false) }
    if place.childrenOffset != nil, !goesOn { walker.leave(found) }
  }

  private func path(of place: BoxPlace) -> [FourCC] {
    compressed + Array(walker.path.prefix(place.depth)) + [place.header.type]
  }

  /// Walks over the boxes that a compressed box stands for.
  /// - Parameter isAround: whether a path names something inside and not the box itself.
  private mutating func expand(_ place: BoxPlace, _ found: BoxPlace, isAround: Bool) throws(ByteError) {
    // Compressed data in compressed data has no meaning.
    if compressedDepth > 0 { return }
    var outer = (source: writer.source, walker: walker, told: told, path: path(of: found))
    guard let content = try CompressedContent(place, in: &outer.walker.window) else { return }
    if let failure = content.failure {
      findings.add(BoxFinding(path: outer.path, offset: place.offset, message: failure).description, &writer.output)
    }
    writer.source = BoxSource(outer.source.input, expanded: content.bytes)
    walker = BoxWalker(writer.source)
    (told, compressed, compressedDepth) = (0, outer.path, place.depth + 1)
    while writer.output.failure == nil, let inner = try walker.next() { try takeInner(inner) }
    for finding in takeNews() { findings.add(inCompressed(finding).description, &writer.output) }
    (writer.source, walker, told, compressed, compressedDepth) = (outer.source, outer.walker, outer.told, [], 0)
  }

  private mutating func takeInner(_ place: BoxPlace) throws(ByteError) {
    let news = takeNews()
    try take(place, news)
    for finding in news { findings.add(inCompressed(finding).description, &writer.output) }
  }

  private func inCompressed(_ finding: BoxFinding) -> BoxFinding {
    BoxFinding(path: compressed + finding.path, offset: finding.offset, message: finding.message)
  }
}
