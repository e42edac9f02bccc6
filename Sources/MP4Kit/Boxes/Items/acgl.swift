import BitstreamKit

/// VVC subpicture tracks with the same properties; any `numActiveTracks` of them form a picture.
///
/// ISO/IEC 14496-15:2022, `SubpicCommonGroupBox`. In `grpl`.
public struct SubpicCommonGroupBox: TypedBox {
  public static let structureName: StaticString = "SubpicCommonGroupBox"
  public static var boxType: FourCC { "acgl" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Group ID.
  public var groupID: UInt32 = 0
  /// Track IDs.
  public var entityIDs: [UInt32] = []
  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Level of the merged bitstream; nil if absent.
  public var levelIdc: UInt8?
  /// Index of the entity with level information if the level is not static; nil if it is.
  public var levelInfoEntityIdx: UInt32?
  /// Number of tracks that form a picture.
  public var numActiveTracks: UInt16 = 0

  /// Creates a box with no tracks.
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
