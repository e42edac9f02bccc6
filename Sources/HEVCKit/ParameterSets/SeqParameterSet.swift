import BitstreamKit

/// Sequence parameter set: parameters shared by the pictures of a coded video sequence.
///
/// ITU-T H.265 (08/2021) 7.3.2.2 `seq_parameter_set_rbsp( )`, semantics 7.4.3.2, and F.7.3.2.2 for layers above the base layer.
/// `init(nalUnit:sets:policy:)` reads a whole NAL unit; `init(parsing:)` reads the RBSP, without header and emulation prevention bytes.
public struct SeqParameterSet: Syntax {
  public static let structureName: StaticString = "seq_parameter_set_rbsp"

  /// 0 to 15.
  public var spsVideoParameterSetId: UInt8 = 0
  /// 0 to 6; sps_ext_or_max_sub_layers_minus1 if nuh_layer_id is not 0, where 7 means that the VPS specifies the rest.
  public var spsMaxSubLayersMinus1: UInt8 = 0
  /// Whether switching up to any sub-layer is possible at any picture; nil if specified by the VPS.
  public var spsTemporalIdNestingFlag: Bool? = true
  /// nil if specified by the VPS.
  public var profileTierLevel: ProfileTierLevel? = ProfileTierLevel()
  /// 0 to 15.
  public var spsSeqParameterSetId: UInt8 = 0
  /// The index of a VPS representation format; present if update_rep_format_flag and the VPS specifies the rest.
  public var spsRepFormatIdx: UInt8?
  /// Size and sample format; nil if specified by the VPS.
  public var format: Format? = Format()
  /// The bit width of slice_pic_order_cnt_lsb, minus 4; 0 to 12.
  public var log2MaxPicOrderCntLsbMinus4: UInt8 = 0
  /// Whether `subLayerOrderingInfo` has an entry for each sub-layer, or only for the highest; nil if specified by the VPS.
  public var spsSubLayerOrderingInfoPresentFlag: Bool? = true
  /// One entry, or one for each sub-layer; empty if specified by the VPS.
  public var subLayerOrderingInfo: [SubLayerOrderingInfo] = [SubLayerOrderingInfo()]
  /// 0 to 3: coding blocks of 8 to 64 luma samples.
  public var log2MinLumaCodingBlockSizeMinus3: UInt8 = 0
  /// 0 to 3.
  public var log2DiffMaxMinLumaCodingBlockSize: UInt8 = 1
  /// 0 to 3: transform blocks of 4 to 32 luma samples.
  public var log2MinLumaTransformBlockSizeMinus2: UInt8 = 0
  /// 0 to 3.
  public var log2DiffMaxMinLumaTransformBlockSize: UInt8 = 0
  /// 0 to 4.
  public var maxTransformHierarchyDepthInter: UInt8 = 0
  /// 0 to 4.
  public var maxTransformHierarchyDepthIntra: UInt8 = 0
  /// Present if scaling_list_enabled_flag.
  public var scalingList: ScalingList?
  /// Whether asymmetric motion partitions are enabled.
  public var ampEnabledFlag = false
  /// Whether sample adaptive offset is enabled.
  public var sampleAdaptiveOffsetEnabledFlag = false
  /// Present if pcm_enabled_flag.
  public var pcm: PCM?
  /// num_short_term_ref_pic_sets of them, at most 64.
  public var stRefPicSets: [StRefPicSet] = []
  /// Present if long_term_ref_pics_present_flag: num_long_term_ref_pics_sps of them, at most 32.
  public var longTermRefPics: [LongTermRefPic]?
  /// Whether motion vectors may be predicted from other pictures.
  public var spsTemporalMvpEnabledFlag = false
  /// Whether bilinear smoothing of large intra blocks is enabled.
  public var strongIntraSmoothingEnabledFlag = false
  /// Present if vui_parameters_present_flag.
  public var vuiParameters: VUIParameters?
  /// Present if sps_extension_present_flag.
  public var spsExtension: SPSExtension?
  /// Surplus bytes after the trailing bits.
  public var trailing: [UInt8] = []

  /// Size and sample format.
  public struct Format: Equatable, Sendable {
    /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
    public var chromaFormatIdc: UInt8 = 1
    /// Present with 4:4:4: whether the colour planes are coded apart.
    public var separateColourPlaneFlag: Bool?
    /// Luma samples, not 0.
    public var picWidthInLumaSamples: UInt32 = 8
    /// Luma samples, not 0.
    public var picHeightInLumaSamples: UInt32 = 8
    /// Present if conformance_window_flag.
    public var conformanceWindow: Window?
    /// 0 to 8.
    public var bitDepthLumaMinus8: UInt8 = 0
    /// 0 to 8.
    public var bitDepthChromaMinus8: UInt8 = 0

    /// 8 by 8 samples.
    public init() {}
  }

  /// Scaling lists, or where they come from.
  public struct ScalingList: Equatable, Sendable {
    /// Present if sps_infer_scaling_list_flag: the layer whose lists count.
    public var spsScalingListRefLayerId: UInt8?
    /// Present if sps_scaling_list_data_present_flag; default lists without.
    public var scalingListData: ScalingListData?

    /// Default lists.
    public init() {}
  }

  /// PCM coding parameters.
  public struct PCM: Equatable, Sendable {
    /// Bits of a luma sample, minus 1.
    public var pcmSampleBitDepthLumaMinus1: UInt8 = 0
    /// Bits of a chroma sample, minus 1.
    public var pcmSampleBitDepthChromaMinus1: UInt8 = 0
    /// 0 to 2: blocks of 8 to 32 luma samples.
    public var log2MinPcmLumaCodingBlockSizeMinus3: UInt8 = 0
    /// 0 to 2.
    public var log2DiffMaxMinPcmLumaCodingBlockSize: UInt8 = 0
    /// Whether in-loop filters skip PCM blocks.
    public var pcmLoopFilterDisabledFlag = false

    /// Creates parameters with one bit per sample.
    public init() {}
  }

  /// A long-term reference picture candidate for slices.
  public struct LongTermRefPic: Equatable, Sendable {
    /// The least significant bits of the picture order count.
    public var ltRefPicPocLsbSps: UInt16 = 0
    /// Whether the current picture may reference it.
    public var usedByCurrPicLtSpsFlag = false

    /// The picture with count 0.
    public init() {}
  }

  /// The smallest set.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try syntax(&c, layer: 0, sets: ParameterSets())
  }

  /// - Parameters:
  ///   - layer: nuh_layer_id of the unit, on which the form of the set depends.
  ///   - sets: the parameter sets, whose VPS supplies what this set omits.
  public mutating func syntax(_ c: inout SyntaxCoder, layer: UInt8, sets: ParameterSets) throws(SyntaxError) {
    try c.u("sps_video_parameter_set_id", &spsVideoParameterSetId, bits: 4)
    let name: StaticString = layer == 0 ? "sps_max_sub_layers_minus1" : "sps_ext_or_max_sub_layers_minus1"
    try c.u(name, &spsMaxSubLayersMinus1, bits: 3, in: 0...(layer == 0 ? 6 : 7), sizing: true, at: -1, -1)
    let isWhole = spsMaxSubLayersMinus1 != 7
    let subLayers = Int(spsMaxSubLayersMinus1)
    try c.flag("sps_temporal_id_nesting_flag", &spsTemporalIdNestingFlag, when: isWhole)
    try c.when(isWhole, &profileTierLevel, ProfileTierLevel()) { (c, p) throws(SyntaxError) in
      try c.structure("profile_tier_level", &p) { (c, p) throws(SyntaxError) in
        try p.syntax(&c, profilePresent: true, maxSubLayersMinus1: subLayers)
      }
    }
    try c.ue("sps_seq_parameter_set_id", &spsSeqParameterSetId, in: 0...15)
    if !isWhole {
      try c.optional("update_rep_format_flag", &spsRepFormatIdx, 0) { (c, index) throws(SyntaxError) in
        try c.u("sps_rep_format_idx", &index, bits: 8)
      }
    }
    try c.when(isWhole, &format, Format()) { (c, format) throws(SyntaxError) in try format.syntax(&c) }
    try c.ue("log2_max_pic_order_cnt_lsb_minus4", &log2MaxPicOrderCntLsbMinus4, in: 0...12, sizing: true, at: -1, -1)
    try c.flag("sps_sub_layer_ordering_info_present_flag", &spsSubLayerOrderingInfoPresentFlag, when: isWhole)
    let first = spsSubLayerOrderingInfoPresentFlag == false ? subLayers : 0
    let count = isWhole ? subLayers + 1 - first : 0
    try c.list(
      "sps_max_dec_pic_buffering_minus1", &subLayerOrderingInfo, count: count, atLeast: 3, SubLayerOrderingInfo()
    ) { (c, info, i) throws(SyntaxError) in try info.syntax(&c, inVPS: false, at: first + i) }
    try blockSizes(&c)
    try c.optional("scaling_list_enabled_flag", &scalingList, ScalingList()) { (c, lists) throws(SyntaxError) in
      if !isWhole {
        try c.optional("sps_infer_scaling_list_flag", &lists.spsScalingListRefLayerId, 0) { (c, layer) throws(SyntaxError) in
          try c.u("sps_scaling_list_ref_layer_id", &layer, bits: 6)
        }
      }
      if lists.spsScalingListRefLayerId == nil { try c.optional("sps_scaling_list_data_present_flag", &lists.scalingListData) }
    }
    try tools(&c)
    let hrdSubLayers =
      isWhole ? subLayers : sets.videoParameterSet(spsVideoParameterSetId, layer: layer).map { Int($0.vpsMaxSubLayersMinus1) }
    try c.optional("vui_parameters_present_flag", &vuiParameters, VUIParameters()) { (c, vui) throws(SyntaxError) in
      try c.structure("vui_parameters", &vui) { (c, v) throws(SyntaxError) in
        try v.syntax(&c, maxSubLayersMinus1: hrdSubLayers)
      }
    }
    let samples = format ?? Format()
    try c.optional("sps_extension_present_flag", &spsExtension, SPSExtension()) { (c, e) throws(SyntaxError) in
      try e.syntax(&c, format: samples)
    }
    try c.rbspTrailingBits(&trailing)
  }

  /// Codes log2_min_luma_coding_block_size_minus3 to max_transform_hierarchy_depth_intra; each limits the following ones.
  mutating func blockSizes(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("log2_min_luma_coding_block_size_minus3", &log2MinLumaCodingBlockSizeMinus3, in: 0...3, sizing: true, at: -1, -1)
    let minCoding = log2MinLumaCodingBlockSizeMinus3 + 3
    try c.ue("log2_diff_max_min_luma_coding_block_size", &log2DiffMaxMinLumaCodingBlockSize, in: 0...3, sizing: true, at: -1, -1)
    let ctb = minCoding + log2DiffMaxMinLumaCodingBlockSize
    try c.ue(
      "log2_min_luma_transform_block_size_minus2", &log2MinLumaTransformBlockSizeMinus2, in: 0...(minCoding - 3), sizing: true, at: -1, -1)
    let minTransform = log2MinLumaTransformBlockSizeMinus2 + 2
    try c.ue(
      "log2_diff_max_min_luma_transform_block_size", &log2DiffMaxMinLumaTransformBlockSize, in: 0...(min(ctb, 5) - minTransform))
    try c.ue("max_transform_hierarchy_depth_inter", &maxTransformHierarchyDepthInter, in: 0...(ctb - minTransform))
    try c.ue("max_transform_hierarchy_depth_intra", &maxTransformHierarchyDepthIntra, in: 0...(ctb - minTransform))
  }

  /// amp_enabled_flag to strong_intra_smoothing_enabled_flag.
  mutating func tools(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.flag("amp_enabled_flag", &ampEnabledFlag)
    try c.flag("sample_adaptive_offset_enabled_flag", &sampleAdaptiveOffsetEnabledFlag)
    let samples = format ?? Format()
    let minCoding = log2MinLumaCodingBlockSizeMinus3 + 3
    let ctb = minCoding + log2DiffMaxMinLumaCodingBlockSize
    try c.optional("pcm_enabled_flag", &pcm, PCM()) { (c, p) throws(SyntaxError) in
      try p.syntax(&c, samples, minCoding: min(minCoding, 5), ctb: min(ctb, 5))
    }
    let count = try c.ueCount("num_short_term_ref_pic_sets", stRefPicSets.count, in: 0...64)
    var sets: [RefPicSet] = []
    try c.list("st_ref_pic_set", &stRefPicSets, count: count, atLeast: 2, StRefPicSet()) { (c, set, i) throws(SyntaxError) in
      try c.structure("st_ref_pic_set", &set) { (c, s) throws(SyntaxError) in
        try s.syntax(&c, index: i, isInSlice: false) { $0 < sets.count && $0 >= 0 ? sets[$0].numDeltaPocs : 0 }
      }
      guard let pictures = RefPicSet(set, before: sets) else {
        throw c._malformed("st_ref_pic_set", .malformed("set \(i) has more than 16 pictures"))
      }
      sets.append(pictures)
    }
    let bits = Int(log2MaxPicOrderCntLsbMinus4) + 4
    try c.optional("long_term_ref_pics_present_flag", &longTermRefPics, []) { (c, pictures) throws(SyntaxError) in
      let count = try c.ueCount("num_long_term_ref_pics_sps", pictures.count, in: 0...32)
      try c.list("lt_ref_pic_poc_lsb_sps", &pictures, count: count, atLeast: bits + 1, LongTermRefPic()) { (c, p, i) throws(SyntaxError) in
        try c.u("lt_ref_pic_poc_lsb_sps", &p.ltRefPicPocLsbSps, bits: bits, at: i)
        try c.flag("used_by_curr_pic_lt_sps_flag", &p.usedByCurrPicLtSpsFlag, at: i)
      }
    }
    try c.flag("sps_temporal_mvp_enabled_flag", &spsTemporalMvpEnabledFlag)
    try c.flag("strong_intra_smoothing_enabled_flag", &strongIntraSmoothingEnabledFlag)
  }
}

extension SeqParameterSet.Format {
  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("chroma_format_idc", &chromaFormatIdc, in: 0...3, sizing: true, at: -1, -1)
    try c.flag("separate_colour_plane_flag", &separateColourPlaneFlag, when: chromaFormatIdc == 3)
    // Level 8.5 has no limit; a VPS representation format has 16 bits.
    try c.ue("pic_width_in_luma_samples", &picWidthInLumaSamples, in: 1...65535, sizing: true, at: -1, -1)
    try c.ue("pic_height_in_luma_samples", &picHeightInLumaSamples, in: 1...65535, sizing: true, at: -1, -1)
    try c.optional("conformance_window_flag", &conformanceWindow, Window()) { (c, w) throws(SyntaxError) in
      try w.syntax(&c, .conformance)
    }
    try c.ue("bit_depth_luma_minus8", &bitDepthLumaMinus8, in: 0...8, sizing: true, at: -1, -1)
    try c.ue("bit_depth_chroma_minus8", &bitDepthChromaMinus8, in: 0...8, sizing: true, at: -1, -1)
  }
}

extension SeqParameterSet.PCM {
  /// - Parameters:
  ///   - minCoding: Min( MinCbLog2SizeY, 5 ).
  ///   - ctb: Min( CtbLog2SizeY, 5 ).
  mutating func syntax(
    _ c: inout SyntaxCoder, _ format: SeqParameterSet.Format, minCoding: UInt8, ctb: UInt8
  ) throws(SyntaxError) {
    try c.u("pcm_sample_bit_depth_luma_minus1", &pcmSampleBitDepthLumaMinus1, bits: 4, in: 0...(format.bitDepthLumaMinus8 + 7))
    try c.u("pcm_sample_bit_depth_chroma_minus1", &pcmSampleBitDepthChromaMinus1, bits: 4, in: 0...(format.bitDepthChromaMinus8 + 7))
    try c.ue(
      "log2_min_pcm_luma_coding_block_size_minus3", &log2MinPcmLumaCodingBlockSizeMinus3,
      in: (minCoding - 3)...(ctb - 3), sizing: true, at: -1, -1)
    let smallest = log2MinPcmLumaCodingBlockSizeMinus3 + 3
    try c.ue("log2_diff_max_min_pcm_luma_coding_block_size", &log2DiffMaxMinPcmLumaCodingBlockSize, in: 0...(ctb - smallest))
    try c.flag("pcm_loop_filter_disabled_flag", &pcmLoopFilterDisabledFlag)
  }
}
