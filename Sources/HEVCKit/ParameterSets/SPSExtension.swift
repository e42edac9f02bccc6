import BitstreamKit

/// The extensions of a sequence parameter set.
///
/// ITU-T H.265 (08/2021) 7.3.2.2.1 to 7.3.2.2.3, F.7.3.2.2.4, I.7.3.2.2.5.
public struct SPSExtension: Equatable, Sendable {
  /// Present if sps_range_extension_flag.
  public var range: SPSRangeExtension?
  /// Present if sps_multilayer_extension_flag: inter_view_mv_vert_constraint_flag.
  public var interViewMvVertConstraintFlag: Bool?
  /// Present if sps_3d_extension_flag.
  public var threeD: SPS3DExtension?
  /// Present if sps_scc_extension_flag.
  public var scc: SPSSCCExtension?
  /// 0; any other value means that `spsExtensionData` follows.
  public var spsExtension4bits: UInt8 = 0
  /// sps_extension_data_flag, all of them.
  public var spsExtensionData = BitString.empty

  /// No extension.
  public init() {}

  mutating func syntax(_ c: inout SyntaxCoder, format: SeqParameterSet.Format) throws(SyntaxError) {
    var (hasRange, hasMultilayer, has3D, hasSCC) = (range != nil, interViewMvVertConstraintFlag != nil, threeD != nil, scc != nil)
    try c.flag("sps_range_extension_flag", &hasRange)
    try c.flag("sps_multilayer_extension_flag", &hasMultilayer)
    try c.flag("sps_3d_extension_flag", &has3D)
    try c.flag("sps_scc_extension_flag", &hasSCC)
    try c.u("sps_extension_4bits", &spsExtension4bits, bits: 4)
    try c.when(hasRange, &range, SPSRangeExtension()) { (c, e) throws(SyntaxError) in try c.nested(&e) }
    try c.when(hasMultilayer, &interViewMvVertConstraintFlag, false) { (c, e) throws(SyntaxError) in
      try c.structure("sps_multilayer_extension", &e) { (c, e) throws(SyntaxError) in try c.flag("inter_view_mv_vert_constraint_flag", &e) }
    }
    try c.when(has3D, &threeD, SPS3DExtension()) { (c, e) throws(SyntaxError) in try c.nested(&e) }
    try c.when(hasSCC, &scc, SPSSCCExtension()) { (c, e) throws(SyntaxError) in
      try c.structure("sps_scc_extension", &e) { (c, e) throws(SyntaxError) in try e.syntax(&c, format: format) }
    }
    if spsExtension4bits != 0 { try c.rbspRest("sps_extension_data_flag", &spsExtensionData) }
  }
}

/// Tools of the format range extensions.
///
/// ITU-T H.265 (08/2021) 7.3.2.2.2 `sps_range_extension( )`, semantics 7.4.3.2.2.
public struct SPSRangeExtension: Syntax {
  public static let structureName: StaticString = "sps_range_extension"

  /// Whether residuals of transform skip blocks are rotated.
  public var transformSkipRotationEnabledFlag = false
  /// Whether transform skip blocks use a separate CABAC context.
  public var transformSkipContextEnabledFlag = false
  /// Residual DPCM in intra blocks.
  public var implicitRdpcmEnabledFlag = false
  /// Residual DPCM in inter blocks.
  public var explicitRdpcmEnabledFlag = false
  /// Whether transforms and interpolation use extended precision.
  public var extendedPrecisionProcessingFlag = false
  /// Whether smoothing of intra reference samples is disabled.
  public var intraSmoothingDisabledFlag = false
  /// Whether weighted prediction offsets have full sample precision.
  public var highPrecisionOffsetsEnabledFlag = false
  /// Whether Rice parameter statistics persist across sub-blocks.
  public var persistentRiceAdaptationEnabledFlag = false
  /// Whether CABAC is aligned before bypass bins.
  public var cabacBypassAlignmentEnabledFlag = false

  /// Creates an extension with all tools disabled.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.flag("transform_skip_rotation_enabled_flag", &transformSkipRotationEnabledFlag)
    try c.flag("transform_skip_context_enabled_flag", &transformSkipContextEnabledFlag)
    try c.flag("implicit_rdpcm_enabled_flag", &implicitRdpcmEnabledFlag)
    try c.flag("explicit_rdpcm_enabled_flag", &explicitRdpcmEnabledFlag)
    try c.flag("extended_precision_processing_flag", &extendedPrecisionProcessingFlag)
    try c.flag("intra_smoothing_disabled_flag", &intraSmoothingDisabledFlag)
    try c.flag("high_precision_offsets_enabled_flag", &highPrecisionOffsetsEnabledFlag)
    try c.flag("persistent_rice_adaptation_enabled_flag", &persistentRiceAdaptationEnabledFlag)
    try c.flag("cabac_bypass_alignment_enabled_flag", &cabacBypassAlignmentEnabledFlag)
  }
}

/// Tools of the 3D extensions.
///
/// ITU-T H.265 (08/2021) I.7.3.2.2.5 `sps_3d_extension( )`, semantics I.7.4.3.2.5.
public struct SPS3DExtension: Syntax {
  public static let structureName: StaticString = "sps_3d_extension"

  /// Index 0 texture, 1 depth.
  public var ivDiMcEnabledFlags: ShortList<UInt8> = [0, 0]
  /// Index 0 texture, 1 depth.
  public var ivMvScalEnabledFlags: ShortList<UInt8> = [0, 0]
  /// Texture: log2_ivmc_sub_pb_size_minus3[0].
  public var log2IvmcSubPbSizeMinus3: UInt8 = 0
  /// Texture.
  public var ivResPredEnabledFlag = false
  /// Texture.
  public var depthRefEnabledFlag = false
  /// Texture.
  public var vspMcEnabledFlag = false
  /// Texture.
  public var dbbpEnabledFlag = false
  /// Depth.
  public var texMcEnabledFlag = false
  /// Depth: log2_texmc_sub_pb_size_minus3[1].
  public var log2TexmcSubPbSizeMinus3: UInt8 = 0
  /// Depth.
  public var intraContourEnabledFlag = false
  /// Depth.
  public var intraDcOnlyWedgeEnabledFlag = false
  /// Depth.
  public var cqtCuPartPredEnabledFlag = false
  /// Depth.
  public var interDcOnlyEnabledFlag = false
  /// Depth.
  public var skipIntraEnabledFlag = false

  /// Creates an extension with all tools disabled.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try pair(&c, 0)
    try c.ue("log2_ivmc_sub_pb_size_minus3", &log2IvmcSubPbSizeMinus3, in: 0...3, at: 0)
    try c.flag("iv_res_pred_enabled_flag", &ivResPredEnabledFlag, at: 0)
    try c.flag("depth_ref_enabled_flag", &depthRefEnabledFlag, at: 0)
    try c.flag("vsp_mc_enabled_flag", &vspMcEnabledFlag, at: 0)
    try c.flag("dbbp_enabled_flag", &dbbpEnabledFlag, at: 0)
    try pair(&c, 1)
    try c.flag("tex_mc_enabled_flag", &texMcEnabledFlag, at: 1)
    try c.ue("log2_texmc_sub_pb_size_minus3", &log2TexmcSubPbSizeMinus3, in: 0...3, at: 1)
    try c.flag("intra_contour_enabled_flag", &intraContourEnabledFlag, at: 1)
    try c.flag("intra_dc_only_wedge_enabled_flag", &intraDcOnlyWedgeEnabledFlag, at: 1)
    try c.flag("cqt_cu_part_pred_enabled_flag", &cqtCuPartPredEnabledFlag, at: 1)
    try c.flag("inter_dc_only_enabled_flag", &interDcOnlyEnabledFlag, at: 1)
    try c.flag("skip_intra_enabled_flag", &skipIntraEnabledFlag, at: 1)
  }

  mutating func pair(_ c: inout SyntaxCoder, _ d: Int) throws(SyntaxError) {
    var (motion, scaling) = (ivDiMcEnabledFlags[d], ivMvScalEnabledFlags[d])
    try c.u("iv_di_mc_enabled_flag", &motion, bits: 1, at: d)
    try c.u("iv_mv_scal_enabled_flag", &scaling, bits: 1, at: d)
    ivDiMcEnabledFlags[d] = motion
    ivMvScalEnabledFlags[d] = scaling
  }
}

/// Tools of the screen content coding extensions.
///
/// ITU-T H.265 (08/2021) 7.3.2.2.3 `sps_scc_extension( )`, semantics 7.4.3.2.3.
public struct SPSSCCExtension: Equatable, Sendable {
  /// Whether a picture may reference itself.
  public var spsCurrPicRefEnabledFlag = false
  /// Present if palette_mode_enabled_flag.
  public var palette: Palette?
  /// 0 quarter samples, 1 whole samples, 2 signalled per slice.
  public var motionVectorResolutionControlIdc: UInt8 = 0
  /// Whether intra boundary filtering is disabled.
  public var intraBoundaryFilteringDisabledFlag = false

  /// Palette mode.
  public struct Palette: Equatable, Sendable {
    /// 0 to 64.
    public var paletteMaxSize: UInt8 = 0
    /// 0 to 128.
    public var deltaPaletteMaxPredictorSize: UInt8 = 0
    /// Present if sps_palette_predictor_initializers_present_flag: for each component, the same number of values.
    public var predictorInitializers: [[UInt16]]?

    /// No entries.
    public init() {}
  }

  /// Creates an extension with all tools disabled.
  public init() {}

  mutating func syntax(_ c: inout SyntaxCoder, format: SeqParameterSet.Format) throws(SyntaxError) {
    try c.flag("sps_curr_pic_ref_enabled_flag", &spsCurrPicRefEnabledFlag)
    try c.optional("palette_mode_enabled_flag", &palette, Palette()) { (c, p) throws(SyntaxError) in
      try c.ue("palette_max_size", &p.paletteMaxSize, in: 0...64)
      try c.ue("delta_palette_max_predictor_size", &p.deltaPaletteMaxPredictorSize, in: 0...128)
      try c.optional("sps_palette_predictor_initializers_present_flag", &p.predictorInitializers, []) { (c, lists) throws(SyntaxError) in
        let held = lists.first?.count ?? 1
        let count = try c.ueCount("sps_num_palette_predictor_initializers_minus1", held, minus: 1, in: 0...191)
        try paletteEntries(
          &c, "sps_palette_predictor_initializer", &lists, components: format.chromaFormatIdc == 0 ? 1 : 3, count: count,
          luma: Int(format.bitDepthLumaMinus8) + 8, chroma: Int(format.bitDepthChromaMinus8) + 8)
      }
    }
    try c.u("motion_vector_resolution_control_idc", &motionVectorResolutionControlIdc, bits: 2, in: 0...2)
    try c.flag("intra_boundary_filtering_disabled_flag", &intraBoundaryFilteringDisabledFlag)
  }
}

/// Palette entries, component by component.
func paletteEntries(
  _ c: inout SyntaxCoder, _ name: StaticString, _ lists: inout [[UInt16]], components: Int, count: Int, luma: Int, chroma: Int
) throws(SyntaxError) {
  try c.list(name, &lists, count: components, atLeast: 0, []) { (c, list, component) throws(SyntaxError) in
    let bits = component == 0 ? luma : chroma
    try c.list(name, &list, count: count, atLeast: bits, 0) { (c, value, i) throws(SyntaxError) in
      try c.u(name, &value, bits: bits, at: component, i)
    }
  }
}
