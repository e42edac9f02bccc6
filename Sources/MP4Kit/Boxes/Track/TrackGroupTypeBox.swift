import BitstreamKit

/// Membership of a track in a group; the box type is the group type: `msrc`, `ster`, `cstg`.
///
/// ISO/IEC 14496-12:2022, 8.3.4 `TrackGroupTypeBox`. In `trgr`.
public struct TrackGroupTypeBox: Box {
  public static let structureName: StaticString = "TrackGroupTypeBox"

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags; 1: group IDs are unique across all group types.
  public var flags: UInt32 = 0
  /// Group ID; tracks with equal IDs form a group.
  public var trackGroupId: UInt32 = 0
  /// Data specific to the group type; for `ster` four bytes, of which the first bit is set for the left view.
  public var groupData: [UInt8] = []

  /// Creates a box with default values (group 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("track_group_id", &trackGroupId, bits: 32)
    try c.restBytes("group_data", &groupData)
  }
}
