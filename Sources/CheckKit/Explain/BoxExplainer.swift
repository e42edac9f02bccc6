import AACKit
import BitstreamKit
import MP4Kit
import NALKit
import ProbeKit
import RemuxKit

/// A byte of an MP4, QuickTime or HEIF file.
struct BoxExplainer {
  /// Bytes first read of a box's fields, and at most.
  private static let heading: UInt64 = 4096
  private static let ceiling: UInt64 = 1 << 20
  /// Types counted in a parent, so that a damaged file does not fill the memory.
  private static let maxTypes = 4096

  private let input: ProbeInput
  private let source: AnyByteSource
  private var walker: BoxWalker<AnyByteSource>
  /// For each depth, the number of boxes of each type so far in the current parent.
  private var counts: [[FourCC: Int]] = []
  private let search: ElementSearch?

  init(_ input: ProbeInput, search: ElementSearch? = nil) {
    self.search = search
    self.input = input
    source = AnyByteSource(input)
    walker = BoxWalker(source)
  }

  // MARK: Walking

  private mutating func nextBox() throws(ExplainError) -> BoxPlace? {
    do { return try walker.next() } catch { throw .media(.bytes(error)) }
  }

  /// The number of boxes of this type before the box in its parent.
  private mutating func number(_ place: BoxPlace) -> Int {
    if counts.count > place.depth + 1 { counts.removeSubrange((place.depth + 1)...) }
    while counts.count <= place.depth { counts.append([:]) }
    let type = place.header.type
    if counts[place.depth][type] == nil, counts[place.depth].count >= Self.maxTypes { return 0 }
    counts[place.depth][type, default: -1] += 1
    return counts[place.depth][type] ?? 0
  }

  /// Follows a path to the first box that it matches, or to the first box that most of its steps match.
  mutating func follow(_ steps: [BoxPathStep]) throws(ExplainError) -> BoxPath {
    var (path, best) = (BoxPath(), BoxPath())
    while let place = try nextBox() {
      if place.depth < path.places.count {
        // The box that was entered does not have the rest: one of the next may.
        if path.places.count > best.places.count { best = path }
        path.leave(to: place.depth)
      }
      let number = number(place)
      let step = steps[path.places.count]
      guard place.isBox, place.header.type == step.type, step.index.map({ $0 == number }) ?? true else {
        path.list(place, number)
        walker.leave(place)
        continue
      }
      var text = path.layers.last?.name ?? ""
      path.names = []
      path.places.append(place)
      path.layers.append(layer(place, number, &text))
      if path.places.count == steps.count { break }
    }
    if path.places.count < best.places.count { path = best }
    for finding in walker.findings where path.layers.contains(where: { $0.offset == finding.offset }) {
      path.problems.append(finding.description)
    }
    return path
  }

  /// The place of something wrong that the walk has found at a path of no box.
  func fault(at steps: [BoxPathStep]) -> UInt64? { walker.findings.first { $0.path == steps.map { $0.type } }?.offset }

  /// Adds the names of the boxes in the last box of a whole path that was followed.
  mutating func listBoxes(of path: inout BoxPath) throws(ExplainError) {
    while let place = try nextBox(), place.depth >= path.places.count {
      path.list(place, number(place))
      walker.leave(place)
    }
  }

  /// The boxes around a byte, and what in the innermost one owns it.
  mutating func explain(byte target: UInt64, _ explanation: Explanation) throws(ExplainError) -> Explanation {
    var result = explanation
    var path = ""
    while let place = try nextBox() {
      let number = number(place)
      guard target >= place.offset, target < place.end else {
        if target < place.offset { break }
        walker.leave(place)
        continue
      }
      guard place.isBox else {
        result.layers.append(data("bytes that are not a box", place.offset..<place.end, depth: result.layers.count, "not-a-box"))
        addProblems(to: &result)
        return result
      }
      result.layers.append(layer(place, number, &path))
      if let children = place.childrenOffset, target >= children { continue }
      try explainInside(place, target, &result)
      addProblems(to: &result)
      return result
    }
    if result.layers.isEmpty {
      result.layers = [data("bytes outside of boxes", target..<target + 1, depth: 0, "not-a-box")]
    }
    addProblems(to: &result)
    return result
  }

  private func addProblems(to result: inout Explanation) {
    for finding in walker.findings where result.layers.contains(where: { $0.kind == .box && $0.offset == finding.offset }) {
      result.problems.append(finding.description)
    }
  }

  private func layer(_ place: BoxPlace, _ number: Int, _ path: inout String) -> ExplainLayer {
    path += (path.isEmpty ? "" : "/") + place.header.type.description
    if number > 0 || place.header.type == "trak" { path += "[\(number)]" }
    let page = Catalogue.page(box: place)
    var layer = ExplainLayer(.box, path, depth: place.depth, offset: place.offset, size: place.size, page: page)
    if let name = place.header.userType { layer.add("user_type", name.description) }
    return layer
  }

  private func data(_ name: String, _ range: Range<UInt64>, depth: Int, _ page: String) -> ExplainLayer {
    ExplainLayer(
      .data, name, depth: depth, offset: range.lowerBound, size: range.upperBound - range.lowerBound,
      page: Catalogue.page(.file, structure: page))
  }

  // MARK: Inside a box

  private mutating func explainInside(_ place: BoxPlace, _ target: UInt64, _ result: inout Explanation) throws(ExplainError) {
    let depth = result.layers.count
    if target < place.payloadOffset {
      result.layers.append(headerField(place, target, depth))
      return
    }
    switch place.header.type {
    case "mdat", "imda", "idat":
      if place.header.type == "imda", target - place.payloadOffset < 4 { break }
      return try MediaDataExplainer(input, search: search).explain(target, depth, &result)
    case "free", "skip", "wide":
      result.layers.append(data("free space", place.payloadOffset..<place.end, depth: depth, "free-space"))
      return
    default: break
    }
    try explainFields(place, target, depth, &result)
  }

  private func headerField(_ place: BoxPlace, _ target: UInt64, _ depth: Int) -> ExplainLayer {
    let at = target - place.offset
    let field: (name: String, start: UInt64, count: UInt64, value: String)
    let longSize: UInt64 = place.header.form == .large ? 8 : 0
    switch at {
    case 0..<4:
      // 1: the size follows as largesize; 0: the box reaches to the end of the file.
      let value: String =
        switch place.header.form {
        case .compact: "\(place.header.size)"
        case .large: "1"
        default: "0"
        }
      field = ("size", 0, 4, value)
    case 4..<8: field = ("type", 4, 4, "'\(place.header.type)'")
    case 8..<(8 + longSize): field = ("largesize", 8, 8, "\(place.header.size)")
    default: field = ("usertype", 8 + longSize, 16, place.header.userType.map { $0.description } ?? "")
    }
    let page = Catalogue.page(.mp4, ["BoxHeader"], field.name)
    var layer = ExplainLayer(.field, field.name, depth: depth, offset: place.offset + field.start, size: field.count, page: page)
    layer.value = field.value
    return layer
  }

  private func explainFields(_ place: BoxPlace, _ target: UInt64, _ depth: Int, _ result: inout Explanation) throws(ExplainError) {
    let fields = place.payloadOffset..<max(place.payloadOffset, place.childrenOffset ?? place.end)
    let total = fields.upperBound - fields.lowerBound
    guard let index = Int(exactly: target - fields.lowerBound) else { return }
    var wanted = min(total, Self.heading)
    while true {
      let bytes = try source.bytes(fields.lowerBound..<fields.lowerBound + wanted, limit: Int(Self.ceiling))
      let tracer = ByteTracer(
        index, held: bytes.count, total: total, source: source, start: fields.lowerBound, family: .mp4, depth: depth, unnamed: 1,
        kind: .field, search: search)
      tracer.outerName = place.header.type.description
      let traced = BoxContent.trace(place, bytes, of: total, showsRows: true, to: tracer)
      if tracer.layers.isEmpty || tracer.isCut, wanted < min(total, Self.ceiling) {
        wanted = min(total, Self.ceiling)
        continue
      }
      for error in traced.findings { result.problems.append(error.description) }
      if tracer.layers.isEmpty {
        let isKnown = traced.name != nil
        result.layers.append(
          data(
            isKnown ? "bytes that are not parsed" : "content of an unknown box", fields, depth: depth,
            isKnown ? "not-parsed" : "unknown-box"))
      } else {
        result.layers += tracer.layers
        explainInner(tracer, bytes, target, fields.lowerBound, &result)
      }
      return
    }
  }

  /// Looks for an element in the fields of a box.
  /// - Returns: the offsets of the NAL units and of the AudioSpecificConfig in the box, which have elements of their own.
  func searchFields(of place: BoxPlace) throws(ExplainError) -> [UInt64] {
    let fields = place.payloadOffset..<max(place.payloadOffset, place.childrenOffset ?? place.end)
    let total = fields.upperBound - fields.lowerBound
    var tracer: ByteTracer?
    for limit in [Self.heading, Self.ceiling] where search?.offset == nil {
      let bytes = try source.bytes(fields, limit: Int(limit))
      let sink = ByteTracer(
        0, held: bytes.count, total: total, source: source, start: fields.lowerBound, family: .mp4, depth: 0, unnamed: 1, kind: .field,
        search: search)
      for error in BoxContent.trace(place, bytes, of: total, showsRows: true, to: sink).findings { search?.note(error) }
      tracer = sink
      if total <= limit { break }
    }
    guard let tracer else { return [] }
    return (tracer.units.map { $0.lowerBound } + [tracer.configuration].compactMap { $0 }).map { fields.lowerBound + UInt64($0) }
  }

  /// What in a NAL unit of a configuration record, or in an AudioSpecificConfig, owns the byte.
  private func explainInner(
    _ tracer: ByteTracer, _ bytes: [UInt8], _ target: UInt64, _ start: UInt64, _ result: inout Explanation
  ) {
    guard let inner = tracer.inner, inner.bits.upperBound <= bytes.count * 8 else { return }
    let range = inner.bits.lowerBound / 8..<inner.bits.upperBound / 8
    let offset = start + UInt64(range.lowerBound)
    let depth = (result.layers.last?.depth ?? 0) + 1
    if isSame(inner.name, "body") {
      if inner.tag == 5 { result.layers += AudioConfigExplainer.layers(Array(bytes[range]), at: offset, target, depth, search: search) }
      return
    }
    let units = RecordUnits(tracer, bytes, isSame(inner.name, "nalUnit") ? .hevc : .h264, search: search)
    result.layers += units.layers(inner.bits, start, target, depth: depth, &result.problems)
  }
}

/// The boxes on a path.
struct BoxPath {
  /// The boxes that are there, outermost first.
  var places: [BoxPlace] = []
  /// Their layers.
  var layers: [ExplainLayer] = []
  /// The names of boxes where the path ends.
  var names: [String] = []
  var problems: [String] = []

  /// Goes back to the boxes around.
  fileprivate mutating func leave(to depth: Int) {
    places.removeSubrange(depth...)
    layers.removeSubrange(depth...)
    names = []
  }

  /// Lists a box that the path does not lead to.
  fileprivate mutating func list(_ place: BoxPlace, _ number: Int) {
    guard place.isBox, names.count < ElementSearch.maxNames else { return }
    names.append(place.header.type.description + (number > 0 || place.header.type == "trak" ? "[\(number)]" : ""))
  }
}
