import BitstreamKit

/// A region of the pictures, or a set of NAL units without one.
///
/// ISO/IEC 14496-15:2022, `RectangularRegionGroupEntry`.
public struct RectangularRegionGroupEntry: Syntax {
  public static let structureName: StaticString = "RectangularRegionGroupEntry"

  /// The group.
  public var groupID: UInt16 = 0
  /// 0; seven bits without a region, else two.
  public var reserved: UInt8 = 0
  /// The region; nil for none.
  public var region: Region?

  /// No region.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("groupID", &groupID, bits: 16)
    var hasRegion = region != nil
    try c.flag("rect_region_flag", &hasRegion)
    if !hasRegion { try c.u("reserved", &reserved, bits: 7) }
    var bits = reserved
    try c.when(hasRegion, &region, Region()) { (c, v) throws(SyntaxError) in try v.syntax(&c, reserved: &bits) }
    reserved = bits
  }

  /// A rectangle of luma samples.
  public struct Region: Equatable, Sendable {
    /// Whether the region depends on others: 0 within a sequence, 1 within the same picture, 2 on none.
    public var independentIdc: UInt8 = 0
    /// Whether filters stop at its edges.
    public var filteringDisabled = false
    /// From the left and the top; nil for the whole picture.
    public var offset: Offset?
    /// The width.
    public var regionWidth: UInt16 = 0
    /// The height.
    public var regionHeight: UInt16 = 0
    /// The groups that the region depends on; nil where they are not listed.
    public var dependencies: [UInt16]?

    /// The whole picture, of no size.
    public init() {}

    mutating func syntax(_ c: inout SyntaxCoder, reserved: inout UInt8) throws(SyntaxError) {
      try c.u("independent_idc", &independentIdc, bits: 2)
      var isWhole = offset == nil
      try c.flag("full_picture", &isWhole)
      try c.flag("filtering_disabled", &filteringDisabled)
      var hasList = dependencies != nil
      try c.flag("has_dependency_list", &hasList)
      try c.u("reserved", &reserved, bits: 2)
      try c.when(!isWhole, &offset, Offset()) { (c, v) throws(SyntaxError) in
        try c.u("horizontal_offset", &v.horizontalOffset, bits: 16)
        try c.u("vertical_offset", &v.verticalOffset, bits: 16)
      }
      try c.u("region_width", &regionWidth, bits: 16)
      try c.u("region_height", &regionHeight, bits: 16)
      try c.when(hasList, &dependencies, []) { (c, v) throws(SyntaxError) in
        let count = try c.count("dependency_rect_region_count", v.count, bits: 16)
        try c.list("dependencyRectRegionGroupID", &v, count: count, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
          try c.u("dependencyRectRegionGroupID", &v, bits: 16, at: i)
        }
      }
    }
  }

  /// Where a region starts.
  public struct Offset: Equatable, Sendable {
    /// From the left.
    public var horizontalOffset: UInt16 = 0
    /// From the top.
    public var verticalOffset: UInt16 = 0

    /// The first sample.
    public init() {}
  }
}
