import BitstreamKit

/// Byte order of samples, in `wave`.
///
/// QuickTime File Format, "Sound Sample Description Extensions", `enda`.
public struct LittleEndianBox: TypedBox {
  public static let structureName: StaticString = "LittleEndianBox"
  public static var boxType: FourCC { "enda" }

  /// 1 for little-endian.
  public var littleEndian: UInt16 = 1

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("littleEndian", &littleEndian, bits: 16)
  }
}
