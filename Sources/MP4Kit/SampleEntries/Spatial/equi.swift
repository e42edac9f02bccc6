import BitstreamKit

/// Equirectangular projection of a sphere, with cropping. Bounds are fractions of the full picture as 0.32 fixed point.
///
/// Google, Spherical Video V2 RFC, `equi`.
public struct EquirectangularProjectionBox: TypedBox {
  public static let structureName: StaticString = "EquirectangularProjectionBox"
  public static var boxType: FourCC { "equi" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Fraction cropped at the top.
  public var projectionBoundsTop: UInt32 = 0
  /// Fraction cropped at the bottom.
  public var projectionBoundsBottom: UInt32 = 0
  /// Fraction cropped at the left.
  public var projectionBoundsLeft: UInt32 = 0
  /// Fraction cropped at the right.
  public var projectionBoundsRight: UInt32 = 0

  /// Creates a box with default values (the whole sphere).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fixedPoint("projection_bounds_top", &projectionBoundsTop, bits: 32, fraction: 32)
    try c.fixedPoint("projection_bounds_bottom", &projectionBoundsBottom, bits: 32, fraction: 32)
    try c.fixedPoint("projection_bounds_left", &projectionBoundsLeft, bits: 32, fraction: 32)
    try c.fixedPoint("projection_bounds_right", &projectionBoundsRight, bits: 32, fraction: 32)
  }
}
