import BitstreamKit

/// Definition of the levels of `ssix`.
///
/// ISO/IEC 14496-12:2022, 8.8.13 `LevelAssignmentBox`.
public struct LevelAssignmentBox: TypedBox {
  public static let structureName: StaticString = "LevelAssignmentBox"
  public static var boxType: FourCC { "leva" }

  /// One level.
  public struct Level: Equatable, Sendable {
    /// Track ID.
    public var trackID: UInt32 = 1
    /// Whether a conforming fraction can be formed from the first levels by zero-padding the last `mdat`.
    public var paddingFlag = false
    /// How samples are assigned to the level: 0 and 1 by grouping, 2 and 3 by track, 4 by sub-track.
    public var assignmentType: UInt8 = 2
    /// Grouping type; for assignment types 0 and 1.
    public var groupingType: FourCC?
    /// Grouping type parameter; for assignment type 1.
    public var groupingTypeParameter: UInt32?
    /// Sub-track ID; for assignment type 4.
    public var subTrackID: UInt32?

    /// Creates an instance with default values.
    public init() {}
  }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Levels, starting with level 1.
  public var levels: [Level] = []

  /// Creates a box with no levels.
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
