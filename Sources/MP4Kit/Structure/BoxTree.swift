import BitstreamKit

/// An index of the boxes in a source, or in a range of it. The content of a box is read on request.
public struct BoxTree<Source: ByteSource> {
  /// The boxes in file order, parents before children. Byte runs that are not boxes are included.
  public private(set) var nodes: [BoxNode] = []
  /// The errors found while walking the source.
  public private(set) var findings: [BoxFinding] = []
  /// The source of the bytes.
  public var source: Source

  /// The maximum number of nodes in a tree (9 MiB). Boxes beyond it are omitted, with a finding.
  public static var maxNodes: Int { 1 << 17 }

  /// The size of the largest box that `read` reads whole, in bytes.
  public static var maxBoxBytes: Int { 16 << 20 }

  /// Walks a source, or the boxes between offsets `start` and `end`, whose parent is described by `context`.
  /// - Throws: `ByteError` if the source cannot be read. Errors in the file are findings.
  public init(
    _ source: Source, from start: UInt64 = 0, to end: UInt64? = nil, in context: BoxContext = BoxContext()
  ) throws(ByteError) {
    var walker = BoxWalker(source, from: start, to: end, in: context)
    var open: [Int] = []
    var overflow: BoxFinding?
    while let place = try walker.next() {
      if nodes.count == Self.maxNodes {
        overflow = BoxFinding(
          path: walker.path, offset: place.offset, message: "more than \(Self.maxNodes) boxes: the remaining boxes are not read")
        break
      }
      while open.count > place.depth { nodes[open.removeLast()].next = nodes.count }
      nodes.append(BoxNode(place, parent: open.last, next: nodes.count + 1))
      if place.childrenOffset != nil { open.append(nodes.count - 1) }
    }
    while let last = open.popLast() { nodes[last].next = nodes.count }
    findings = walker.findings + (overflow.map { [$0] } ?? [])
    self.source = walker.window.source
  }

  /// The direct children of a box, or the boxes at the top level.
  public func children(of parent: Int?) -> [Int] {
    var found: [Int] = []
    var index = parent.map { $0 + 1 } ?? 0
    let end = parent.map { nodes[$0].next } ?? nodes.count
    while index < end {
      if nodes[index].isBox { found.append(index) }
      index = nodes[index].next
    }
    return found
  }

  /// The first direct child of a type, or the first box of that type at the top level.
  public func child(_ type: FourCC, of parent: Int?) -> Int? {
    var index = parent.map { $0 + 1 } ?? 0
    let end = parent.map { nodes[$0].next } ?? nodes.count
    while index < end {
      if nodes[index].isBox(type) { return index }
      index = nodes[index].next
    }
    return nil
  }

  /// The boxes at a path, relative to the top level or to a box: `moov/trak[1]/mdia/mdhd`. `[1]` selects the second box of its type;
  /// without an index, every box of the type matches.
  public func find(_ path: String, in parent: Int? = nil) -> [Int] {
    var found: [Int?] = [parent]
    for step in path.utf8.split(separator: UInt8(ascii: "/")) {
      guard let step = BoxPathStep(Array(step)) else { return [] }
      var next: [Int?] = []
      for box in found {
        let alike = children(of: box).filter { nodes[$0].isBox(step.type) }
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

  /// The first box at a path; nil if there is none.
  public subscript(path: String) -> Int? { find(path).first }

  /// The box of a type that configures a codec, in a sample entry; QuickTime has that of sound in `wave`.
  package func configuration(_ type: FourCC, of entry: Int) -> Int? {
    child(type, of: entry) ?? child("wave", of: entry).flatMap { child(type, of: $0) }
  }

  /// The bytes after the header, child boxes included, at most `limit` bytes.
  public mutating func payload(of node: Int, limit: Int = Int.max) throws(ByteError) -> [UInt8] {
    let place = nodes[node].place
    var bytes: [UInt8] = []
    try source.read(at: place.payloadOffset, count: Int(clamping: min(place.payloadSize, UInt64(max(0, limit)))), into: &bytes)
    return bytes
  }

  /// Reads a box's fields.
  ///
  /// A table that extends beyond the first `limit` bytes is not read (`PackedTable.unreadOffset`, counted from the first byte after the
  /// header).
  /// - Throws: `BoxReadError` if the source fails or the bytes do not follow the syntax of the box.
  public mutating func read<B: Box>(_ type: B.Type, at node: Int, limit: Int = Int.max) throws(BoxReadError) -> B {
    var box = B()
    try read(node, limit, B.structureName) { (c) throws(SyntaxError) in try box.syntax(&c) }
    return box
  }

  /// Reads the fields of a box, which `body` walks.
  @inline(never) private mutating func read(
    _ node: Int, _ limit: Int, _ name: StaticString, _ body: (inout SyntaxCoder) throws(SyntaxError) -> Void
  ) throws(BoxReadError) {
    let place = nodes[node].place
    if limit == Int.max, place.payloadSize > UInt64(Self.maxBoxBytes) {
      let reason = "box of \(place.size) bytes exceeds the limit of \(Self.maxBoxBytes >> 20) MiB"
      throw .syntax(SyntaxError(.overLimit(reason), element: "size", byteOffset: place.offset).inside(name))
    }
    let bytes: [UInt8]
    do { bytes = try payload(of: node, limit: limit) } catch { throw .bytes(error) }
    var reader = BitReader(heading: bytes, of: place.payloadSize, policy: .lenient, fileOffset: place.payloadOffset)
    do { try reader.walk(name, body) } catch { throw .syntax(error) }
  }

  /// Reads the fields of the first box at a path; nil if there is none.
  public mutating func read<B: Box>(_ type: B.Type, at path: String) throws(BoxReadError) -> B? {
    guard let node = self[path] else { return nil }
    return try read(type, at: node)
  }
}

/// Why a box could not be read.
public enum BoxReadError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The source failed.
  case bytes(ByteError)
  /// The bytes do not follow the syntax of the box.
  case syntax(SyntaxError)

  /// One line.
  public var description: String {
    switch self {
    case .bytes(let error): error.description
    case .syntax(let error): error.description
    }
  }
}

/// A step of a box path: a type and an optional index.
public struct BoxPathStep: Equatable, Sendable {
  /// The type.
  public var type: FourCC
  /// The index among boxes of that type, counted from 0; nil for all of them.
  public var index: Int?

  /// Parses `trak` or `trak[1]`; non-ASCII bytes are written as `%XX`. Returns nil for anything else.
  public init?(_ text: [UInt8]) {
    var code: [UInt8] = []
    var at = 0
    while at < text.count, text[at] != UInt8(ascii: "[") {
      if text[at] == UInt8(ascii: "%"), at + 2 < text.count, let high = Self.digit(text[at + 1]), let low = Self.digit(text[at + 2]) {
        code.append(high << 4 | low)
        at += 3
      } else if text[at] == 0xC2 || text[at] == 0xC3, at + 1 < text.count {
        // A typed © is UTF-8 here but one byte of Latin-1 in the file.
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
