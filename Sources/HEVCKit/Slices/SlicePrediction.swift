import BitstreamKit

/// Inter prediction parameters of a P or B slice.
///
/// ITU-T H.265 (08/2021) 7.3.6.1 from num_ref_idx_active_override_flag to use_integer_mv_flag, semantics 7.4.7.1.
public struct SlicePrediction: Equatable, Sendable {
  /// Present if num_ref_idx_active_override_flag.
  public var activeOverride: ActiveOverride?
  /// Present with lists_modification_present_flag and more than one picture to choose from.
  public var refPicListsModification: RefPicListsModification?
  /// Present in B slices.
  public var mvdL1ZeroFlag: Bool?
  /// Present if cabac_init_present_flag.
  public var cabacInitFlag: Bool?
  /// Present in B slices with slice_temporal_mvp_enabled_flag; inferred to be true elsewhere.
  public var collocatedFromL0Flag: Bool?
  /// Present with slice_temporal_mvp_enabled_flag where the list has more than one picture; 0 elsewhere.
  public var collocatedRefIdx: UInt8?
  /// Present with weighted_pred_flag in P slices, with weighted_bipred_flag in B slices.
  public var predWeightTable: PredWeightTable?
  /// Present in texture layers of 3D-HEVC that refer to others, without a prediction weight table: illumination compensation.
  public var sliceIcEnabledFlag: Bool?
  /// Present if slice_ic_enabled_flag.
  public var sliceIcDisabledMergeZeroIdxFlag: Bool?
  /// 0 to 4, in 3D-HEVC to 5.
  public var fiveMinusMaxNumMergeCand: UInt8 = 0
  /// Present if motion_vector_resolution_control_idc is 2.
  public var useIntegerMvFlag: Bool?

  /// Lengths of the reference picture lists.
  public struct ActiveOverride: Equatable, Sendable {
    /// 0 to 14.
    public var numRefIdxL0ActiveMinus1: UInt8 = 0
    /// 0 to 14, present in B slices.
    public var numRefIdxL1ActiveMinus1: UInt8?

    /// One picture.
    public init() {}
  }

  /// Creates the parameters of a P slice with the defaults of its parameter sets.
  public init() {}

  mutating func syntax<C: ElementCoder>(
    _ c: inout C, _ context: SliceContext, isB: Bool, temporalMvp: Bool, numPicTotalCurr: Int
  ) throws(SyntaxError) {
    try c.optional("num_ref_idx_active_override_flag", &activeOverride, ActiveOverride()) { (c, o) throws(SyntaxError) in
      try c.ue("num_ref_idx_l0_active_minus1", &o.numRefIdxL0ActiveMinus1, in: 0...14, sizing: true, at: -1, -1)
      try c.when(isB, &o.numRefIdxL1ActiveMinus1, 0) { (c, n) throws(SyntaxError) in
        try c.ue("num_ref_idx_l1_active_minus1", &n, in: 0...14, sizing: true, at: -1, -1)
      }
    }
    let l0 = activeOverride.map { Int($0.numRefIdxL0ActiveMinus1) + 1 } ?? context.defaultActiveL0
    let l1 = activeOverride.map { Int($0.numRefIdxL1ActiveMinus1 ?? 0) + 1 } ?? context.defaultActiveL1
    let isModified = context.listsModificationPresent && numPicTotalCurr > 1
    try c.when(isModified, &refPicListsModification, RefPicListsModification()) { (c, m) throws(SyntaxError) in
      try c.structure("ref_pic_lists_modification", &m) { (c, m) throws(SyntaxError) in
        try m.syntax(&c, isB: isB, l0: l0, l1: l1, numPicTotalCurr: numPicTotalCurr)
      }
    }
    try c.flag("mvd_l1_zero_flag", &mvdL1ZeroFlag, when: isB)
    try c.flag("cabac_init_flag", &cabacInitFlag, when: context.cabacInitPresent)
    try c.flag("collocated_from_l0_flag", &collocatedFromL0Flag, when: temporalMvp && isB)
    let length = collocatedFromL0Flag == false ? l1 : l0
    try c.ue(
      "collocated_ref_idx", &collocatedRefIdx, in: 0...UInt8(truncatingIfNeeded: length - 1), when: temporalMvp && length > 1)
    let lists = refPicListsModification
    try c.when(isB ? context.weightedBipred : context.weightedPred, &predWeightTable, PredWeightTable()) { (c, t) throws(SyntaxError) in
      try c.structure("pred_weight_table", &t) { (c, t) throws(SyntaxError) in
        try t.syntax(&c, context, isB: isB, l0: l0, l1: l1, lists: lists, numPicTotalCurr: numPicTotalCurr)
      }
    }
    let threeD = context.layer?.threeD
    if let layer = context.layer, threeD?.isDepth == false {
      let isPresent = predWeightTable == nil && !layer.referenceTemporalIds.isEmpty
      try c.flag("slice_ic_enabled_flag", &sliceIcEnabledFlag, when: isPresent)
      try c.flag("slice_ic_disabled_merge_zero_idx_flag", &sliceIcDisabledMergeZeroIdxFlag, when: isPresent && sliceIcEnabledFlag == true)
    }
    try c.ue("five_minus_max_num_merge_cand", &fiveMinusMaxNumMergeCand, in: 0...(threeD == nil ? 4 : 5))
    try c.flag("use_integer_mv_flag", &useIntegerMvFlag, when: context.motionVectorResolutionControlIdc == 2)
  }
}

/// Reference picture list modification.
///
/// ITU-T H.265 (08/2021) 7.3.6.2 `ref_pic_lists_modification( )`, semantics 7.4.7.2.
public struct RefPicListsModification: Equatable, Sendable {
  /// Present if ref_pic_list_modification_flag_l0: indices of the initial list.
  public var listEntryL0: ShortList<UInt8>?
  /// Present with ref_pic_list_modification_flag_l1, in B slices.
  public var listEntryL1: ShortList<UInt8>?

  /// No change.
  public init() {}

  mutating func syntax<C: ElementCoder>(
    _ c: inout C, isB: Bool, l0: Int, l1: Int, numPicTotalCurr: Int
  ) throws(SyntaxError) {
    let bits = SliceContext.bits(for: UInt32(truncatingIfNeeded: numPicTotalCurr))
    let last = UInt8(clamping: numPicTotalCurr - 1)
    try c.optional("ref_pic_list_modification_flag_l0", &listEntryL0, ShortList()) { (c, list) throws(SyntaxError) in
      try c.list("list_entry_l0", &list, count: l0, atLeast: bits) { (c, entry, i) throws(SyntaxError) in
        try c.u("list_entry_l0", &entry, bits: bits, in: 0...last, at: i)
      }
    }
    if isB {
      try c.optional("ref_pic_list_modification_flag_l1", &listEntryL1, ShortList()) { (c, list) throws(SyntaxError) in
        try c.list("list_entry_l1", &list, count: l1, atLeast: bits) { (c, entry, i) throws(SyntaxError) in
          try c.u("list_entry_l1", &entry, bits: bits, in: 0...last, at: i)
        }
      }
    }
  }
}
