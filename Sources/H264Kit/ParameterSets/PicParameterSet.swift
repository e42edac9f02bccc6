import BitstreamKit

/// Picture parameter set: parameters shared by the slices of a picture.
///
/// ITU-T H.264 (08/2021) 7.3.2.2 `pic_parameter_set_rbsp( )`, semantics 7.4.2.2, without its trailing bits.
public struct PicParameterSet: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "pic_parameter_set_rbsp"

  /// Elements added after the first edition.
  public struct Extension: Equatable, Sendable {
    /// Whether the 8 × 8 transform may be used.
    public var transform8x8ModeFlag = false
    /// 6 lists, or with transform_8x8_mode_flag 8 (12 if chroma_format_idc is 3); nil without pic_scaling_matrix_present_flag.
    public var picScalingMatrix: [ScalingList?]?
    /// The QP index offset for Cr, −12 to 12.
    public var secondChromaQpIndexOffset: Int8 = 0

    /// Creates an extension that uses none of its features.
    public init() {}

    mutating func syntax(_ c: inout SyntaxCoder, chromaFormatIdc: UInt8?) throws(SyntaxError) {
      try c.flag("transform_8x8_mode_flag", &transform8x8ModeFlag)
      let count = 6 + (transform8x8ModeFlag ? ((chromaFormatIdc ?? 1) == 3 ? 6 : 2) : 0)
      try c.optional("pic_scaling_matrix_present_flag", &picScalingMatrix, []) { (c, lists) throws(SyntaxError) in
        try c.scalingMatrix("pic_scaling_list_present_flag", &lists, count: count)
      }
      try c.se("second_chroma_qp_index_offset", &secondChromaQpIndexOffset, in: -12...12)
    }
  }

  /// 0 to 255.
  public var picParameterSetId: UInt32 = 0
  /// The id of the sequence parameter set it refers to, 0 to 31.
  public var seqParameterSetId: UInt32 = 0
  /// Whether slices use CABAC (otherwise CAVLC).
  public var entropyCodingModeFlag = false
  /// Whether slice headers of frames contain delta_pic_order_cnt_bottom or delta_pic_order_cnt[ 1 ].
  public var bottomFieldPicOrderInFramePresentFlag = false
  /// 0 to 7.
  public var numSliceGroupsMinus1: UInt8 = 0
  /// Slice group map; present if num_slice_groups_minus1 > 0.
  public var sliceGroups: SliceGroups?
  /// The default number of active references in list 0, minus 1: 0 to 31.
  public var numRefIdxL0DefaultActiveMinus1: UInt8 = 0
  /// The default number of active references in list 1, minus 1: 0 to 31.
  public var numRefIdxL1DefaultActiveMinus1: UInt8 = 0
  /// Whether P and SP slices use explicit weighted prediction.
  public var weightedPredFlag = false
  /// Weighted prediction of B slices: 0 none, 1 explicit, 2 implicit.
  public var weightedBipredIdc: UInt8 = 0
  /// The initial slice QP minus 26, −26 − 6 × bit_depth_luma_minus8 to 25.
  public var picInitQpMinus26: Int8 = 0
  /// The initial QS of SP and SI slices minus 26, −26 to 25.
  public var picInitQsMinus26: Int8 = 0
  /// The QP index offset for Cb, and for Cr if `extension` is nil, −12 to 12.
  public var chromaQpIndexOffset: Int8 = 0
  /// Whether slice headers contain deblocking filter controls.
  public var deblockingFilterControlPresentFlag = false
  /// Whether intra prediction excludes samples of inter macroblocks.
  public var constrainedIntraPredFlag = false
  /// Whether slice headers contain redundant_pic_cnt.
  public var redundantPicCntPresentFlag = false
  /// nil if the set ends before these elements.
  public var `extension`: Extension?

  /// Creates a set with one slice group and CAVLC.
  public init() {}

  /// Codes the elements. The trailing bits must follow, because the extension is detected by more_rbsp_data( ).
  /// - Parameter chromaFormatIdc: returns chroma_format_idc of the sequence parameter set with the given id, which determines the
  ///   number of scaling lists. If it returns nil, 1 is assumed; this is wrong only for 4:4:4 and matters only if
  ///   transform_8x8_mode_flag is set and a scaling matrix is present.
  public mutating func syntax(_ c: inout SyntaxCoder, chromaFormatIdc: (UInt32) -> UInt8?) throws(SyntaxError) {
    try c.ue("pic_parameter_set_id", &picParameterSetId, in: 0...255)
    try c.ue("seq_parameter_set_id", &seqParameterSetId, in: 0...31)
    try c.flag("entropy_coding_mode_flag", &entropyCodingModeFlag)
    try c.flag("bottom_field_pic_order_in_frame_present_flag", &bottomFieldPicOrderInFramePresentFlag)
    try c.ue("num_slice_groups_minus1", &numSliceGroupsMinus1, in: 0...7, sizing: true, at: -1, -1)
    let groups = Int(numSliceGroupsMinus1) + 1
    try c.when(groups > 1, &sliceGroups, .init()) { (c, s) throws(SyntaxError) in try s.syntax(&c, groups: groups) }
    try c.ue("num_ref_idx_l0_default_active_minus1", &numRefIdxL0DefaultActiveMinus1, in: 0...31, sizing: true, at: -1, -1)
    try c.ue("num_ref_idx_l1_default_active_minus1", &numRefIdxL1DefaultActiveMinus1, in: 0...31, sizing: true, at: -1, -1)
    try c.flag("weighted_pred_flag", &weightedPredFlag)
    try c.u("weighted_bipred_idc", &weightedBipredIdc, bits: 2, in: 0...2)
    try c.se("pic_init_qp_minus26", &picInitQpMinus26, in: -62...25)
    try c.se("pic_init_qs_minus26", &picInitQsMinus26, in: -26...25)
    try c.se("chroma_qp_index_offset", &chromaQpIndexOffset, in: -12...12)
    try c.flag("deblocking_filter_control_present_flag", &deblockingFilterControlPresentFlag)
    try c.flag("constrained_intra_pred_flag", &constrainedIntraPredFlag)
    try c.flag("redundant_pic_cnt_present_flag", &redundantPicCntPresentFlag)
    let format = chromaFormatIdc(seqParameterSetId)
    try c.when(c.moreRBSPData(`extension` != nil), &`extension`, .init()) { (c, e) throws(SyntaxError) in
      try e.syntax(&c, chromaFormatIdc: format)
    }
  }

  /// Codes the elements with the given chroma_format_idc of the sequence parameter set; nil if unknown.
  public mutating func syntax(_ c: inout SyntaxCoder, chromaFormatIdc: UInt8?) throws(SyntaxError) {
    try syntax(&c) { _ in chromaFormatIdc }
  }
}
