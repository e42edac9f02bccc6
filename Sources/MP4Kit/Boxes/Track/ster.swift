import BitstreamKit

/// Membership of a track in a stereo pair.
///
/// ISO/IEC 14496-12:2022, 8.3.4.4 `StereoVideoGroupBox`. In `trgr`.
public struct StereoVideoGroupBox: TypedBox {
  public static let structureName: StaticString = "StereoVideoGroupBox"
  public static var boxType: FourCC { "ster" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Group ID; tracks with equal IDs are a pair.
  public var trackGroupId: UInt32 = 0
  /// Whether this is the left view.
  public var leftViewFlag = false
  /// Reserved: 0.
  public var reserved: UInt32 = 0

  /// Creates a box with default values (the right view of pair 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("track_group_id", &trackGroupId, bits: 32)
    try c.flag("left_view_flag", &leftViewFlag)
    try c.u("reserved", &reserved, bits: 31)
  }
}
