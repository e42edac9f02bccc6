import BitstreamKit

/// Cubemap projection of a sphere.
///
/// Google, Spherical Video V2 RFC, `cbmp`.
public struct CubemapProjectionBox: TypedBox {
  public static let structureName: StaticString = "CubemapProjectionBox"
  public static var boxType: FourCC { "cbmp" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// 0: three columns by two rows: right, left, up, down, front, back.
  public var layout: UInt32 = 0
  /// Padding around each face in pixels.
  public var padding: UInt32 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("layout", &layout, bits: 32)
    try c.u("padding", &padding, bits: 32)
  }
}
