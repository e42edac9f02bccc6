import BitstreamKit

/// Items and tracks that belong together, in `grpl`: `altr` one of them in place of another, `ster` two eyes, `eqiv` the same, and so on.
///
/// ISO/IEC 14496-12:2022, 8.15.3 `EntityToGroupBox`. What a kind of groups adds stands behind the numbers.
public struct EntityToGroupBox: Box {
  public static let structureName: StaticString = "EntityToGroupBox"

  /// 0, as a rule.
  public var version: UInt8 = 0
  /// As the kind says.
  public var flags: UInt32 = 0
  /// The group.
  public var groupId: UInt32 = 0
  /// Items' and tracks' numbers.
  public var entityIDs = PackedTable<UInt32>()

  /// No entities.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...255)
    try c.u("group_id", &groupId, bits: 32)
    let count = try c.count("num_entities_in_group", entityIDs.codedCount, bits: 32)
    try c.table("entity_id", &entityIDs, count: count)
  }
}
