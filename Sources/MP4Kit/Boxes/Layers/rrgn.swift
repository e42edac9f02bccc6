import BitstreamKit

/// Picture region that a tier covers.
///
/// ISO/IEC 14496-15:2022, `RectRegionBox`.
public struct RectRegionBox: TypedBox {
  public static let structureName: StaticString = "RectRegionBox"
  public static var boxType: FourCC { "rrgn" }

  /// ID of the tier whose picture contains the region.
  public var baseRegionTierID: UInt16 = 0
  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// The region; nil if it is dynamic.
  public var region: Region?

  /// Creates a box with default values (a dynamic region).
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

  /// A rectangle in luma samples.
  public struct Region: Equatable, Sendable {
    /// Offset from the left.
    public var horizontalOffset: UInt16 = 0
    /// Offset from the top.
    public var verticalOffset: UInt16 = 0
    /// Width.
    public var regionWidth: UInt16 = 0
    /// Height.
    public var regionHeight: UInt16 = 0

    /// Creates an instance with size 0.
    public init() {}
  }
}
