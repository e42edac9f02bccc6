import BitstreamKit

/// Constructors that an HEVC extractor without constructors of its own uses.
///
/// The constructors are kept as bytes: the size of their offsets is in the decoder configuration, outside of this box.
///
/// ISO/IEC 14496-15:2022, `DefaultHevcExtractorConstructorBox`.
public struct DefaultHevcExtractorConstructorBox: TypedBox {
  public static let structureName: StaticString = "DefaultHevcExtractorConstructorBox"
  public static var boxType: FourCC { "dhec" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Number of constructors.
  public var numEntries: UInt32 = 0
  /// The constructors, each of which begins with `constructor_type` and `flags`.
  public var constructors: [UInt8] = []

  /// Creates a box with no constructors.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("num_entries", &numEntries, bits: 32)
    try c.restBytes("constructors", &constructors)
  }
}
