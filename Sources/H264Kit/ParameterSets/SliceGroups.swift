import BitstreamKit

/// Slice group map of a picture parameter set.
///
/// ITU-T H.264 (08/2021) 7.3.2.2, the part of `pic_parameter_set_rbsp( )` after num_slice_groups_minus1.
public struct SliceGroups: Equatable, Sendable {
  /// The corners of a foreground slice group, as map unit addresses in raster order.
  public struct Rectangle: Equatable, Sendable {
    /// The top-left map unit.
    public var topLeft: UInt32 = 0
    /// The bottom-right map unit.
    public var bottomRight: UInt32 = 0

    /// Creates a rectangle of the first map unit.
    public init() {}
  }

  /// Parameters of evolving slice groups (types 3 to 5).
  public struct Change: Equatable, Sendable {
    /// The direction of growth.
    public var sliceGroupChangeDirectionFlag = false
    /// The number of map units by which a group grows per step, minus 1.
    public var sliceGroupChangeRateMinus1: UInt32 = 0

    /// Creates a growth of one map unit per step.
    public init() {}
  }

  /// 0 interleaved, 1 dispersed, 2 foreground, 3 to 5 evolving, 6 explicit.
  public var sliceGroupMapType: UInt8 = 1
  /// Type 0: the run length of each group in map units, minus 1.
  public var runLengthMinus1: [UInt32] = []
  /// Type 2: the foreground groups (all groups except the last).
  public var rectangles: [Rectangle] = []
  /// Types 3 to 5.
  public var change: Change?
  /// Type 6: the group of each map unit.
  public var sliceGroupId: [UInt8] = []

  /// Creates a dispersed map.
  public init() {}

  /// The maximum number of map units per picture of any level (MaxFS of level 6.2).
  static let maxMapUnits: UInt32 = 139_264

  mutating func syntax(_ c: inout SyntaxCoder, groups: Int) throws(SyntaxError) {
    try c.ue("slice_group_map_type", &sliceGroupMapType, in: 0...6, sizing: true, at: -1, -1)
    let type = sliceGroupMapType
    try c.list("run_length_minus1", &runLengthMinus1, count: type == 0 ? groups : 0, atLeast: 1, 0) { (c, v, i) throws(SyntaxError) in
      try c.ue("run_length_minus1", &v, in: 0...Self.maxMapUnits, at: i)
    }
    try c.list("top_left", &rectangles, count: type == 2 ? groups - 1 : 0, atLeast: 2, .init()) { (c, v, i) throws(SyntaxError) in
      try c.ue("top_left", &v.topLeft, in: 0...Self.maxMapUnits, at: i)
      try c.ue("bottom_right", &v.bottomRight, in: 0...Self.maxMapUnits, at: i)
    }
    try c.when((3...5).contains(type), &change, .init()) { (c, v) throws(SyntaxError) in
      try c.flag("slice_group_change_direction_flag", &v.sliceGroupChangeDirectionFlag)
      try c.ue("slice_group_change_rate_minus1", &v.sliceGroupChangeRateMinus1, in: 0...Self.maxMapUnits)
    }
    let isExplicit = type == 6
    var units = 0
    if isExplicit { units = try c.ueCount("pic_size_in_map_units_minus1", sliceGroupId.count, minus: 1, in: 0...Self.maxMapUnits) }
    let bits = groups > 4 ? 3 : groups > 2 ? 2 : 1
    try c.list("slice_group_id", &sliceGroupId, count: units, atLeast: bits, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("slice_group_id", &v, bits: bits, in: 0...UInt8(truncatingIfNeeded: groups - 1), at: i)
    }
  }
}
