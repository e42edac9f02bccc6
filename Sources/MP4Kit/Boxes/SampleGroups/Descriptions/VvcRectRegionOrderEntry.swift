import BitstreamKit

/// Order of the rectangular regions of other tracks in a VVC picture, and which of them may replace one another.
///
/// ISO/IEC 14496-15:2022, `VvcRectRegionOrderEntry`.
public struct VvcRectRegionOrderEntry: Syntax {
  public static let structureName: StaticString = "VvcRectRegionOrderEntry"

  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Sets of regions that may replace one another, at most 65,535.
  public var alternateRegionSets: [AlternateRegionSet] = []
  /// IDs of regions or of alternate region sets, in decoding order, at most 65,535.
  public var regionIDs: [UInt16] = []
  /// Rewriting of subpicture IDs in parameter sets; nil if they stay unchanged.
  public var rewriting: VvcSubpicOrderEntry.Rewriting?

  /// Creates an entry with no regions.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    var hasInfo = rewriting != nil
    try c.flag("subpic_id_info_flag", &hasInfo)
    try c.u("reserved", &reserved, bits: 7)
    let setCount = try c.count("num_alternate_region_set", alternateRegionSets.count, bits: 16)
    try c.list("num_alternate_region_set", &alternateRegionSets, count: setCount, atLeast: 32, AlternateRegionSet()) {
      (c, v, i) throws(SyntaxError) in try v.syntax(&c, i)
    }
    // As printed: the loop counts to `num_regions_minus1`, exclusive.
    let regionCount = try c.count("num_regions_minus1", regionIDs.count, bits: 16)
    try c.list("region_id", &regionIDs, count: regionCount, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("region_id", &v, bits: 16, at: i)
    }
    try c.when(hasInfo, &rewriting, VvcSubpicOrderEntry.Rewriting()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
  }

  /// Regions that may replace one another.
  public struct AlternateRegionSet: Equatable, Sendable {
    /// ID of the set.
    public var id: UInt16 = 0
    /// Group IDs of its regions, at most 65,535.
    public var groupIDs: [UInt16] = []

    /// Creates a set with no regions.
    public init() {}

    mutating func syntax(_ c: inout SyntaxCoder, _ i: Int) throws(SyntaxError) {
      let count = try c.count("num_regions_in_set", groupIDs.count, bits: 16, at: i)
      try c.u("alternate_region_set_id", &id, bits: 16, at: i)
      try c.list("groupID", &groupIDs, count: count, atLeast: 16, 0) { (c, v, j) throws(SyntaxError) in
        try c.u("groupID", &v, bits: 16, at: i, j)
      }
    }
  }
}
