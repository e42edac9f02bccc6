import BitstreamKit
import MP4Kit
import ProbeKit

/// Compares the boxes of two files: those at the same path, field by field.
struct BoxDiff {
  /// A box of one of the files, small since a malformed file can have many.
  private struct Node {
    var box: BoxNode
    /// What the boxes that are compared have in common: see `BoxKeys`.
    var key: Int32
    /// The number in the path; −1 if the path has none.
    var number: Int32

    /// The index of the parent; nil at the top level.
    var parent: Int? { box.parent }
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
    let keys = BoxKeys()
    let (left, right) = (try top(a, keys), try top(b, keys))
    report.section(.container, "boxes")
    report.compare("order", Self.order(left), Self.order(right))
    let places = Self.places(of: right, keys)
    var isTaken = [Bool](repeating: false, count: right.count)
    for node in left {
      if report.hasFailed { return }
      let index = places[Int(node.key)]
      if index >= 0 {
        isTaken[Int(index)] = true
        try compare(node, right[Int(index)])
      } else {
        missing(node, path(node), isInFirst: true)
      }
    }
    for (index, node) in right.enumerated() where !isTaken[index] { missing(node, path(node), isInFirst: false) }
  }

  /// The index of the box with each key; −1 for none.
  private static func places(of nodes: [Node], _ keys: BoxKeys) -> [Int32] {
    var places = [Int32](repeating: -1, count: keys.count)
    for (index, node) in nodes.enumerated() { places[Int(node.key)] = Int32(index) }
    return places
  }

  // MARK: - Trees

  /// The boxes at the top level.
  private func top(_ source: AnyByteSource, _ keys: BoxKeys) throws(ByteError) -> [Node] {
    var walker = BoxWalker(source)
    var (nodes, counts): ([Node], BoxCounts) = ([], BoxCounts())
    while nodes.count < Self.maxBoxes, let place = try walker.next() {
      if place.childrenOffset != nil { walker.leave(place) }
      let kind = keys.kind(place)
      let number = counts.next(kind)
      nodes.append(
        Node(
          box: BoxNode(place, parent: nil, next: nodes.count + 1), key: keys.key(in: nil, kind, number),
          number: number == 0 ? -1 : number))
    }
    return nodes
  }

  /// The types at the top level in their order; repetitions of one or two types once.
  private static func order(_ nodes: [Node]) -> String {
    var words: [String] = []
    for node in nodes where words.count < 64 {
      let type = type(node.box.place)
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
  /// - Parameters:
  ///   - isSecond: whether it is a box of the second file.
  ///   - expected: the probable number of boxes, so that the array does not grow beyond it.
  private func tree(
    _ source: AnyByteSource, _ top: Node, _ keys: BoxKeys, isSecond: Bool, expected: Int = 0
  ) throws(ByteError) -> [Node] {
    var walker = BoxWalker(source, from: top.box.place.offset, to: top.box.place.end)
    var nodes: [Node] = []
    nodes.reserveCapacity(expected)
    /// The open boxes, and the numbers of their children by type.
    var open: [(node: Int, isTable: Bool, counts: BoxCounts)] = []
    while nodes.count < Self.maxBoxes, let place = try walker.next() {
      if place.depth == 0 {
        // Bytes after a box that is cut off.
        if !nodes.isEmpty { break }
        nodes.append(Node(box: BoxNode(place, parent: nil, next: 0), key: keys.key(in: nil, .top, 0), number: top.number))
      } else {
        while open.count > place.depth { open.removeLast() }
        guard let last = open.indices.last else { continue }
        // A copy of the counts would be copied again with each box.
        let parent = open[last].node
        // Sample entries are compared by their order, whatever their types.
        let kind = open[last].isTable ? BoxKind.entry : keys.kind(place)
        let number = open[last].counts.next(kind)
        let isTrack = place.header.type == "trak" && place.depth == 1
        // A track that the first file does not have gets a number that no track of it has.
        let own = isTrack && isSecond ? numbers[Int(number)].map { Int32(clamping: $0) } ?? -1 - number : number
        nodes.append(
          Node(
            box: BoxNode(place, parent: parent, next: 0), key: keys.key(in: nodes[parent].key, kind, own),
            number: isTrack || number > 0 ? number : -1))
      }
      if place.childrenOffset != nil { open.append((nodes.count - 1, place.header.type == "stsd", BoxCounts())) }
    }
    return nodes
  }

  /// The path of a box in a tree, as `mediaprobe mp4` prints it.
  private func path(_ index: Int, in nodes: [Node]) -> String {
    var (path, next) = ("", Optional(index))
    while let place = next {
      path = self.path(nodes[place]) + (path.isEmpty ? "" : "/" + path)
      next = nodes[place].parent
    }
    return path
  }

  /// The last step of a path.
  private func path(_ node: Node) -> String { Self.type(node.box.place) + (node.number < 0 ? "" : "[\(node.number)]") }

  // MARK: - Comparing

  private func compare(_ one: Node, _ other: Node) throws(ByteError) {
    let keys = BoxKeys()
    let left = try tree(a, one, keys, isSecond: false)
    let right = try tree(b, other, keys, isSecond: true, expected: left.count)
    let places = Self.places(of: right, keys)
    var (isFound, isTaken) = ([Bool](repeating: false, count: left.count), [Bool](repeating: false, count: right.count))
    for (index, node) in left.enumerated() {
      let place = places[Int(node.key)]
      if place >= 0 {
        (isFound[index], isTaken[Int(place)]) = (true, true)
        try fields(node.box.place, right[Int(place)].box.place) { path(index, in: left) }
      } else if node.parent.map({ isFound[$0] }) ?? true {
        missing(node, path(index, in: left), isInFirst: true)
      }
    }
    for (index, node) in right.enumerated() where !isTaken[index] {
      if node.parent.map({ isTaken[$0] }) ?? true { missing(node, path(index, in: right), isInFirst: false) }
    }
  }

  /// Reports a box that only one of the files has.
  private func missing(_ node: Node, _ path: String, isInFirst: Bool) {
    let place = node.box.place
    let type = Self.type(place)
    if report.options.ignores(path: path, type: type) { return }
    report.section(.container, path)
    let words = "\(type), \(place.size) bytes"
    report.add(Difference("", isInFirst ? words : nil, isInFirst ? nil : words))
  }

  private func fields(_ first: BoxPlace, _ second: BoxPlace, _ name: () -> String) throws(ByteError) {
    let path = name()
    if report.options.ignores(path: path, type: Self.type(first)) { return }
    if first.header.type != second.header.type {
      report.section(.container, path)
      report.compare("type", Self.type(first), Self.type(second))
    }
    if first.isCutOff != second.isCutOff {
      report.section(.container, path)
      report.compare("size", first.sizeWords, second.sizeWords)
    }
    switch first.header.type {
    // Parameter sets of tracks are compared element by element, samples by their bytes.
    case "avcC", "hvcC": if first.context.container != "ipco" { return }
    case "mdat": if !comparesMedia { return }
    case "free", "skip", "wide":
      report.section(.container, path)
      return report.compare("size", "\(first.size)", "\(second.size)")
    default: break
    }
    let (left, right) = (Self.range(first), Self.range(second))
    guard let place = try firstDifference(a, left, b, right) else { return }
    report.section(.container, path)
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

extension BoxPlace {
  /// Whether the box states a size that its parent or the file does not have.
  fileprivate var isCutOff: Bool { isBox && header.size > size }

  fileprivate var sizeWords: String { isCutOff ? "\(header.size) bytes, of which \(size) are there" : "\(size) bytes" }
}

/// Identifies boxes with the same parent: by type, or as sample entries.
private struct BoxKind: Hashable {
  /// The type, or the number of the user type, and above it what it is.
  let value: UInt64

  /// Any sample entry.
  static var entry: BoxKind { BoxKind(value: 0) }
  /// The outermost box of a tree.
  static var top: BoxKind { BoxKind(value: 1) }
  /// Bytes that are not a box.
  static var bytes: BoxKind { BoxKind(value: 2) }
  static func type(_ type: FourCC) -> BoxKind { BoxKind(value: 1 << 32 | UInt64(type.rawValue)) }
  static func userType(_ number: Int) -> BoxKind { BoxKind(value: 2 << 32 | UInt64(number)) }
}

/// The number of children of each kind that a box has so far.
private struct BoxCounts {
  private var counts: [BoxKind: Int32] = [:]

  /// The number of the next child, from 0.
  mutating func next(_ kind: BoxKind) -> Int32 {
    let number = counts[kind, default: 0]
    counts[kind] = number + 1
    return number
  }
}

/// Numbers for the paths of boxes in two trees: boxes whose types and numbers are the same up to the outermost box share one.
private final class BoxKeys {
  private struct Part: Hashable {
    let parent: Int32
    let number: Int32
    let kind: BoxKind
  }

  private var keys: [Part: Int32] = [:]
  private var userTypes: [BoxHeader.UserType: Int] = [:]

  /// All keys are below.
  var count: Int { keys.count }

  /// The kind of a box.
  func kind(_ place: BoxPlace) -> BoxKind {
    guard place.isBox else { return .bytes }
    guard let type = place.header.userType else { return .type(place.header.type) }
    let number = userTypes[type] ?? userTypes.count
    userTypes[type] = number
    return .userType(number)
  }

  /// The key of the box with a number among those of its kind in a parent.
  func key(in parent: Int32?, _ kind: BoxKind, _ number: Int32) -> Int32 {
    let part = Part(parent: parent ?? -1, number: number, kind: kind)
    if let known = keys[part] { return known }
    let key = Int32(keys.count)
    keys[part] = key
    return key
  }
}
