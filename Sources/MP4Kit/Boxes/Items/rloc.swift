import BitstreamKit

/// Position of a tile within its larger picture.
///
/// ISO/IEC 23008-12:2022, 6.5.7 `RelativeLocationProperty`.
public struct RelativeLocationProperty: TypedBox {
  public static let structureName: StaticString = "RelativeLocationProperty"
  public static var boxType: FourCC { "rloc" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Offset from the left in pixels.
  public var horizontalOffset: UInt32 = 0
  /// Offset from the top in pixels.
  public var verticalOffset: UInt32 = 0

  /// Creates an instance with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("horizontal_offset", &horizontalOffset, bits: 32)
    try c.u("vertical_offset", &verticalOffset, bits: 32)
  }
}
