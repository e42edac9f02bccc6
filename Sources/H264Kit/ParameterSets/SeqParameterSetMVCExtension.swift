import BitstreamKit

/// MVC extension of the sequence parameter set: coding order of views, inter-view dependencies, and levels of operation points.
///
/// ITU-T H.264 (08/2021) G.7.3.2.1.4 `seq_parameter_set_mvc_extension( )`.
public struct SeqParameterSetMVCExtension: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "seq_parameter_set_mvc_extension"

  /// The reference views of one view.
  public struct References: Equatable, Sendable {
    /// View ids for list 0, at most 15.
    public var l0: [UInt16] = []
    /// View ids for list 1, at most 15.
    public var l1: [UInt16] = []

    /// Creates an empty list of references.
    public init() {}
  }

  /// An operation point: a subset of the views.
  public struct OperationPoint: Equatable, Sendable {
    /// The highest temporal layer of the operation point, 0 to 7.
    public var applicableOpTemporalId: UInt8 = 0
    /// The target output views, 0 to 1023 each.
    public var applicableOpTargetViewId: [UInt16] = [0]
    /// The number of views required to decode the operation point, minus 1.
    public var applicableOpNumViewsMinus1: UInt16 = 0

    /// Creates an operation point of the base view.
    public init() {}
  }

  /// A level and the operation points it applies to.
  public struct Level: Equatable, Sendable {
    /// Same semantics as level_idc of a sequence parameter set.
    public var levelIdc: UInt8 = 10
    /// 1 to 1024.
    public var operationPoints: [OperationPoint] = [OperationPoint()]

    /// Creates level 1 for the base view.
    public init() {}
  }

  /// Frame-compatible packing of two views, profile 134.
  public struct FrameCompatible: Equatable, Sendable {
    /// The sampling grid positions of the two views.
    public struct Grid: Equatable, Sendable {
      /// 0 to 15.
      public var view0GridPositionX: UInt8 = 0, view0GridPositionY: UInt8 = 0
      /// 0 to 15.
      public var view1GridPositionX: UInt8 = 0, view1GridPositionY: UInt8 = 0

      /// Creates a grid with all positions 0.
      public init() {}
    }

    /// 0 side by side, 1 top and bottom, 2 no packing.
    public var mfcFormatIdc: UInt8 = 0
    /// Present if mfc_format_idc is 0 or 1.
    public var defaultGridPositionFlag: Bool?
    /// Present if default_grid_position_flag is 0.
    public var grid: Grid?
    /// Whether the reference processing unit applies its filter.
    public var rpuFilterEnabledFlag = false
    /// Present if frame_mbs_only_flag is 0.
    public var rpuFieldProcessingFlag: Bool?

    /// Creates side-by-side packing.
    public init() {}
  }

  /// The view_id of each view in coding order, 1 to 1024.
  public var viewId: [UInt16] = [0]
  /// The references of anchor view components, for all views except the first.
  public var anchorRefs: [References] = []
  /// The references of non-anchor view components, for all views except the first.
  public var nonAnchorRefs: [References] = []
  /// 1 to 64.
  public var levels: [Level] = [Level()]
  /// Present for profile 134.
  public var frameCompatible: FrameCompatible?

  /// Creates an extension with the base view only.
  public init() {}

  /// Codes the elements.
  /// - Parameters:
  ///   - isFrameCompatible: whether profile_idc is 134.
  ///   - hasFields: whether frame_mbs_only_flag is false.
  public mutating func syntax(_ c: inout SyntaxCoder, isFrameCompatible: Bool, hasFields: Bool) throws(SyntaxError) {
    let views = try c.ueCount("num_views_minus1", viewId.count, minus: 1, in: 0...1023)
    try c.list("view_id", &viewId, count: views, atLeast: 1, 0) { (c, v, i) throws(SyntaxError) in
      try c.ue("view_id", &v, in: 0...1023, at: i)
    }
    try c.list("num_anchor_refs_l0", &anchorRefs, count: views - 1, atLeast: 2, .init()) { (c, r, i) throws(SyntaxError) in
      try c.viewReferences("num_anchor_refs_l0", "anchor_ref_l0", &r.l0, i + 1)
      try c.viewReferences("num_anchor_refs_l1", "anchor_ref_l1", &r.l1, i + 1)
    }
    try c.list("num_non_anchor_refs_l0", &nonAnchorRefs, count: views - 1, atLeast: 2, .init()) { (c, r, i) throws(SyntaxError) in
      try c.viewReferences("num_non_anchor_refs_l0", "non_anchor_ref_l0", &r.l0, i + 1)
      try c.viewReferences("num_non_anchor_refs_l1", "non_anchor_ref_l1", &r.l1, i + 1)
    }
    let count = try c.ueCount("num_level_values_signalled_minus1", levels.count, minus: 1, in: 0...63)
    try c.list("level_idc", &levels, count: count, atLeast: 14, .init()) { (c, level, i) throws(SyntaxError) in try level.syntax(&c, i) }
    try c.when(isFrameCompatible, &frameCompatible, .init()) { (c, f) throws(SyntaxError) in try f.syntax(&c, hasFields) }
  }
}

extension SeqParameterSetMVCExtension.Level {
  mutating func syntax(_ c: inout SyntaxCoder, _ i: Int) throws(SyntaxError) {
    try c.u("level_idc", &levelIdc, bits: 8, at: i)
    let points = try c.ueCount("num_applicable_ops_minus1", operationPoints.count, minus: 1, in: 0...1023, at: i)
    try c.list("applicable_op_temporal_id", &operationPoints, count: points, atLeast: 6, .init()) { (c, o, j) throws(SyntaxError) in
      try c.u("applicable_op_temporal_id", &o.applicableOpTemporalId, bits: 3, at: i, j)
      let views = try c.ueCount(
        "applicable_op_num_target_views_minus1", o.applicableOpTargetViewId.count, minus: 1, in: 0...1023, at: i, j)
      let name: StaticString = "applicable_op_target_view_id"
      try c.list(name, &o.applicableOpTargetViewId, count: views, atLeast: 1, 0) { (c, v, k) throws(SyntaxError) in
        try c.ue(name, &v, in: 0...1023, at: i, ElementIndex.packing(j, k))
      }
      try c.ue("applicable_op_num_views_minus1", &o.applicableOpNumViewsMinus1, in: 0...1023, at: i, j)
    }
  }
}

extension SeqParameterSetMVCExtension.FrameCompatible {
  mutating func syntax(_ c: inout SyntaxCoder, _ hasFields: Bool) throws(SyntaxError) {
    try c.u("mfc_format_idc", &mfcFormatIdc, bits: 6)
    try c.flag("default_grid_position_flag", &defaultGridPositionFlag, when: mfcFormatIdc < 2)
    try c.when(defaultGridPositionFlag == false, &grid, .init()) { (c, g) throws(SyntaxError) in
      try c.u("view0_grid_position_x", &g.view0GridPositionX, bits: 4)
      try c.u("view0_grid_position_y", &g.view0GridPositionY, bits: 4)
      try c.u("view1_grid_position_x", &g.view1GridPositionX, bits: 4)
      try c.u("view1_grid_position_y", &g.view1GridPositionY, bits: 4)
    }
    try c.flag("rpu_filter_enabled_flag", &rpuFilterEnabledFlag)
    try c.flag("rpu_field_processing_flag", &rpuFieldProcessingFlag, when: hasFields)
  }
}

extension SyntaxCoder {
  /// Codes a count followed by that many view ids.
  mutating func viewReferences(
    _ countName: StaticString, _ name: StaticString, _ views: inout [UInt16], _ i: Int
  ) throws(SyntaxError) {
    let count = try ueCount(countName, views.count, in: 0...15, at: i)
    try list(name, &views, count: count, atLeast: 1, 0) { (c, v, j) throws(SyntaxError) in
      try c.ue(name, &v, in: 0...1023, at: i, j)
    }
  }
}
