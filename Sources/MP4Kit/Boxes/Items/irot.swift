import BitstreamKit

/// Rotation of a picture for display.
///
/// ISO/IEC 23008-12:2022, 6.5.10 `ImageRotation`.
public struct ImageRotation: TypedBox {
  public static let structureName: StaticString = "ImageRotation"
  public static var boxType: FourCC { "irot" }

  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Anticlockwise rotation in units of 90 degrees.
  public var angle: UInt8 = 0

  /// Creates an instance with default values (no rotation).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("reserved", &reserved, bits: 6)
    try c.u("angle", &angle, bits: 2)
  }

  /// Anticlockwise rotation in degrees: 0, 90, 180 or 270.
  public var degrees: Int { 90 * Int(angle & 3) }
}
