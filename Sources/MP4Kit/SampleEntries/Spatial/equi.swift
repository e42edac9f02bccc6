import BitstreamKit

/// A sphere as a rectangle of longitudes and latitudes, and what is cut off it. All are parts of the whole, with 32 bits behind the point.
///
/// Google, Spherical Video V2 RFC, `equi`.
public struct EquirectangularProjectionBox: TypedBox {
  public static let structureName: StaticString = "EquirectangularProjectionBox"
  public static var boxType: FourCC { "equi" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Cut off the top.
  public var projectionBoundsTop: UInt32 = 0
  /// Cut off the bottom.
  public var projectionBoundsBottom: UInt32 = 0
  /// Cut off the left.
  public var projectionBoundsLeft: UInt32 = 0
  /// Cut off the right.
  public var projectionBoundsRight: UInt32 = 0

  /// The whole sphere.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fixedPoint("projection_bounds_top", &projectionBoundsTop, bits: 32, fraction: 32)
    try c.fixedPoint("projection_bounds_bottom", &projectionBoundsBottom, bits: 32, fraction: 32)
    try c.fixedPoint("projection_bounds_left", &projectionBoundsLeft, bits: 32, fraction: 32)
    try c.fixedPoint("projection_bounds_right", &projectionBoundsRight, bits: 32, fraction: 32)
  }
}
