import BitstreamKit

/// Items and hint tracks that are delivered in one session.
///
/// ISO/IEC 14496-12:2022, 8.13.5 `FDSessionGroupBox`.
public struct FDSessionGroupBox: TypedBox {
  public static let structureName: StaticString = "FDSessionGroupBox"
  public static var boxType: FourCC { "segr" }

  /// One file delivery session.
  public struct Group: Equatable, Sendable {
    /// Item group IDs; `gitn` names the groups.
    public var groupIDs: [UInt32] = []
    /// Hint track IDs.
    public var hintTrackIDs: [UInt32] = []

    /// Creates an instance with default values.
    public init() {}
  }

  /// The sessions.
  public var sessionGroups: [Group] = []

  /// Creates a box with no sessions.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.count("num_session_groups", sessionGroups.count, bits: 16)
    try c.list("session_groups", &sessionGroups, count: count, atLeast: 24, Group()) { (c, group, i) throws(SyntaxError) in
      let entries = try c.count("entry_count", group.groupIDs.count, bits: 8)
      try c.list("group_ID", &group.groupIDs, count: entries, atLeast: 32, 0) { (c, v, j) throws(SyntaxError) in
        try c.u("group_ID", &v, bits: 32, at: i, j)
      }
      let channels = try c.count("num_channels_in_session_group", group.hintTrackIDs.count, bits: 16)
      try c.list("hint_track_ID", &group.hintTrackIDs, count: channels, atLeast: 32, 0) { (c, v, j) throws(SyntaxError) in
        try c.u("hint_track_ID", &v, bits: 32, at: i, j)
      }
    }
  }
}
