import BitstreamKit

/// The extensions of a picture parameter set.
///
/// ITU-T H.265 (08/2021) 7.3.2.3.1 to 7.3.2.3.3, F.7.3.2.3.4, I.7.3.2.3.7.
public struct PPSExtension: Equatable, Sendable {
  /// Present if pps_range_extension_flag.
  public var range: PPSRangeExtension?
  /// Present if pps_multilayer_extension_flag.
  public var multilayer: PPSMultilayerExtension?
  /// Present with pps_3d_extension_flag.
  public var threeD: PPS3DExtension?
  /// Present with pps_scc_extension_flag.
  public var scc: PPSSCCExtension?
  /// 0; any other value means that extension data follows.
  public var ppsExtension4bits: UInt8 = 0
  /// pps_extension_data_flag, all of them.
  public var ppsExtensionData = BitString.empty

  /// No extension.
  public init() {}

  mutating func syntax(_ c: inout SyntaxCoder, transformSkip: Bool) throws(SyntaxError) {
    var (hasRange, hasMultilayer, has3D, hasSCC) = (range != nil, multilayer != nil, threeD != nil, scc != nil)
    try c.flag("pps_range_extension_flag", &hasRange)
    try c.flag("pps_multilayer_extension_flag", &hasMultilayer)
    try c.flag("pps_3d_extension_flag", &has3D)
    try c.flag("pps_scc_extension_flag", &hasSCC)
    try c.u("pps_extension_4bits", &ppsExtension4bits, bits: 4)
    try c.when(hasRange, &range, PPSRangeExtension()) { (c, e) throws(SyntaxError) in
      try c.structure("pps_range_extension", &e) { (c, e) throws(SyntaxError) in try e.syntax(&c, transformSkip: transformSkip) }
    }
    try c.when(hasMultilayer, &multilayer, PPSMultilayerExtension()) { (c, e) throws(SyntaxError) in try c.nested(&e) }
    try c.when(has3D, &threeD, PPS3DExtension()) { (c, e) throws(SyntaxError) in try c.nested(&e) }
    try c.when(hasSCC, &scc, PPSSCCExtension()) { (c, e) throws(SyntaxError) in try c.nested(&e) }
    if ppsExtension4bits != 0 { try c.rbspRest("pps_extension_data_flag", &ppsExtensionData) }
  }
}

/// Tools of the format range extensions.
///
/// ITU-T H.265 (08/2021) 7.3.2.3.2 `pps_range_extension( )`, semantics 7.4.3.3.2.
public struct PPSRangeExtension: Equatable, Sendable {
  /// Present if transform_skip_enabled_flag; 0 to 3.
  public var log2MaxTransformSkipBlockSizeMinus2: UInt8?
  /// Whether chroma residuals are predicted from luma.
  public var crossComponentPredictionEnabledFlag = false
  /// Present if chroma_qp_offset_list_enabled_flag.
  public var chromaQpOffsets: ChromaQpOffsets?
  /// 0 to 6.
  public var log2SaoOffsetScaleLuma: UInt8 = 0
  /// 0 to 6.
  public var log2SaoOffsetScaleChroma: UInt8 = 0

  /// Chroma QP offsets selectable per coding unit.
  public struct ChromaQpOffsets: Equatable, Sendable {
    /// 0 to 3.
    public var diffCuChromaQpOffsetDepth: UInt8 = 0
    /// One to six pairs.
    public var pairs: [Pair] = [Pair()]

    /// One pair.
    public init() {}
  }

  /// Offsets of the two chroma components.
  public struct Pair: Equatable, Sendable {
    /// −12 to 12.
    public var cbQpOffsetList: Int8 = 0
    /// −12 to 12.
    public var crQpOffsetList: Int8 = 0

    /// No offset.
    public init() {}
  }

  /// Creates an extension with all tools disabled.
  public init() {}

  mutating func syntax(_ c: inout SyntaxCoder, transformSkip: Bool) throws(SyntaxError) {
    try c.ue("log2_max_transform_skip_block_size_minus2", &log2MaxTransformSkipBlockSizeMinus2, in: 0...3, when: transformSkip)
    try c.flag("cross_component_prediction_enabled_flag", &crossComponentPredictionEnabledFlag)
    try c.optional("chroma_qp_offset_list_enabled_flag", &chromaQpOffsets, ChromaQpOffsets()) { (c, o) throws(SyntaxError) in
      try c.ue("diff_cu_chroma_qp_offset_depth", &o.diffCuChromaQpOffsetDepth, in: 0...3)
      let count = try c.ueCount("chroma_qp_offset_list_len_minus1", o.pairs.count, minus: 1, in: 0...5)
      try c.list("cb_qp_offset_list", &o.pairs, count: count, atLeast: 2, Pair()) { (c, pair, i) throws(SyntaxError) in
        try c.se("cb_qp_offset_list", &pair.cbQpOffsetList, in: -12...12, at: i)
        try c.se("cr_qp_offset_list", &pair.crQpOffsetList, in: -12...12, at: i)
      }
    }
    try c.ue("log2_sao_offset_scale_luma", &log2SaoOffsetScaleLuma, in: 0...6)
    try c.ue("log2_sao_offset_scale_chroma", &log2SaoOffsetScaleChroma, in: 0...6)
  }
}

/// Parameters for the use of pictures of other layers.
///
/// ITU-T H.265 (08/2021) F.7.3.2.3.4 `pps_multilayer_extension( )`, semantics F.7.4.3.3.4.
public struct PPSMultilayerExtension: Syntax {
  public static let structureName: StaticString = "pps_multilayer_extension"

  /// Whether slice headers contain picture order count reset information.
  public var pocResetInfoPresentFlag = false
  /// Present if pps_infer_scaling_list_flag: the layer whose scaling lists count.
  public var ppsScalingListRefLayerId: UInt8?
  /// num_ref_loc_offsets of them.
  public var refLocOffsets: [RefLocOffset] = []
  /// Present with colour_mapping_enabled_flag.
  public var colourMappingTable: ColourMappingTable?

  /// The position of a reference layer picture.
  public struct RefLocOffset: Equatable, Sendable {
    /// The layer.
    public var refLocOffsetLayerId: UInt8 = 0
    /// Present if scaled_ref_layer_offset_present_flag.
    public var scaledRefLayer: Offsets?
    /// Present if ref_region_offset_present_flag.
    public var refRegion: Offsets?
    /// Present if resample_phase_set_present_flag.
    public var phase: Phase?

    /// Creates an identical position.
    public init() {}
  }

  /// Offsets of the four edges.
  public struct Offsets: Equatable, Sendable {
    /// −16384 to 16383, and so on.
    public var leftOffset: Int16 = 0
    /// The upper edge.
    public var topOffset: Int16 = 0
    /// The right edge.
    public var rightOffset: Int16 = 0
    /// The lower edge.
    public var bottomOffset: Int16 = 0

    /// No offset.
    public init() {}
  }

  /// Phases of resampling.
  public struct Phase: Equatable, Sendable {
    /// 0 to 31.
    public var phaseHorLuma: UInt8 = 0
    /// 0 to 31.
    public var phaseVerLuma: UInt8 = 0
    /// 0 to 63.
    public var phaseHorChromaPlus8: UInt8 = 8
    /// 0 to 63.
    public var phaseVerChromaPlus8: UInt8 = 8

    /// No phase.
    public init() {}
  }

  /// Creates an extension with all tools disabled.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.flag("poc_reset_info_present_flag", &pocResetInfoPresentFlag)
    try c.optional("pps_infer_scaling_list_flag", &ppsScalingListRefLayerId, 0) { (c, layer) throws(SyntaxError) in
      try c.u("pps_scaling_list_ref_layer_id", &layer, bits: 6)
    }
    let count = try c.ueCount("num_ref_loc_offsets", refLocOffsets.count, in: 0...62)
    try c.list("ref_loc_offset_layer_id", &refLocOffsets, count: count, atLeast: 9, RefLocOffset()) { (c, o, i) throws(SyntaxError) in
      try c.u("ref_loc_offset_layer_id", &o.refLocOffsetLayerId, bits: 6, at: i)
      let layer = Int(o.refLocOffsetLayerId)
      var present = o.scaledRefLayer != nil
      try c.flag("scaled_ref_layer_offset_present_flag", &present, at: i)
      try c.when(present, &o.scaledRefLayer, Offsets()) { (c, v) throws(SyntaxError) in
        try c.se("scaled_ref_layer_left_offset", &v.leftOffset, in: -16384...16383, at: layer)
        try c.se("scaled_ref_layer_top_offset", &v.topOffset, in: -16384...16383, at: layer)
        try c.se("scaled_ref_layer_right_offset", &v.rightOffset, in: -16384...16383, at: layer)
        try c.se("scaled_ref_layer_bottom_offset", &v.bottomOffset, in: -16384...16383, at: layer)
      }
      present = o.refRegion != nil
      try c.flag("ref_region_offset_present_flag", &present, at: i)
      try c.when(present, &o.refRegion, Offsets()) { (c, v) throws(SyntaxError) in
        try c.se("ref_region_left_offset", &v.leftOffset, in: -16384...16383, at: layer)
        try c.se("ref_region_top_offset", &v.topOffset, in: -16384...16383, at: layer)
        try c.se("ref_region_right_offset", &v.rightOffset, in: -16384...16383, at: layer)
        try c.se("ref_region_bottom_offset", &v.bottomOffset, in: -16384...16383, at: layer)
      }
      present = o.phase != nil
      try c.flag("resample_phase_set_present_flag", &present, at: i)
      try c.when(present, &o.phase, Phase()) { (c, v) throws(SyntaxError) in
        try c.ue("phase_hor_luma", &v.phaseHorLuma, in: 0...31, at: layer)
        try c.ue("phase_ver_luma", &v.phaseVerLuma, in: 0...31, at: layer)
        try c.ue("phase_hor_chroma_plus8", &v.phaseHorChromaPlus8, in: 0...63, at: layer)
        try c.ue("phase_ver_chroma_plus8", &v.phaseVerChromaPlus8, in: 0...63, at: layer)
      }
    }
    try c.optional("colour_mapping_enabled_flag", &colourMappingTable)
  }
}

/// Tools of the screen content coding extensions.
///
/// ITU-T H.265 (08/2021) 7.3.2.3.3 `pps_scc_extension( )`, semantics 7.4.3.3.3.
public struct PPSSCCExtension: Syntax {
  public static let structureName: StaticString = "pps_scc_extension"

  /// Whether slices may reference their own picture.
  public var ppsCurrPicRefEnabledFlag = false
  /// Present if residual_adaptive_colour_transform_enabled_flag.
  public var act: ACT?
  /// Present if pps_palette_predictor_initializers_present_flag.
  public var palette: Palette?

  /// The adaptive colour transform.
  public struct ACT: Equatable, Sendable {
    /// Whether slice headers contain offsets.
    public var ppsSliceActQpOffsetsPresentFlag = false
    /// −7 to 17.
    public var ppsActYQpOffsetPlus5: Int8 = 0
    /// −7 to 17.
    public var ppsActCbQpOffsetPlus5: Int8 = 0
    /// −9 to 15.
    public var ppsActCrQpOffsetPlus3: Int8 = 0

    /// Creates zero values.
    public init() {}
  }

  /// The palette predictor initialisers; may be empty.
  public struct Palette: Equatable, Sendable {
    /// Present if there are entries.
    public var entries: Entries?

    /// No entries.
    public init() {}
  }

  /// Palette entries.
  public struct Entries: Equatable, Sendable {
    /// Whether entries have only luma.
    public var monochromePaletteFlag = false
    /// 0 to 8.
    public var lumaBitDepthEntryMinus8: UInt8 = 0
    /// 0 to 8, nil for monochrome.
    public var chromaBitDepthEntryMinus8: UInt8?
    /// For each component, the same number of values, 1 to 128.
    public var predictorInitializers: [[UInt16]] = []

    /// No entries.
    public init() {}
  }

  /// Creates an extension with all tools disabled.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.flag("pps_curr_pic_ref_enabled_flag", &ppsCurrPicRefEnabledFlag)
    try c.optional("residual_adaptive_colour_transform_enabled_flag", &act, ACT()) { (c, a) throws(SyntaxError) in
      try c.flag("pps_slice_act_qp_offsets_present_flag", &a.ppsSliceActQpOffsetsPresentFlag)
      try c.se("pps_act_y_qp_offset_plus5", &a.ppsActYQpOffsetPlus5, in: -7...17)
      try c.se("pps_act_cb_qp_offset_plus5", &a.ppsActCbQpOffsetPlus5, in: -7...17)
      try c.se("pps_act_cr_qp_offset_plus3", &a.ppsActCrQpOffsetPlus3, in: -9...15)
    }
    try c.optional("pps_palette_predictor_initializers_present_flag", &palette, Palette()) { (c, p) throws(SyntaxError) in
      let held = p.entries.map { $0.predictorInitializers.first?.count ?? 0 } ?? 0
      let count = try c.ueCount("pps_num_palette_predictor_initializers", held, in: 0...192)
      try c.when(count > 0, &p.entries, Entries()) { (c, e) throws(SyntaxError) in
        try c.flag("monochrome_palette_flag", &e.monochromePaletteFlag)
        try c.ue("luma_bit_depth_entry_minus8", &e.lumaBitDepthEntryMinus8, in: 0...8, sizing: true, at: -1, -1)
        try c.when(!e.monochromePaletteFlag, &e.chromaBitDepthEntryMinus8, 0) { (c, depth) throws(SyntaxError) in
          try c.ue("chroma_bit_depth_entry_minus8", &depth, in: 0...8, sizing: true, at: -1, -1)
        }
        try paletteEntries(
          &c, "pps_palette_predictor_initializer", &e.predictorInitializers, components: e.monochromePaletteFlag ? 1 : 3, count: count,
          luma: Int(e.lumaBitDepthEntryMinus8) + 8, chroma: Int(e.chromaBitDepthEntryMinus8 ?? 0) + 8)
      }
    }
  }
}
