import BitstreamKit

/// How a picture is turned to be shown.
///
/// ISO/IEC 23008-12:2022, 6.5.10 `ImageRotation`.
public struct ImageRotation: TypedBox {
  public static let structureName: StaticString = "ImageRotation"
  public static var boxType: FourCC { "irot" }

  /// 0.
  public var reserved: UInt8 = 0
  /// In units of 90 degrees, against the clock.
  public var angle: UInt8 = 0

  /// Not turned.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("reserved", &reserved, bits: 6)
    try c.u("angle", &angle, bits: 2)
  }

  /// In degrees, against the clock: 0, 90, 180 or 270.
  public var degrees: Int { 90 * Int(angle & 3) }
}
