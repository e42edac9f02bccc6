import BitstreamKit

/// Tracks of subpictures with the same properties, of which any few make up a picture of VVC.
///
/// ISO/IEC 14496-15:2022, `SubpicCommonGroupBox`. In `grpl`.
public struct SubpicCommonGroupBox: TypedBox {
  public static let structureName: StaticString = "SubpicCommonGroupBox"
  public static var boxType: FourCC { "acgl" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The group.
  public var groupID: UInt32 = 0
  /// Tracks.
  public var entityIDs: [UInt32] = []
  /// 0.
  public var reserved: UInt8 = 0
  /// The level of the merged stream, where it is known.
  public var levelIdc: UInt8?
  /// Where the level changes: the entity that describes it.
  public var levelInfoEntityIdx: UInt32?
  /// So many tracks make up a picture.
  public var numActiveTracks: UInt16 = 0

  /// No tracks.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("group_id", &groupID, bits: 32)
    let count = try c.count("num_entities_in_group", entityIDs.count, bits: 32)
    try c.list("entity_id", &entityIDs, count: count, atLeast: 32, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("entity_id", &v, bits: 32, at: i)
    }
    var hasLevel = levelIdc != nil
    try c.flag("level_is_present_flag", &hasLevel)
    var isStatic = levelInfoEntityIdx == nil
    try c.flag("level_is_static_flag", &isStatic)
    try c.u("reserved", &reserved, bits: 6)
    try c.u("level_idc", &levelIdc, bits: 8, when: hasLevel)
    try c.u("level_info_entity_idx", &levelInfoEntityIdx, bits: 32, when: !isStatic)
    try c.u("num_active_tracks", &numActiveTracks, bits: 16)
  }
}
