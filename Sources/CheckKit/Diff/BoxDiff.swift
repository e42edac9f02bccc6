import BitstreamKit
import MP4Kit
import ProbeKit

/// Compares the boxes of two files: those at the same path, field by field.
struct BoxDiff {
  /// A box of one of the files.
  private struct Node {
    var place: BoxPlace
    /// The types and numbers of the box and its ancestors; the same for boxes that are compared.
    var key: String
    var path: String
    /// The index of the parent; −1 at the top level.
    var parent: Int
  }

  /// The largest number of boxes at the top level, and in one of them, that are compared.
  private static let maxBoxes = 1 << 16
  /// The largest number of bytes of the fields of a box that are parsed.
  private static let maxParsed: UInt64 = 1 << 16

  private let report: DiffReport
  private let a: AnyByteSource
  private let b: AnyByteSource
  /// The number of each track of the second file in the first one; nil for a track that the first file does not have.
  private let numbers: [Int: Int]
  /// Whether media data is compared as bytes, because there are no tracks whose samples are compared.
  private let comparesMedia: Bool

  init(_ report: DiffReport, _ a: AnyByteSource, _ b: AnyByteSource, tracks: [(a: Int?, b: Int?)]) {
    self.report = report
    self.a = a
    self.b = b
    var numbers: [Int: Int] = [:]
    for pair in tracks {
      if let own = pair.a, let other = pair.b { numbers[other] = own }
    }
    self.numbers = numbers
    comparesMedia = tracks.isEmpty
  }

  /// Compares all boxes.
  func compare() throws(ByteError) {
    let (left, right) = (try top(a), try top(b))
    report.section(.container, "boxes")
    report.compare("order", Self.order(left), Self.order(right))
    var places: [String: Int] = [:]
    for (index, node) in right.enumerated() { places[node.key] = index }
    var isTaken = [Bool](repeating: false, count: right.count)
    for node in left {
      if report.hasFailed { return }
      if let index = places[node.key] {
        isTaken[index] = true
        try compare(node, right[index])
      } else {
        missing(node, isInFirst: true)
      }
    }
    for (index, node) in right.enumerated() where !isTaken[index] { missing(node, isInFirst: false) }
  }

  // MARK: - Trees

  /// The boxes at the top level.
  private func top(_ source: AnyByteSource) throws(ByteError) -> [Node] {
    var walker = BoxWalker(source)
    var (nodes, counts): ([Node], [String: Int]) = ([], [:])
    while nodes.count < Self.maxBoxes, let place = try walker.next() {
      if place.childrenOffset != nil { walker.leave(place) }
      let type = Self.type(place)
      let number = counts[type, default: 0]
      counts[type] = number + 1
      let name = number == 0 ? type : "\(type)[\(number)]"
      nodes.append(Node(place: place, key: name, path: name, parent: -1))
    }
    return nodes
  }

  /// The types at the top level in their order; repetitions of one or two types once.
  private static func order(_ nodes: [Node]) -> String {
    var words: [String] = []
    for node in nodes where words.count < 64 {
      let type = type(node.place)
      if words.last == type || words.count > 1 && words[words.count - 2] == type { continue }
      words.append(type)
    }
    return words.joined(separator: " ")
  }

  private static func type(_ place: BoxPlace) -> String {
    if !place.isBox { return "bytes" }
    return place.header.type.description + (place.header.userType.map { " \($0.description)" } ?? "")
  }

  /// A box at the top level and the boxes inside.
  private func tree(_ source: AnyByteSource, _ top: Node, isSecond: Bool) throws(ByteError) -> [Node] {
    var walker = BoxWalker(source, from: top.place.offset, to: top.place.end)
    var nodes: [Node] = []
    /// The open boxes, and the numbers of their children by type.
    var open: [(node: Int, counts: [String: Int])] = []
    while nodes.count < Self.maxBoxes, let place = try walker.next() {
      if place.depth == 0 {
        // Bytes after a box that is cut off.
        if !nodes.isEmpty { break }
        nodes.append(Node(place: place, key: top.key, path: top.path, parent: -1))
      } else {
        while open.count > place.depth { open.removeLast() }
        guard let parent = open.last else { continue }
        let type = Self.type(place)
        // Sample entries are compared by their order, whatever their types.
        let isEntry = nodes[parent.node].place.header.type == "stsd"
        let kind = isEntry ? "entry" : type
        let number = parent.counts[kind, default: 0]
        open[open.count - 1].counts[kind] = number + 1
        let isTrack = place.header.type == "trak" && place.depth == 1
        let own = isTrack && isSecond ? numbers[number].map { "\($0)" } ?? "new \(number)" : "\(number)"
        let name = isTrack || number > 0 ? "\(type)[\(number)]" : type
        nodes.append(
          Node(
            place: place, key: "\(nodes[parent.node].key)/\(kind)[\(own)]", path: "\(nodes[parent.node].path)/\(name)",
            parent: parent.node))
      }
      if place.childrenOffset != nil { open.append((nodes.count - 1, [:])) }
    }
    return nodes
  }

  // MARK: - Comparing

  private func compare(_ one: Node, _ other: Node) throws(ByteError) {
    let (left, right) = (try tree(a, one, isSecond: false), try tree(b, other, isSecond: true))
    var places: [String: Int] = [:]
    for (index, node) in right.enumerated() { places[node.key] = index }
    var (isFound, isTaken) = ([Bool](repeating: false, count: left.count), [Bool](repeating: false, count: right.count))
    for (index, node) in left.enumerated() {
      if let place = places[node.key] {
        (isFound[index], isTaken[place]) = (true, true)
        try fields(node, right[place])
      } else if node.parent < 0 || isFound[node.parent] {
        missing(node, isInFirst: true)
      }
    }
    for (index, node) in right.enumerated() where !isTaken[index] {
      if node.parent < 0 || isTaken[node.parent] { missing(node, isInFirst: false) }
    }
  }

  /// Reports a box that only one of the files has.
  private func missing(_ node: Node, isInFirst: Bool) {
    let type = Self.type(node.place)
    if report.options.ignores(path: node.path, type: type) { return }
    report.section(.container, node.path)
    let words = "\(type), \(node.place.size) bytes"
    report.add(Difference("", isInFirst ? words : nil, isInFirst ? nil : words))
  }

  private func fields(_ one: Node, _ other: Node) throws(ByteError) {
    let (first, second) = (one.place, other.place)
    if report.options.ignores(path: one.path, type: Self.type(first)) { return }
    if first.header.type != second.header.type {
      report.section(.container, one.path)
      report.compare("type", Self.type(first), Self.type(second))
    }
    switch first.header.type {
    // Parameter sets are compared element by element, samples by their bytes.
    case "avcC", "hvcC": return
    case "mdat": if !comparesMedia { return }
    case "free", "skip", "wide":
      report.section(.container, one.path)
      return report.compare("size", "\(first.size)", "\(second.size)")
    default: break
    }
    let (left, right) = (Self.range(first), Self.range(second))
    guard let place = try firstDifference(a, left, b, right) else { return }
    report.section(.container, one.path)
    var list = BoxFieldDiff(report, first.header.type)
    let found = BoxFieldList()
    let others = BoxFieldList()
    let areKnown = (try parse(first, left, a, to: found), try parse(second, right, b, to: others))
    if !areKnown.0 || !areKnown.1 || first.header.type == "mdat" {
      return report.differ("bytes", byteWords(left, place), byteWords(right, place))
    }
    try list.compare((found.fields, first, left, a), (others.fields, second, right, b))
  }

  /// The place of the fields in the file.
  private static func range(_ place: BoxPlace) -> Range<UInt64> {
    place.payloadOffset..<max(place.payloadOffset, place.childrenOffset ?? place.end)
  }

  /// Parses the fields of a box; false if its type is unknown.
  private func parse(
    _ place: BoxPlace, _ range: Range<UInt64>, _ source: AnyByteSource, to fields: BoxFieldList
  ) throws(ByteError) -> Bool {
    guard place.isBox else { return false }
    var bytes: [UInt8] = []
    let total = range.upperBound - range.lowerBound
    try source.read(at: range.lowerBound, count: Int(min(total, Self.maxParsed)), into: &bytes)
    return BoxContent.trace(place, bytes, of: total, showsRows: false, to: fields).name != nil
  }
}
