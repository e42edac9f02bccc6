import BitstreamKit

/// Sample groups in a sub-track.
///
/// ISO/IEC 14496-12:2022, 8.14.6 `SubTrackSampleGroupBox`.
public struct SubTrackSampleGroupBox: TypedBox {
  public static let structureName: StaticString = "SubTrackSampleGroupBox"
  public static var boxType: FourCC { "stsg" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Grouping type.
  public var groupingType: FourCC = "scif"
  /// 1-based group description indices.
  public var groupDescriptionIndices = PackedTable<UInt32>()

  /// Creates a box with no groups.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fourCC("grouping_type", &groupingType)
    let count = try c.count("item_count", groupDescriptionIndices.codedCount, bits: 16)
    try c.table("group_description_index", &groupDescriptionIndices, count: count)
  }
}
