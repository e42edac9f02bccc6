import BitstreamKit

/// VVC tracks that a player can switch between.
///
/// ISO/IEC 14496-15:2022, `SwitchableTracks`. In `grpl`.
public struct SwitchableTracksGroupBox: TypedBox {
  public static let structureName: StaticString = "SwitchableTracksGroupBox"
  public static var boxType: FourCC { "swtk" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Group ID.
  public var groupID: UInt32 = 0
  /// Track IDs.
  public var entityIDs: [UInt32] = []
  /// Switch hierarchy ID of each track; tracks with equal IDs are interchangeable.
  public var trackSwitchHierarchyIDs: [UInt16] = []

  /// Creates a box with no tracks.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("group_id", &groupID, bits: 32)
    let count = try c.count("num_entities_in_group", entityIDs.count, bits: 32)
    try c.list("entity_id", &entityIDs, count: count, atLeast: 32, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("entity_id", &v, bits: 32, at: i)
    }
    try c.list("track_switch_hierarchy_id", &trackSwitchHierarchyIDs, count: count, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("track_switch_hierarchy_id", &v, bits: 16, at: i)
    }
  }
}
