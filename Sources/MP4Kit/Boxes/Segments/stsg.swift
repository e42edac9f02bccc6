import BitstreamKit

/// Which groups of samples a part of a track has.
///
/// ISO/IEC 14496-12:2022, 8.14.6 `SubTrackSampleGroupBox`.
public struct SubTrackSampleGroupBox: TypedBox {
  public static let structureName: StaticString = "SubTrackSampleGroupBox"
  public static var boxType: FourCC { "stsg" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// What the samples are grouped by.
  public var groupingType: FourCC = "scif"
  /// The groups' descriptions, counted from 1.
  public var groupDescriptionIndices = PackedTable<UInt32>()

  /// No groups.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fourCC("grouping_type", &groupingType)
    let count = try c.count("item_count", groupDescriptionIndices.codedCount, bits: 16)
    try c.table("group_description_index", &groupDescriptionIndices, count: count)
  }
}
