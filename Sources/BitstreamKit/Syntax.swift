/// A structure of a specification: its elements as stored properties, and one function that names them in their order.
///
/// Reading, writing, tracing, editing and generating walk the same `syntax`, so they cannot drift apart. Stored properties are what
/// was coded and nothing else: a presence flag is `optional != nil`, a count is `array.count`, both locals inside `syntax`.
public protocol Syntax: Equatable, Sendable {
  /// The structure's name in the specification, for errors and traces.
  static var structureName: StaticString { get }
  /// The smallest legal structure, which a reader then fills.
  init()
  /// Names every element in the order of the specification.
  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError)
}

/// A structure on a hot path: read once for each NAL unit, tag or chunk of a file.
///
/// Its `syntax` is generic, so that `BitReader` walks a specialised copy, at the price of compile time and code size.
public protocol FastSyntax: Syntax {
  /// Names every element in the order of the specification.
  mutating func syntax<C: ElementCoder>(_ c: inout C) throws(SyntaxError)
}

extension Syntax {
  /// Reads the structure from the first of `bytes`; later bytes are left alone.
  ///
  /// Structures of NAL units are read from the RBSP: without the NAL unit header and emulation prevention bytes. The bytes of a whole unit
  /// give wrong values and not necessarily an error; parameter sets have `init(nalUnit:)` for them, and `NALUnit` reads all types.
  /// - Throws: where the bytes end too early or contradict the specification.
  public init(parsing bytes: [UInt8], at offset: UInt64? = nil) throws(SyntaxError) {
    self.init()
    var reader = BitReader(bytes, fileOffset: offset)
    try reader.nested(&self)
  }

  /// The structure's own bytes; a last byte that is not full is filled with zero bits.
  /// - Throws: where the model contradicts itself or the specification.
  public func encoded() throws(SyntaxError) -> [UInt8] {
    var copy = self
    return try BitWriter.bytes(of: Self.structureName) { (c) throws(SyntaxError) in try copy.syntax(&c) }
  }

  /// Every element with its position and value, and the error that ended the walk, if one did.
  public static func trace(_ bytes: [UInt8], at offset: UInt64? = nil) -> TraceLog {
    TraceLog(BitReader(bytes, fileOffset: offset), structureName) { (c) throws(SyntaxError) in
      var value = Self()
      try value.syntax(&c)
    }
  }
}
