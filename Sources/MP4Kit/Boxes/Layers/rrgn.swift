import BitstreamKit

/// The region of the picture that a tier codes.
///
/// ISO/IEC 14496-15:2022, `RectRegionBox`.
public struct RectRegionBox: TypedBox {
  public static let structureName: StaticString = "RectRegionBox"
  public static var boxType: FourCC { "rrgn" }

  /// The tier whose picture the region is in.
  public var baseRegionTierID: UInt16 = 0
  /// 0.
  public var reserved: UInt8 = 0
  /// Where the region is; nil where it moves.
  public var region: Region?

  /// A region that moves.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("base_region_tierID", &baseRegionTierID, bits: 16)
    var isDynamic = region == nil
    try c.flag("dynamic_rect", &isDynamic)
    try c.u("reserved", &reserved, bits: 7)
    try c.when(!isDynamic, &region, Region()) { (c, v) throws(SyntaxError) in
      try c.u("horizontal_offset", &v.horizontalOffset, bits: 16)
      try c.u("vertical_offset", &v.verticalOffset, bits: 16)
      try c.u("region_width", &v.regionWidth, bits: 16)
      try c.u("region_height", &v.regionHeight, bits: 16)
    }
  }

  /// A rectangle of luma samples.
  public struct Region: Equatable, Sendable {
    /// From the left.
    public var horizontalOffset: UInt16 = 0
    /// From the top.
    public var verticalOffset: UInt16 = 0
    /// The width.
    public var regionWidth: UInt16 = 0
    /// The height.
    public var regionHeight: UInt16 = 0

    /// No size.
    public init() {}
  }
}
