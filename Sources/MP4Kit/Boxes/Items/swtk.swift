import BitstreamKit

/// Tracks of VVC between which a player can switch.
///
/// ISO/IEC 14496-15:2022, `SwitchableTracks`. In `grpl`.
public struct SwitchableTracksGroupBox: TypedBox {
  public static let structureName: StaticString = "SwitchableTracksGroupBox"
  public static var boxType: FourCC { "swtk" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The group.
  public var groupID: UInt32 = 0
  /// Tracks.
  public var entityIDs: [UInt32] = []
  /// For each track: tracks with the same number can take the place of one another.
  public var trackSwitchHierarchyIDs: [UInt16] = []

  /// No tracks.
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
