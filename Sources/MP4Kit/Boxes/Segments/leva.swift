import BitstreamKit

/// What the levels of `ssix` are.
///
/// ISO/IEC 14496-12:2022, 8.8.13 `LevelAssignmentBox`.
public struct LevelAssignmentBox: TypedBox {
  public static let structureName: StaticString = "LevelAssignmentBox"
  public static var boxType: FourCC { "leva" }

  /// A level.
  public struct Level: Equatable, Sendable {
    /// The track.
    public var trackID: UInt32 = 1
    /// Whether the parts of the level can be cut off without a hole.
    public var paddingFlag = false
    /// By what samples belong to it: 0 and 1 a grouping, 2 and 3 the track, 4 a sub-track.
    public var assignmentType: UInt8 = 2
    /// The grouping; for types 0 and 1.
    public var groupingType: FourCC?
    /// Which grouping of that type; for type 1.
    public var groupingTypeParameter: UInt32?
    /// The sub-track; for type 4.
    public var subTrackID: UInt32?

    /// Nothing said as yet.
    public init() {}
  }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Level 1 and those behind it.
  public var levels: [Level] = []

  /// No levels.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let count = try c.count("level_count", levels.count, bits: 8)
    try c.list("levels", &levels, count: count, atLeast: 40, Level()) { (c, v, i) throws(SyntaxError) in
      try c.u("track_ID", &v.trackID, bits: 32, at: i)
      try c.flag("padding_flag", &v.paddingFlag, at: i)
      try c.u("assignment_type", &v.assignmentType, bits: 7, in: 0...127, sizing: true, at: i, -1)
      try c.when(v.assignmentType <= 1, &v.groupingType, FourCC(rawValue: 0)) { (c, v) throws(SyntaxError) in
        try c.fourCC("grouping_type", &v, at: i)
      }
      try c.u("grouping_type_parameter", &v.groupingTypeParameter, bits: 32, when: v.assignmentType == 1, at: i)
      try c.u("sub_track_ID", &v.subTrackID, bits: 32, when: v.assignmentType == 4, at: i)
    }
  }
}
