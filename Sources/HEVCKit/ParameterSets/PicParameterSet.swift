import BitstreamKit

/// Picture parameter set: parameters shared by the slices of a picture.
///
/// ITU-T H.265 (08/2021) 7.3.2.3 `pic_parameter_set_rbsp( )`, semantics 7.4.3.3.
/// `init(nalUnit:policy:)` reads a whole NAL unit; `init(parsing:)` reads the RBSP, without header and emulation prevention bytes.
public struct PicParameterSet: Syntax {
  public static let structureName: StaticString = "pic_parameter_set_rbsp"

  /// 0 to 63.
  public var ppsPicParameterSetId: UInt8 = 0
  /// 0 to 15.
  public var ppsSeqParameterSetId: UInt8 = 0
  /// Whether dependent slice segments, which inherit the header of the previous segment, are allowed.
  public var dependentSliceSegmentsEnabledFlag = false
  /// Whether slice headers contain pic_output_flag.
  public var outputFlagPresentFlag = false
  /// The number of extra slice header bits, 0 to 7; reserved in the base layer.
  public var numExtraSliceHeaderBits: UInt8 = 0
  /// Whether sign data hiding is enabled.
  public var signDataHidingEnabledFlag = false
  /// Whether slice headers contain cabac_init_flag.
  public var cabacInitPresentFlag = false
  /// 0 to 14.
  public var numRefIdxL0DefaultActiveMinus1: UInt8 = 0
  /// 0 to 14.
  public var numRefIdxL1DefaultActiveMinus1: UInt8 = 0
  /// −(26 + QpBdOffset) to 25.
  public var initQpMinus26: Int8 = 0
  /// Whether intra prediction excludes samples of inter blocks.
  public var constrainedIntraPredFlag = false
  /// Whether transform skip is enabled.
  public var transformSkipEnabledFlag = false
  /// Present if cu_qp_delta_enabled_flag; 0 to 3.
  public var diffCuQpDeltaDepth: UInt8?
  /// −12 to 12.
  public var ppsCbQpOffset: Int8 = 0
  /// −12 to 12.
  public var ppsCrQpOffset: Int8 = 0
  /// Whether slice headers contain chroma QP offsets.
  public var ppsSliceChromaQpOffsetsPresentFlag = false
  /// Whether P slices use weighted prediction.
  public var weightedPredFlag = false
  /// Whether B slices use weighted prediction.
  public var weightedBipredFlag = false
  /// Whether coding units may bypass transform and quantization.
  public var transquantBypassEnabledFlag = false
  /// Present if tiles_enabled_flag.
  public var tiles: Tiles?
  /// Whether wavefront parallel processing is enabled: rows of coding tree blocks can be decoded in parallel.
  public var entropyCodingSyncEnabledFlag = false
  /// Whether in-loop filters cross slice boundaries.
  public var ppsLoopFilterAcrossSlicesEnabledFlag = false
  /// Present if deblocking_filter_control_present_flag.
  public var deblocking: Deblocking?
  /// Present if pps_scaling_list_data_present_flag.
  public var scalingListData: ScalingListData?
  /// Whether slice headers may modify reference picture lists.
  public var listsModificationPresentFlag = false
  /// 0 to 4.
  public var log2ParallelMergeLevelMinus2: UInt8 = 0
  /// Whether slice headers have an extension.
  public var sliceSegmentHeaderExtensionPresentFlag = false
  /// Present if pps_extension_present_flag.
  public var ppsExtension: PPSExtension?
  /// Surplus bytes after the trailing bits.
  public var trailing: [UInt8] = []

  /// The tile grid.
  public struct Tiles: Equatable, Sendable {
    /// The number of columns, minus 1.
    public var numTileColumnsMinus1: UInt16 = 0
    /// The number of rows, minus 1.
    public var numTileRowsMinus1: UInt16 = 0
    /// Present if uniform_spacing_flag is 0.
    public var sizes: Sizes?
    /// Whether in-loop filters cross tile boundaries.
    public var loopFilterAcrossTilesEnabledFlag = true

    /// One tile.
    public init() {}
  }

  /// Sizes in coding tree blocks; the last column and row take the remainder.
  public struct Sizes: Equatable, Sendable {
    /// Widths, minus 1.
    public var columnWidthMinus1: [UInt16] = []
    /// Heights, minus 1.
    public var rowHeightMinus1: [UInt16] = []

    /// Creates empty lists.
    public init() {}
  }

  /// Deblocking filter parameters.
  public struct Deblocking: Equatable, Sendable {
    /// Whether slice headers may override these parameters.
    public var deblockingFilterOverrideEnabledFlag = false
    /// Present if the filter is enabled (pps_deblocking_filter_disabled_flag is 0).
    public var offsets: DeblockingOffsets? = DeblockingOffsets()

    /// Creates default parameters.
    public init() {}
  }

  /// The smallest set.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("pps_pic_parameter_set_id", &ppsPicParameterSetId, in: 0...63)
    try c.ue("pps_seq_parameter_set_id", &ppsSeqParameterSetId, in: 0...15)
    try c.flag("dependent_slice_segments_enabled_flag", &dependentSliceSegmentsEnabledFlag)
    try c.flag("output_flag_present_flag", &outputFlagPresentFlag)
    try c.u("num_extra_slice_header_bits", &numExtraSliceHeaderBits, bits: 3)
    try c.flag("sign_data_hiding_enabled_flag", &signDataHidingEnabledFlag)
    try c.flag("cabac_init_present_flag", &cabacInitPresentFlag)
    try c.ue("num_ref_idx_l0_default_active_minus1", &numRefIdxL0DefaultActiveMinus1, in: 0...14, sizing: true, at: -1, -1)
    try c.ue("num_ref_idx_l1_default_active_minus1", &numRefIdxL1DefaultActiveMinus1, in: 0...14, sizing: true, at: -1, -1)
    try c.se("init_qp_minus26", &initQpMinus26, in: -74...25)
    try c.flag("constrained_intra_pred_flag", &constrainedIntraPredFlag)
    try c.flag("transform_skip_enabled_flag", &transformSkipEnabledFlag)
    try c.optional("cu_qp_delta_enabled_flag", &diffCuQpDeltaDepth, 0) { (c, depth) throws(SyntaxError) in
      try c.ue("diff_cu_qp_delta_depth", &depth, in: 0...3)
    }
    try c.se("pps_cb_qp_offset", &ppsCbQpOffset, in: -12...12)
    try c.se("pps_cr_qp_offset", &ppsCrQpOffset, in: -12...12)
    try c.flag("pps_slice_chroma_qp_offsets_present_flag", &ppsSliceChromaQpOffsetsPresentFlag)
    try c.flag("weighted_pred_flag", &weightedPredFlag)
    try c.flag("weighted_bipred_flag", &weightedBipredFlag)
    try c.flag("transquant_bypass_enabled_flag", &transquantBypassEnabledFlag)
    var hasTiles = tiles != nil
    try c.flag("tiles_enabled_flag", &hasTiles)
    try c.flag("entropy_coding_sync_enabled_flag", &entropyCodingSyncEnabledFlag)
    try c.when(hasTiles, &tiles, Tiles()) { (c, t) throws(SyntaxError) in try t.syntax(&c) }
    try c.flag("pps_loop_filter_across_slices_enabled_flag", &ppsLoopFilterAcrossSlicesEnabledFlag)
    try c.optional("deblocking_filter_control_present_flag", &deblocking, Deblocking()) { (c, d) throws(SyntaxError) in
      try c.flag("deblocking_filter_override_enabled_flag", &d.deblockingFilterOverrideEnabledFlag)
      var disabled = d.offsets == nil
      try c.flag("pps_deblocking_filter_disabled_flag", &disabled)
      try c.when(!disabled, &d.offsets, DeblockingOffsets()) { (c, o) throws(SyntaxError) in try o.syntax(&c, inPPS: true) }
    }
    try c.optional("pps_scaling_list_data_present_flag", &scalingListData)
    try c.flag("lists_modification_present_flag", &listsModificationPresentFlag)
    try c.ue("log2_parallel_merge_level_minus2", &log2ParallelMergeLevelMinus2, in: 0...4)
    try c.flag("slice_segment_header_extension_present_flag", &sliceSegmentHeaderExtensionPresentFlag)
    let transformSkip = transformSkipEnabledFlag
    try c.optional("pps_extension_present_flag", &ppsExtension, PPSExtension()) { (c, e) throws(SyntaxError) in
      try e.syntax(&c, transformSkip: transformSkip)
    }
    try c.rbspTrailingBits(&trailing)
  }
}

extension PicParameterSet.Tiles {
  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("num_tile_columns_minus1", &numTileColumnsMinus1, in: 0...8191, sizing: true, at: -1, -1)
    try c.ue("num_tile_rows_minus1", &numTileRowsMinus1, in: 0...8191, sizing: true, at: -1, -1)
    let (columns, rows) = (Int(numTileColumnsMinus1), Int(numTileRowsMinus1))
    var uniform = sizes == nil
    try c.flag("uniform_spacing_flag", &uniform)
    try c.when(!uniform, &sizes, PicParameterSet.Sizes()) { (c, s) throws(SyntaxError) in
      try c.list("column_width_minus1", &s.columnWidthMinus1, count: columns, atLeast: 1, 0) { (c, width, i) throws(SyntaxError) in
        try c.ue("column_width_minus1", &width, in: 0...8191, at: i)
      }
      try c.list("row_height_minus1", &s.rowHeightMinus1, count: rows, atLeast: 1, 0) { (c, height, i) throws(SyntaxError) in
        try c.ue("row_height_minus1", &height, in: 0...8191, at: i)
      }
    }
    try c.flag("loop_filter_across_tiles_enabled_flag", &loopFilterAcrossTilesEnabledFlag)
  }
}

/// Offsets of the deblocking filter, in a PPS or a slice header.
///
/// ITU-T H.265 (08/2021) 7.3.2.3.1 and 7.3.6.1.
public struct DeblockingOffsets: Equatable, Sendable {
  /// −6 to 6.
  public var betaOffsetDiv2: Int8 = 0
  /// −6 to 6.
  public var tcOffsetDiv2: Int8 = 0

  /// No offset.
  public init() {}

  mutating func syntax<C: ElementCoder>(_ c: inout C, inPPS p: Bool) throws(SyntaxError) {
    try c.se(p ? "pps_beta_offset_div2" : "slice_beta_offset_div2", &betaOffsetDiv2, in: -6...6)
    try c.se(p ? "pps_tc_offset_div2" : "slice_tc_offset_div2", &tcOffsetDiv2, in: -6...6)
  }
}
