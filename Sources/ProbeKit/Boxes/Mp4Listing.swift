import BitstreamKit
import MP4Kit
import RemuxKit

extension Probe {
  /// Writes the boxes of an MP4, QuickTime or HEIF file. Media data is not read.
  public func listBoxes(_ request: Mp4Request) -> ProbeOutcome {
    var listing = Mp4Listing(self, request)
    return listing.run()
  }
}

/// Matches boxes against a path during the walk.
struct Mp4Selection {
  enum Answer: Equatable {
    /// The box or an ancestor matches; the value is the depth below the match.
    case shown(Int)
    /// A descendant may match.
    case around
    /// Neither the box nor a descendant matches.
    case outside
  }

  private let steps: [BoxPathStep]
  /// For each step, the number of boxes of its type seen so far in the current parent.
  private var counts: [Int]
  /// Number of steps matched by the ancestors of the next box.
  private var matched = 0
  /// Whether any box has matched.
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
    // The walk does not enter boxes whose ancestors do not match.
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
  /// Types of the compressed boxes being expanded, outermost first.
  private var compressed: [FourCC] = []
  private var compressedDepth = 0

  init(_ probe: Probe, _ request: Mp4Request) {
    self.request = request
    name = probe.input.name
    source = BoxSource(probe.input)
    walker = BoxWalker(source)
    writer = Mp4Writer(request, source, probe.sink)
    selection = Mp4Selection(request.path)
    findings = Findings(name, probe.sink)
  }

  mutating func run() -> ProbeOutcome {
    var code = ProbeOutcome.complete
    do {
      if let refusal = try pass() {
        writer.output.flush()
        writer.output.sink.report("\(name): \(refusal)")
        code = .malformed
      } else {
        if !request.path.isEmpty, !selection.hasFound { findings.add("no box matches the path", &writer.output) }
        writer.end()
      }
    } catch {
      writer.end()
      writer.output.flush()
      writer.output.sink.report("\(error)")
      code = .failed
    }
    return writer.output.finish().or(code).or(findings.finish())
  }

  /// Walks to the end. Returns the reason if the file does not consist of boxes.
  private mutating func pass() throws(ByteError) -> String? {
    if let refusal = try source.input.content().refusal(unless: [.mp4], wanted: "an MP4 file", writer.output.sink) { return refusal }
    var isFirst = true
    while writer.output.failure == nil, let place = try walker.next() {
      if isFirst {
        isFirst = false
        // Boxes of types that are not allowed at the top level may be a part of a file.
        if !canBeginWith(place, of: source.byteCount) { return "not an MP4, MOV or HEIF file: no box at the start" }
        writer.begin()
      }
      check.note(place)
      let news = takeNews()
      try take(place, news)
      for finding in news { findings.add(finding.description, &writer.output) }
    }
    for finding in takeNews() { findings.add(finding.description, &writer.output) }
    // Consistency is checked only for whole, seekable files.
    if request.path.isEmpty, source.input.isSeekable, writer.output.failure == nil {
      for finding in try check.findings(in: source) { findings.add(finding.description, &writer.output) }
    }
    return isFirst ? "the file is empty" : nil
  }

  /// The walker's findings since the last call.
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

  /// Walks the boxes in a compressed box.
  /// - Parameter isAround: whether a path selects something inside, but not the box itself.
  private mutating func expand(_ place: BoxPlace, _ found: BoxPlace, isAround: Bool) throws(ByteError) {
    // Nested compression is not allowed.
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
