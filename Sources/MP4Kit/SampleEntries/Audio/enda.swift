import BitstreamKit

/// Which byte of a sample comes first, in `wave`.
///
/// QuickTime File Format, "Sound Sample Description Extensions", `enda`.
public struct LittleEndianBox: TypedBox {
  public static let structureName: StaticString = "LittleEndianBox"
  public static var boxType: FourCC { "enda" }

  /// 1: the lowest byte.
  public var littleEndian: UInt16 = 1

  /// The lowest byte.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("littleEndian", &littleEndian, bits: 16)
  }
}
