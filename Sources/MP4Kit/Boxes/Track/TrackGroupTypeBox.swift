import BitstreamKit

/// A group that a track belongs to, for the reason that the box's type names: `msrc`, `ster`, `cstg`.
///
/// ISO/IEC 14496-12:2022, 8.3.4 `TrackGroupTypeBox`. In `trgr`.
public struct TrackGroupTypeBox: Box {
  public static let structureName: StaticString = "TrackGroupTypeBox"

  /// 0.
  public var version: UInt8 = 0
  /// 1: no two groups of any type have the same number.
  public var flags: UInt32 = 0
  /// Tracks with the same number are one group.
  public var trackGroupId: UInt32 = 0
  /// As the type defines it: for `ster` four bytes, of which the first bit is set for the left eye.
  public var groupData: [UInt8] = []

  /// Group 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("track_group_id", &trackGroupId, bits: 32)
    try c.restBytes("group_data", &groupData)
  }
}
