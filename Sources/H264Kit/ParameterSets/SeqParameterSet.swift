import BitstreamKit

/// Sequence parameter set: parameters shared by all pictures of a coded video sequence.
///
/// ITU-T H.264 (08/2021) 7.3.2.1.1 `seq_parameter_set_data( )`, semantics 7.4.2.1.1.
/// `init(nalUnit:policy:)` reads a whole NAL unit; `init(parsing:)` reads the RBSP, without header and emulation prevention bytes.
public struct SeqParameterSet: Syntax {
  public static let structureName: StaticString = "seq_parameter_set_data"

  /// Sample format; present for High and later profiles.
  public struct SampleFormat: Equatable, Sendable {
    /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
    public var chromaFormatIdc: UInt8 = 1
    /// Whether the three colour planes are coded separately; present if chroma_format_idc is 3.
    public var separateColourPlaneFlag: Bool?
    /// 0 to 6.
    public var bitDepthLumaMinus8: UInt8 = 0
    /// 0 to 6.
    public var bitDepthChromaMinus8: UInt8 = 0
    /// Whether QP′Y 0 means lossless coding.
    public var qpprimeYZeroTransformBypassFlag = false
    /// 8 lists, or 12 if chroma_format_idc is 3; nil without seq_scaling_matrix_present_flag.
    public var seqScalingMatrix: [ScalingList?]?

    /// Creates 8-bit 4:2:0.
    public init() {}

    mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
      try c.ue("chroma_format_idc", &chromaFormatIdc, in: 0...3, sizing: true, at: -1, -1)
      try c.flag("separate_colour_plane_flag", &separateColourPlaneFlag, when: chromaFormatIdc == 3)
      try c.ue("bit_depth_luma_minus8", &bitDepthLumaMinus8, in: 0...6)
      try c.ue("bit_depth_chroma_minus8", &bitDepthChromaMinus8, in: 0...6)
      try c.flag("qpprime_y_zero_transform_bypass_flag", &qpprimeYZeroTransformBypassFlag)
      let count = chromaFormatIdc == 3 ? 12 : 8
      try c.optional("seq_scaling_matrix_present_flag", &seqScalingMatrix, []) { (c, lists) throws(SyntaxError) in
        try c.scalingMatrix("seq_scaling_list_present_flag", &lists, count: count)
      }
    }
  }

  /// Picture order count type 1: a cycle of expected deltas.
  public struct PicOrderCntCycle: Equatable, Sendable {
    /// Whether delta_pic_order_cnt is absent from slice headers and inferred to be 0.
    public var deltaPicOrderAlwaysZeroFlag = false
    /// The order count offset of non-reference pictures.
    public var offsetForNonRefPic: Int32 = 0
    /// The order count difference between the bottom and the top field of a frame.
    public var offsetForTopToBottomField: Int32 = 0
    /// The deltas of the cycle, at most 255.
    public var offsetForRefFrame: [Int32] = []

    /// Creates an empty cycle.
    public init() {}

    mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
      try c.flag("delta_pic_order_always_zero_flag", &deltaPicOrderAlwaysZeroFlag)
      try c.se("offset_for_non_ref_pic", &offsetForNonRefPic)
      try c.se("offset_for_top_to_bottom_field", &offsetForTopToBottomField)
      let count = try c.ueCount("num_ref_frames_in_pic_order_cnt_cycle", offsetForRefFrame.count, in: 0...255)
      try c.list("offset_for_ref_frame", &offsetForRefFrame, count: count, atLeast: 1, 0) { (c, v, i) throws(SyntaxError) in
        try c.se("offset_for_ref_frame", &v, at: i)
      }
    }
  }

  /// Frame cropping offsets, in crop units of the chroma format.
  public struct FrameCropping: Equatable, Sendable {
    /// Crop units at the respective sides.
    public var frameCropLeftOffset: UInt32 = 0, frameCropRightOffset: UInt32 = 0
    /// Crop units at the respective sides.
    public var frameCropTopOffset: UInt32 = 0, frameCropBottomOffset: UInt32 = 0

    /// Creates cropping that removes nothing.
    public init() {}
  }

  /// The profile that the stream conforms to.
  public var profileIdc: UInt8 = 66
  /// Constraint flags: additional profiles that the stream conforms to, and restrictions of its own profile.
  public var constraintSet0Flag = false, constraintSet1Flag = false, constraintSet2Flag = false
  /// Constraint flags: additional profiles that the stream conforms to, and restrictions of its own profile.
  public var constraintSet3Flag = false, constraintSet4Flag = false, constraintSet5Flag = false
  /// 0.
  public var reservedZero2bits: UInt8 = 0
  /// Ten times the level number; 9 is level 1b in High and later profiles.
  public var levelIdc: UInt8 = 10
  /// 0 to 31.
  public var seqParameterSetId: UInt32 = 0
  /// Present for High and later profiles.
  public var sampleFormat: SampleFormat?
  /// The bit width of frame_num minus 4: 0 to 12.
  public var log2MaxFrameNumMinus4: UInt8 = 0
  /// The picture order count type, 0 to 2.
  public var picOrderCntType: UInt8 = 0
  /// The bit width of pic_order_cnt_lsb minus 4, 0 to 12; present if pic_order_cnt_type is 0, and nil otherwise.
  public var log2MaxPicOrderCntLsbMinus4: UInt8? = 0
  /// Present if pic_order_cnt_type is 1.
  public var picOrderCntCycle: PicOrderCntCycle?
  /// 0 to 16.
  public var maxNumRefFrames: UInt32 = 0
  /// Whether frame numbers may be left out.
  public var gapsInFrameNumValueAllowedFlag = false
  /// The width in macroblocks less one.
  public var picWidthInMbsMinus1: UInt32 = 0
  /// The height in macroblocks of a frame, or of a field if frame_mbs_only_flag is 0, minus 1.
  public var picHeightInMapUnitsMinus1: UInt32 = 0
  /// Whether the sequence has neither fields nor field macroblocks.
  public var frameMbsOnlyFlag = true
  /// Present if frame_mbs_only_flag is 0.
  public var mbAdaptiveFrameFieldFlag: Bool?
  /// The derivation method of luma motion vectors in direct prediction (B_Skip, B_Direct_16x16, B_Direct_8x8).
  public var direct8x8InferenceFlag = false
  /// nil without frame_cropping_flag.
  public var frameCropping: FrameCropping?
  /// nil without vui_parameters_present_flag.
  public var vuiParameters: VUIParameters?

  /// Creates a Baseline set with a picture size of one macroblock.
  public init() {}

  /// The maximum picture width or height in macroblocks of any level; larger values are errors (A.3.1: sqrt of 8 × MaxFS).
  static let maxMacroblocks: UInt32 = 1055

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("profile_idc", &profileIdc, bits: 8)
    try c.flag("constraint_set0_flag", &constraintSet0Flag)
    try c.flag("constraint_set1_flag", &constraintSet1Flag)
    try c.flag("constraint_set2_flag", &constraintSet2Flag)
    try c.flag("constraint_set3_flag", &constraintSet3Flag)
    try c.flag("constraint_set4_flag", &constraintSet4Flag)
    try c.flag("constraint_set5_flag", &constraintSet5Flag)
    try c.u("reserved_zero_2bits", &reservedZero2bits, bits: 2)
    try c.u("level_idc", &levelIdc, bits: 8)
    try c.ue("seq_parameter_set_id", &seqParameterSetId, in: 0...31)
    try c.when(Self.hasSampleFormat(profileIdc), &sampleFormat, .init()) { (c, f) throws(SyntaxError) in try f.syntax(&c) }
    try c.ue("log2_max_frame_num_minus4", &log2MaxFrameNumMinus4, in: 0...12, sizing: true, at: -1, -1)
    try c.ue("pic_order_cnt_type", &picOrderCntType, in: 0...2)
    try c.when(picOrderCntType == 0, &log2MaxPicOrderCntLsbMinus4, 0) { (c, v) throws(SyntaxError) in
      try c.ue("log2_max_pic_order_cnt_lsb_minus4", &v, in: 0...12, sizing: true, at: -1, -1)
    }
    try c.when(picOrderCntType == 1, &picOrderCntCycle, .init()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    try c.ue("max_num_ref_frames", &maxNumRefFrames, in: 0...16)
    try c.flag("gaps_in_frame_num_value_allowed_flag", &gapsInFrameNumValueAllowedFlag)
    try pictures(&c)
    try c.optional("vui_parameters_present_flag", &vuiParameters)
  }

  /// Codes the elements from pic_width_in_mbs_minus1 to the cropping.
  mutating func pictures(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("pic_width_in_mbs_minus1", &picWidthInMbsMinus1, in: 0...Self.maxMacroblocks)
    try c.ue("pic_height_in_map_units_minus1", &picHeightInMapUnitsMinus1, in: 0...Self.maxMacroblocks)
    try c.flag("frame_mbs_only_flag", &frameMbsOnlyFlag)
    try c.flag("mb_adaptive_frame_field_flag", &mbAdaptiveFrameFieldFlag, when: !frameMbsOnlyFlag)
    try c.flag("direct_8x8_inference_flag", &direct8x8InferenceFlag)
    try c.optional("frame_cropping_flag", &frameCropping, .init()) { (c, v) throws(SyntaxError) in
      try c.ue("frame_crop_left_offset", &v.frameCropLeftOffset, in: 0...Self.maxMacroblocks * 16)
      try c.ue("frame_crop_right_offset", &v.frameCropRightOffset, in: 0...Self.maxMacroblocks * 16)
      try c.ue("frame_crop_top_offset", &v.frameCropTopOffset, in: 0...Self.maxMacroblocks * 16)
      try c.ue("frame_crop_bottom_offset", &v.frameCropBottomOffset, in: 0...Self.maxMacroblocks * 16)
    }
  }

  /// Whether parameter sets of this profile contain the sample format.
  public static func hasSampleFormat(_ profileIdc: UInt8) -> Bool {
    switch profileIdc {
    case 100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135: true
    default: false
    }
  }
}
