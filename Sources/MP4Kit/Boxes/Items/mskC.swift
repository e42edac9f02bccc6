import BitstreamKit

/// Sample depth of a mask.
///
/// ISO/IEC 23008-12:2022, `MaskConfigurationProperty`.
public struct MaskConfigurationProperty: TypedBox {
  public static let structureName: StaticString = "MaskConfigurationProperty"
  public static var boxType: FourCC { "mskC" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Bits per pixel: 1, 2, 4, 8 or 16.
  public var bitsPerPixel: UInt8 = 8

  /// Creates an instance with default values (8 bits).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("bits_per_pixel", &bitsPerPixel, bits: 8)
  }
}
