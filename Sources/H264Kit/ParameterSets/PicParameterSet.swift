import BitstreamKit

/// Picture parameter set: what the slices of a picture share.
///
/// ITU-T H.264 (08/2021) 7.3.2.2 `pic_parameter_set_rbsp( )`, semantics 7.4.2.2, without its trailing bits.
public struct PicParameterSet: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "pic_parameter_set_rbsp"

  /// What stands behind the elements of the first edition, where anything does.
  public struct Extension: Equatable, Sendable {
    /// Whether the 8 × 8 transform may be used.
    public var transform8x8ModeFlag = false
    /// 6 lists; with transform_8x8_mode_flag 8, or 12 where chroma_format_idc is 3. nil without pic_scaling_matrix_present_flag.
    public var picScalingMatrix: [ScalingList?]?
    /// The offset for Cr, −12 to 12.
    public var secondChromaQpIndexOffset: Int8 = 0

    /// Nothing of it used.
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
  /// The sequence parameter set that it belongs to, 0 to 31.
  public var seqParameterSetId: UInt32 = 0
  /// Whether slices are coded by CABAC.
  public var entropyCodingModeFlag = false
  /// Whether slice headers of frames hold the difference between the two fields' order counts.
  public var bottomFieldPicOrderInFramePresentFlag = false
  /// 0 to 7.
  public var numSliceGroupsMinus1: UInt8 = 0
  /// How macroblocks are dealt to slice groups, where there are several.
  public var sliceGroups: SliceGroups?
  /// 0 to 31: references of list 0 where the slice does not say.
  public var numRefIdxL0DefaultActiveMinus1: UInt8 = 0
  /// 0 to 31: references of list 1 where the slice does not say.
  public var numRefIdxL1DefaultActiveMinus1: UInt8 = 0
  /// Whether P and SP slices hold weights.
  public var weightedPredFlag = false
  /// 0 no weights in B slices, 1 explicit, 2 implicit.
  public var weightedBipredIdc: UInt8 = 0
  /// The quantiser that slices start from, −26 − 6 × bit_depth_luma_minus8 to 25.
  public var picInitQpMinus26: Int8 = 0
  /// The quantiser of SP and SI slices, −26 to 25.
  public var picInitQsMinus26: Int8 = 0
  /// The offset for Cb, and for Cr without an offset of its own, −12 to 12.
  public var chromaQpIndexOffset: Int8 = 0
  /// Whether slice headers control the deblocking filter.
  public var deblockingFilterControlPresentFlag = false
  /// Whether intra prediction keeps away from inter macroblocks.
  public var constrainedIntraPredFlag = false
  /// Whether slice headers hold redundant_pic_cnt.
  public var redundantPicCntPresentFlag = false
  /// nil where the set ends before.
  public var `extension`: Extension?

  /// One slice group, CAVLC.
  public init() {}

  /// The elements; the set's trailing bits must follow, for their place tells whether there is an extension.
  /// - Parameter chromaFormatIdc: gives chroma_format_idc of the sequence parameter set of a number, which sizes the scaling lists;
  ///   where it gives nil, 1 is taken, which is wrong for 4:4:4 alone and matters only where transform_8x8_mode_flag meets a
  ///   scaling matrix.
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

  /// The elements, with chroma_format_idc of the sequence parameter set; nil where it is unknown.
  public mutating func syntax(_ c: inout SyntaxCoder, chromaFormatIdc: UInt8?) throws(SyntaxError) {
    try syntax(&c) { _ in chromaFormatIdc }
  }
}
