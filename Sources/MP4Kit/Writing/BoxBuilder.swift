import BitstreamKit

/// Puts boxes one behind the other and inside one another; sizes are filled in when a box ends.
public struct BoxBuilder: Sendable {
  /// What was written so far.
  public private(set) var bytes: [UInt8] = []

  /// Nothing as yet.
  public init() {}

  /// A box of a known type, with the boxes that `body` puts inside behind its fields.
  /// - Throws: where the box's fields contradict themselves, or it is larger than 4 GiB.
  public mutating func box<B: TypedBox>(
    _ box: B, _ body: (inout BoxBuilder) throws(SyntaxError) -> Void = { (_) throws(SyntaxError) in }
  ) throws(SyntaxError) {
    try self.box(B.boxType, box, body)
  }

  /// A box under a type of its own choice.
  public mutating func box<B: Box>(
    _ type: FourCC, _ box: B, _ body: (inout BoxBuilder) throws(SyntaxError) -> Void = { (_) throws(SyntaxError) in }
  ) throws(SyntaxError) {
    let fields: [UInt8]
    do { fields = try box.encoded() } catch {
      throw SyntaxError(error.reason, element: error.element, path: [type.description] + error.path)
    }
    try self.box(type) { (builder) throws(SyntaxError) in
      builder.bytes.append(contentsOf: fields)
      try body(&builder)
    }
  }

  /// A box of boxes without fields.
  public mutating func box(_ type: FourCC, _ body: (inout BoxBuilder) throws(SyntaxError) -> Void) throws(SyntaxError) {
    let start = bytes.count
    append(UInt64(type.rawValue), bytes: 8)
    try body(&self)
    guard let size = UInt32(exactly: bytes.count - start) else {
      throw SyntaxError(.overLimit("a box of more than 4 GiB"), element: "size", path: [type.description])
    }
    for place in 0..<4 { bytes[start + place] = UInt8(truncatingIfNeeded: size >> UInt32(24 - 8 * place)) }
  }

  /// Bytes as they are: whole boxes that were read elsewhere.
  public mutating func raw(_ other: [UInt8]) { bytes.append(contentsOf: other) }

  /// A big-endian number of so many bytes.
  mutating func append(_ value: UInt64, bytes count: Int) {
    for place in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place))) }
  }
}
