import BitstreamKit

/// A sphere as the six sides of a cube.
///
/// Google, Spherical Video V2 RFC, `cbmp`.
public struct CubemapProjectionBox: TypedBox {
  public static let structureName: StaticString = "CubemapProjectionBox"
  public static var boxType: FourCC { "cbmp" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// 0: three columns and two rows: right, left, up, down, front, back.
  public var layout: UInt32 = 0
  /// Pixels around each side.
  public var padding: UInt32 = 0

  /// Sides without a border.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("layout", &layout, bits: 32)
    try c.u("padding", &padding, bits: 32)
  }
}
