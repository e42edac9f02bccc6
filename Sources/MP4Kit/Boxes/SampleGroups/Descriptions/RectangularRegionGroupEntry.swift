import BitstreamKit

/// A rectangular picture region, or a set of NAL units without a region.
///
/// ISO/IEC 14496-15:2022, `RectangularRegionGroupEntry`.
public struct RectangularRegionGroupEntry: Syntax {
  public static let structureName: StaticString = "RectangularRegionGroupEntry"

  /// Group ID.
  public var groupID: UInt16 = 0
  /// Reserved: 0; 7 bits if there is no region, otherwise 2.
  public var reserved: UInt8 = 0
  /// Region; nil if absent.
  public var region: Region?

  /// Creates an entry with no region.
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

  /// A rectangle in luma samples.
  public struct Region: Equatable, Sendable {
    /// Dependency on other regions: 0 within a sequence, 1 within the same picture, 2 none.
    public var independentIdc: UInt8 = 0
    /// Whether in-loop filters are disabled across the region boundary.
    public var filteringDisabled = false
    /// Offset of the region; nil if it covers the whole picture.
    public var offset: Offset?
    /// Width.
    public var regionWidth: UInt16 = 0
    /// Height.
    public var regionHeight: UInt16 = 0
    /// Group IDs of the regions that this region depends on; nil if not listed.
    public var dependencies: [UInt16]?

    /// Creates an instance with default values.
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

  /// Offset of a region.
  public struct Offset: Equatable, Sendable {
    /// Offset from the left.
    public var horizontalOffset: UInt16 = 0
    /// Offset from the top.
    public var verticalOffset: UInt16 = 0

    /// Creates an instance with default values (offset 0).
    public init() {}
  }
}
