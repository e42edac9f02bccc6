import BitstreamKit

/// The boxes of a source, or of a part of it, by their places: an index. What stands in a box is read when it is asked for.
public struct BoxTree<Source: ByteSource> {
  /// A box, and how it hangs in the tree.
  public struct Node: Sendable {
    /// Where the box is and what its header says.
    public var place: BoxPlace
    /// The index of the box around it; nil at the top level.
    public var parent: Int?
    /// The index of the first box behind it that does not stand inside of it; the number of nodes for the last.
    public var next: Int
  }

  /// The boxes in their order, each before those inside of it, runs of bytes that are none among them.
  public private(set) var nodes: [Node] = []
  /// What was wrong on the way.
  public private(set) var findings: [BoxFinding] = []
  /// Where the bytes come from.
  public var source: Source

  /// The most boxes that a tree holds, 24 MiB of nodes: those after them are left out, with a finding.
  public static var mostNodes: Int { 1 << 17 }

  /// The largest box that is read whole, in bytes.
  public static var mostBoxBytes: Int { 16 << 20 }

  /// Walks a source, or the boxes between `start` and `end` of it, which stand in `context`.
  /// - Throws: where the source cannot be read. What is broken in the file is a finding.
  public init(
    _ source: Source, from start: UInt64 = 0, to end: UInt64? = nil, in context: BoxContext = BoxContext()
  ) throws(ByteError) {
    var walker = BoxWalker(source, from: start, to: end, in: context)
    var open: [Int] = []
    var overflow: BoxFinding?
    while let place = try walker.next() {
      if nodes.count == Self.mostNodes {
        overflow = BoxFinding(
          path: walker.path, offset: place.offset, message: "more than \(Self.mostNodes) boxes: those from here on are not read")
        break
      }
      while open.count > place.depth { nodes[open.removeLast()].next = nodes.count }
      nodes.append(Node(place: place, parent: open.last, next: nodes.count + 1))
      if place.childrenOffset != nil { open.append(nodes.count - 1) }
    }
    while let last = open.popLast() { nodes[last].next = nodes.count }
    findings = walker.findings + (overflow.map { [$0] } ?? [])
    self.source = walker.window.source
  }

  /// The boxes that stand directly in a box, or at the top level.
  public func children(of parent: Int?) -> [Int] {
    var found: [Int] = []
    var index = parent.map { $0 + 1 } ?? 0
    let end = parent.map { nodes[$0].next } ?? nodes.count
    while index < end {
      if nodes[index].place.isBox { found.append(index) }
      index = nodes[index].next
    }
    return found
  }

  /// The first box of a type directly in a box, or at the top level.
  public func child(_ type: FourCC, of parent: Int?) -> Int? {
    var index = parent.map { $0 + 1 } ?? 0
    let end = parent.map { nodes[$0].next } ?? nodes.count
    while index < end {
      if nodes[index].place.isBox, nodes[index].place.header.type == type { return index }
      index = nodes[index].next
    }
    return nil
  }

  /// The boxes that a path names, from the top level or from inside of a box: `moov/trak[1]/mdia/mdhd`, where `[1]` is the second of
  /// its type and no number means every one.
  public func find(_ path: String, in parent: Int? = nil) -> [Int] {
    var found: [Int?] = [parent]
    for step in path.utf8.split(separator: UInt8(ascii: "/")) {
      guard let step = BoxPathStep(Array(step)) else { return [] }
      var next: [Int?] = []
      for box in found {
        let alike = children(of: box).filter { nodes[$0].place.header.type == step.type }
        if let index = step.index {
          if index < alike.count { next.append(alike[index]) }
        } else {
          for child in alike { next.append(child) }
        }
      }
      found = next
    }
    return found.compactMap { $0 }
  }

  /// The first box that a path names.
  public subscript(path: String) -> Int? { find(path).first }

  /// The bytes behind the header, boxes inside and all, at most `limit` of them.
  public mutating func payload(of node: Int, limit: Int = Int.max) throws(ByteError) -> [UInt8] {
    let place = nodes[node].place
    var bytes: [UInt8] = []
    try source.read(at: place.payloadOffset, count: Int(clamping: min(place.payloadSize, UInt64(max(0, limit)))), into: &bytes)
    return bytes
  }

  /// Reads a box's fields.
  ///
  /// A table that reaches behind the first `limit` bytes is left where it is (`PackedTable.unreadOffset`, counted from the first byte
  /// behind the header).
  /// - Throws: where they cannot be read: `BoxReadError`.
  public mutating func read<B: Box>(_ type: B.Type, at node: Int, limit: Int = Int.max) throws(BoxReadError) -> B {
    let place = nodes[node].place
    if limit == Int.max, place.payloadSize > UInt64(Self.mostBoxBytes) {
      let reason = "a box of \(place.size) bytes: no more than \(Self.mostBoxBytes >> 20) MiB are read"
      throw .syntax(SyntaxError(.overLimit(reason), element: "size", byteOffset: place.offset).inside(B.structureName))
    }
    let bytes: [UInt8]
    do { bytes = try payload(of: node, limit: limit) } catch { throw .bytes(error) }
    var reader = BitReader(heading: bytes, of: place.payloadSize, policy: .lenient, fileOffset: place.payloadOffset)
    var box = B()
    do { try reader.nested(&box) } catch { throw .syntax(error) }
    return box
  }

  /// Reads the fields of the first box that a path names; nil where there is none.
  public mutating func read<B: Box>(_ type: B.Type, at path: String) throws(BoxReadError) -> B? {
    guard let node = self[path] else { return nil }
    return try read(type, at: node)
  }
}

/// Why a box could not be read.
public enum BoxReadError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The source failed.
  case bytes(ByteError)
  /// The bytes are not what the box's type promises.
  case syntax(SyntaxError)

  /// One line.
  public var description: String {
    switch self {
    case .bytes(let error): error.description
    case .syntax(let error): error.description
    }
  }
}

/// A step of a path: a type, and which of the boxes of that type.
public struct BoxPathStep: Equatable, Sendable {
  /// The type.
  public var type: FourCC
  /// Which of its like, counted from 0; nil for all of them.
  public var index: Int?

  /// `trak`, `trak[1]`; bytes that are no ASCII as `%XX`, as a type is shown. nil for anything else.
  public init?(_ text: [UInt8]) {
    var code: [UInt8] = []
    var at = 0
    while at < text.count, text[at] != UInt8(ascii: "[") {
      if text[at] == UInt8(ascii: "%"), at + 2 < text.count, let high = Self.digit(text[at + 1]), let low = Self.digit(text[at + 2]) {
        code.append(high << 4 | low)
        at += 3
      } else if text[at] == 0xC2 || text[at] == 0xC3, at + 1 < text.count {
        // ©, as people type it, is one byte of Latin-1.
        code.append(text[at] << 6 | text[at + 1] & 0x3F)
        at += 2
      } else {
        code.append(text[at])
        at += 1
      }
    }
    if code.count > 4 || code.isEmpty { return nil }
    while code.count < 4 { code.append(0x20) }
    type = FourCC(rawValue: UInt32(truncatingIfNeeded: code.bigEndian64(at: 0) >> 32))
    if at == text.count { return }
    guard text.last == UInt8(ascii: "]"), text.count - at > 2, text.count - at < 12 else { return nil }
    var number = 0
    for byte in text[(at + 1)..<(text.count - 1)] {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      number = number * 10 + Int(byte - 0x30)
    }
    index = number
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
