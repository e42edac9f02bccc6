import BitstreamKit

/// A group of related items and tracks, in `grpl`: `altr` for alternatives, `ster` for a stereo pair, `eqiv` for equivalents, and others.
///
/// ISO/IEC 14496-12:2022, 8.18.3 `EntityToGroupBox`. Fields specific to a grouping type follow the entity IDs.
public struct EntityToGroupBox: Box {
  public static let structureName: StaticString = "EntityToGroupBox"

  /// FullBox version: usually 0.
  public var version: UInt8 = 0
  /// FullBox flags: specific to the grouping type.
  public var flags: UInt32 = 0
  /// Group ID.
  public var groupId: UInt32 = 0
  /// Item and track IDs.
  public var entityIDs = PackedTable<UInt32>()

  /// Creates a box with no entities.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...255)
    try c.u("group_id", &groupId, bits: 32)
    let count = try c.count("num_entities_in_group", entityIDs.codedCount, bits: 32)
    try c.table("entity_id", &entityIDs, count: count)
  }
}
