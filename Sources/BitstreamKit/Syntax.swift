/// A structure of a specification: its elements as stored properties, and one function that names them in their order.
///
/// Readers, writers, tracers and generators walk the same `syntax`, so they cannot drift apart. Stored properties are what was
/// coded and nothing else: a presence flag is `optional != nil`, a count is `array.count`, both locals inside `syntax`.
public protocol Syntax: Equatable, Sendable {
  /// The structure's name in the specification, for errors and traces.
  static var structureName: StaticString { get }
  /// The smallest legal structure, which a reader then fills.
  init()
  /// Names every element in the order of the specification.
  mutating func syntax<C: SyntaxCoder>(_ c: inout C) throws(SyntaxError)
}

extension Syntax {
  /// Reads the structure from the first of `bytes`; bytes behind it are left alone.
  /// - Throws: where the bytes end too early or contradict the specification.
  @inlinable public init(parsing bytes: [UInt8], at offset: UInt64? = nil) throws(SyntaxError) {
    var reader = BitReader(bytes, fileOffset: offset)
    self.init()
    try reader.nested(&self)
  }

  /// The structure's own bytes; a last byte that is not full is filled with zero bits.
  /// - Throws: where the model contradicts itself or the specification.
  @inlinable public func encoded() throws(SyntaxError) -> [UInt8] {
    var writer = BitWriter()
    var copy = self
    try writer.nested(&copy)
    return writer.finish()
  }

  /// Every element with its position and value, and the error that ended the walk, if one did.
  @inlinable public static func trace(_ bytes: [UInt8], at offset: UInt64? = nil) -> TraceLog {
    var tracer = Tracer(BitReader(bytes, fileOffset: offset), TraceLog())
    var value = Self()
    do { try tracer.nested(&value) } catch { tracer.sink.error = error }
    return tracer.sink
  }
}
