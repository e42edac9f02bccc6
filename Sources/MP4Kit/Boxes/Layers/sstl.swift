import BitstreamKit

/// SVC layers in a sub-track.
///
/// ISO/IEC 14496-15:2022, `SVCSubTrackLayerBox`. In `strd`.
public struct SVCSubTrackLayerBox: TypedBox {
  public static let structureName: StaticString = "SVCSubTrackLayerBox"
  public static var boxType: FourCC { "sstl" }

  /// A range of layers; each range value extends the corresponding ID.
  public struct Item: Equatable, Sendable {
    /// dependency_id of the NAL units.
    public var dependencyId: UInt8 = 0
    /// quality_id of the NAL units.
    public var qualityId: UInt8 = 0
    /// temporal_id of the NAL units.
    public var temporalId: UInt8 = 0
    /// priority_id of the NAL units.
    public var priorityId: UInt8 = 0
    /// Extent of the dependency_id range.
    public var dependencyIdRange: UInt8 = 0
    /// Extent of the quality_id range.
    public var qualityIdRange: UInt8 = 0
    /// Extent of the temporal_id range.
    public var temporalIdRange: UInt8 = 0
    /// Extent of the priority_id range.
    public var priorityIdRange: UInt8 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Layer ranges of the sub-track.
  public var items: [Item] = []

  /// Creates a box with no layers.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let itemCount = try c.count("item_count", items.count, bits: 16)
    try c.list("item", &items, count: itemCount, atLeast: 24, Item()) { (c, v, i) throws(SyntaxError) in
      try c.u("dependency_id", &v.dependencyId, bits: 3, at: i)
      try c.u("quality_id", &v.qualityId, bits: 4, at: i)
      try c.u("temporal_id", &v.temporalId, bits: 3, at: i)
      try c.u("priority_id", &v.priorityId, bits: 6, at: i)
      try c.u("dependency_id_range", &v.dependencyIdRange, bits: 2, at: i)
      try c.u("quality_id_range", &v.qualityIdRange, bits: 2, at: i)
      try c.u("temporal_id_range", &v.temporalIdRange, bits: 2, at: i)
      try c.u("priority_id_range", &v.priorityIdRange, bits: 2, at: i)
    }
  }
}
