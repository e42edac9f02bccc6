import BitstreamKit

/// Slice header.
///
/// ITU-T H.264 (08/2021) 7.3.3 `slice_header( )`, semantics 7.4.3; multiview: G.7.3.3.
public struct SliceHeader: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "slice_header"

  /// Elements present if num_ref_idx_active_override_flag.
  public struct RefIdxActive: Equatable, Sendable {
    /// The number of active references in list 0, minus 1: 0 to 15, in fields 0 to 31.
    public var numRefIdxL0ActiveMinus1: UInt8 = 0
    /// The number of active references in list 1, minus 1, in B slices: 0 to 15, in fields 0 to 31.
    public var numRefIdxL1ActiveMinus1: UInt8?

    /// Creates one active reference.
    public init() {}
  }

  /// Present if deblocking_filter_control_present_flag.
  public struct DeblockingFilter: Equatable, Sendable {
    /// 0 on, 1 off, 2 off at slice edges.
    public var disableDeblockingFilterIdc: UInt8 = 0
    /// −6 to 6; present unless the filter is off.
    public var sliceAlphaC0OffsetDiv2: Int8?
    /// −6 to 6; present unless the filter is off.
    public var sliceBetaOffsetDiv2: Int8?

    /// Creates an enabled filter.
    public init() {}
  }

  /// The address of the first macroblock, or macroblock pair in MBAFF frames.
  public var firstMbInSlice: UInt32 = 0
  /// 0 and 5 P, 1 and 6 B, 2 and 7 I, 3 and 8 SP, 4 and 9 SI; 5 to 9 mean that all slices of the picture have this type.
  public var sliceType: UInt8 = 2
  /// 0 to 255.
  public var picParameterSetId: UInt32 = 0
  /// 0 to 2; present if separate_colour_plane_flag.
  public var colourPlaneId: UInt8?
  /// The reference frame counter, modulo MaxFrameNum.
  public var frameNum: UInt32 = 0
  /// Whether the picture is a field; nil with frame_mbs_only_flag.
  public var fieldPicFlag: Bool?
  /// Whether the field is a bottom field; present if field_pic_flag.
  public var bottomFieldFlag: Bool?
  /// Distinguishes consecutive IDR pictures: 0 to 65535; present in IDR pictures.
  public var idrPicId: UInt32?
  /// Present if pic_order_cnt_type is 0.
  public var picOrderCntLsb: UInt32?
  /// Present in frames if pic_order_cnt_type is 0 and bottom_field_pic_order_in_frame_present_flag is 1.
  public var deltaPicOrderCntBottom: Int32?
  /// delta_pic_order_cnt[ 0 ]; present if pic_order_cnt_type is 1 and delta_pic_order_always_zero_flag is 0.
  public var deltaPicOrderCnt0: Int32?
  /// delta_pic_order_cnt[ 1 ]; present in frames if delta_pic_order_cnt[ 0 ] is and bottom_field_pic_order_in_frame_present_flag is 1.
  public var deltaPicOrderCnt1: Int32?
  /// Greater than 0 for a slice of a redundant coded picture: 0 to 127.
  public var redundantPicCnt: UInt8?
  /// Whether direct prediction is spatial; present in B slices.
  public var directSpatialMvPredFlag: Bool?
  /// nil without num_ref_idx_active_override_flag.
  public var refIdxActive: RefIdxActive?
  /// nil without ref_pic_list_modification_flag_l0.
  public var refPicListModificationL0: [RefPicListModification]?
  /// nil without ref_pic_list_modification_flag_l1.
  public var refPicListModificationL1: [RefPicListModification]?
  /// Present for explicit weighted prediction.
  public var predWeightTable: PredWeightTable?
  /// Present in reference pictures.
  public var decRefPicMarking: DecRefPicMarking?
  /// 0 to 2; present in slices other than I and SI if CABAC is used.
  public var cabacInitIdc: UInt8?
  /// The difference from the initial QP of the picture parameter set.
  public var sliceQpDelta: Int8 = 0
  /// Present in SP slices.
  public var spForSwitchFlag: Bool?
  /// Present in SP and SI slices.
  public var sliceQsDelta: Int8?
  /// Present if deblocking_filter_control_present_flag.
  public var deblockingFilter: DeblockingFilter?
  /// Present for slice group map types 3 to 5.
  public var sliceGroupChangeCycle: UInt32?

  /// Creates the header of an I slice that starts at the first macroblock.
  public init() {}

  /// Codes the elements using the parameter sets referenced by the slice.
  /// - Parameter idrPicFlag: for auxiliary slices (type 19), which do not signal it: whether the primary picture is an IDR picture.
  public mutating func syntax<C: ElementCoder>(
    _ c: inout C, header: NALUnitHeader, sps: SeqParameterSet, pps: PicParameterSet, idrPicFlag: Bool? = nil
  ) throws(SyntaxError) {
    try syntax(&c, header: header, context: SliceContext(sps: sps, pps: pps), idrPicFlag: idrPicFlag)
  }

  /// Codes the elements using the context of the slice's parameter sets.
  public mutating func syntax<C: ElementCoder>(
    _ c: inout C, header: NALUnitHeader, context: SliceContext, idrPicFlag: Bool? = nil
  ) throws(SyntaxError) {
    try start(&c)
    try body(&c, header: header, context: context, idrPicFlag: idrPicFlag)
  }

  /// Codes the elements up to pic_parameter_set_id, which do not depend on parameter sets.
  public mutating func start<C: ElementCoder>(_ c: inout C) throws(SyntaxError) {
    try c.ue("first_mb_in_slice", &firstMbInSlice, in: 0...139_263)
    try c.ue("slice_type", &sliceType, in: 0...9, sizing: true, at: -1, -1)
    try c.ue("pic_parameter_set_id", &picParameterSetId, in: 0...255)
  }

  /// Codes the elements after pic_parameter_set_id.
  public mutating func body<C: ElementCoder>(
    _ c: inout C, header: NALUnitHeader, context: SliceContext, idrPicFlag: Bool? = nil
  ) throws(SyntaxError) {
    let isIDR = header.idrPicFlag || (header.nalUnitType == 19 && idrPicFlag == true)
    try picture(&c, isIDR, context)
    try afterPicture(&c, header, context, isIDR: isIDR)
  }

  /// Codes the elements after redundant_pic_cnt.
  mutating func afterPicture<C: ElementCoder>(
    _ c: inout C, _ header: NALUnitHeader, _ context: SliceContext, isIDR: Bool
  ) throws(SyntaxError) {
    try references(&c, header, context)
    try c.when(header.nalRefIdc != 0, &decRefPicMarking, .init()) { (c, m) throws(SyntaxError) in
      try c.structure(DecRefPicMarking.structureName, &m) { (c, m) throws(SyntaxError) in try m.syntax(&c, idrPicFlag: isIDR) }
    }
    try quantisers(&c, context)
  }

  /// Codes the elements from colour_plane_id to redundant_pic_cnt, which distinguish pictures.
  mutating func picture<C: ElementCoder>(_ c: inout C, _ isIDR: Bool, _ context: SliceContext) throws(SyntaxError) {
    try c.u("colour_plane_id", &colourPlaneId, bits: 2, in: 0...2, when: context.separateColourPlaneFlag)
    try c.u("frame_num", &frameNum, bits: Int(context.frameNumBits))
    try c.flag("field_pic_flag", &fieldPicFlag, when: !context.frameMbsOnlyFlag)
    let isField = fieldPicFlag == true
    try c.flag("bottom_field_flag", &bottomFieldFlag, when: isField)
    try c.ue("idr_pic_id", &idrPicId, in: 0...65535, when: isIDR)
    let hasSecond = context.bottomFieldPicOrderInFramePresentFlag && !isField
    let lsbBits = Int(context.picOrderCntLsbBits)
    let lsbs = lsbBits > 0
    try c.u("pic_order_cnt_lsb", &picOrderCntLsb, bits: lsbBits, when: lsbs)
    try c.se("delta_pic_order_cnt_bottom", &deltaPicOrderCntBottom, in: -0x7FFF_FFFF...0x7FFF_FFFF, when: lsbs && hasSecond)
    let deltas = context.hasDeltaPicOrderCnt
    try c.se("delta_pic_order_cnt", &deltaPicOrderCnt0, in: -0x7FFF_FFFF...0x7FFF_FFFF, when: deltas, at: 0)
    try c.se("delta_pic_order_cnt", &deltaPicOrderCnt1, in: -0x7FFF_FFFF...0x7FFF_FFFF, when: deltas && hasSecond, at: 1)
    try c.ue("redundant_pic_cnt", &redundantPicCnt, in: 0...127, when: context.redundantPicCntPresentFlag)
  }

  /// Codes the elements from direct_spatial_mv_pred_flag to pred_weight_table( ).
  mutating func references<C: ElementCoder>(
    _ c: inout C, _ header: NALUnitHeader, _ context: SliceContext
  ) throws(SyntaxError) {
    let isB = self.isB
    let isInter = !isIntra
    try c.flag("direct_spatial_mv_pred_flag", &directSpatialMvPredFlag, when: isB)
    if isInter {
      let most: UInt8 = fieldPicFlag == true ? 31 : 15
      try c.optional("num_ref_idx_active_override_flag", &refIdxActive, .init()) { (c, r) throws(SyntaxError) in
        try c.ue("num_ref_idx_l0_active_minus1", &r.numRefIdxL0ActiveMinus1, in: 0...most, sizing: true, at: -1, -1)
        try c.when(isB, &r.numRefIdxL1ActiveMinus1, 0) { (c, v) throws(SyntaxError) in
          try c.ue("num_ref_idx_l1_active_minus1", &v, in: 0...most, sizing: true, at: -1, -1)
        }
      }
      let isMultiview = header.nalUnitType == 20 || header.nalUnitType == 21
      try c.refPicListModification("ref_pic_list_modification_flag_l0", &refPicListModificationL0, isMultiview: isMultiview)
      if isB { try c.refPicListModification("ref_pic_list_modification_flag_l1", &refPicListModificationL1, isMultiview: isMultiview) }
    }
    let count0 = Int(refIdxActive?.numRefIdxL0ActiveMinus1 ?? context.numRefIdxL0DefaultActiveMinus1) + 1
    let count1 = isB ? Int(refIdxActive?.numRefIdxL1ActiveMinus1 ?? context.numRefIdxL1DefaultActiveMinus1) + 1 : 0
    let isWeighted = isB ? context.weightedBipredIdc == 1 : isInter && context.weightedPredFlag
    let hasChroma = context.hasChroma
    try c.when(isWeighted, &predWeightTable, .init()) { (c, t) throws(SyntaxError) in
      try c.structure(PredWeightTable.structureName, &t) { (c, t) throws(SyntaxError) in
        try t.syntax(&c, hasChroma: hasChroma, l0: count0, l1: count1)
      }
    }
  }

  /// Codes the elements from cabac_init_idc onwards.
  mutating func quantisers<C: ElementCoder>(_ c: inout C, _ context: SliceContext) throws(SyntaxError) {
    let type = sliceType % 5
    try c.ue("cabac_init_idc", &cabacInitIdc, in: 0...2, when: context.entropyCodingModeFlag && !isIntra)
    try c.se("slice_qp_delta", &sliceQpDelta, in: context.sliceQpDeltaRange)
    try c.flag("sp_for_switch_flag", &spForSwitchFlag, when: type == 3)
    try c.se("slice_qs_delta", &sliceQsDelta, in: context.sliceQsDeltaRange, when: type == 3 || type == 4)
    try c.when(context.deblockingFilterControlPresentFlag, &deblockingFilter, .init()) { (c, d) throws(SyntaxError) in
      try c.ue("disable_deblocking_filter_idc", &d.disableDeblockingFilterIdc, in: 0...2)
      try c.se("slice_alpha_c0_offset_div2", &d.sliceAlphaC0OffsetDiv2, in: -6...6, when: d.disableDeblockingFilterIdc != 1)
      try c.se("slice_beta_offset_div2", &d.sliceBetaOffsetDiv2, in: -6...6, when: d.disableDeblockingFilterIdc != 1)
    }
    let steps = context.sliceGroupChangeSteps
    // Ceil( Log2( PicSizeInMapUnits ÷ SliceGroupChangeRate + 1 ) ), the division exact: the bits of the quotient rounded up.
    let bits = 32 - (steps ?? 0).leadingZeroBitCount
    try c.u("slice_group_change_cycle", &sliceGroupChangeCycle, bits: bits, in: 0...(steps ?? 0), when: steps != nil)
  }
}

extension SliceHeader {
  /// Parses a header from the beginning of a unit's RBSP; 100 bytes are nearly always sufficient.
  /// - Parameters:
  ///   - rbsp: the unit's first bytes, including its header, with emulation prevention removed.
  ///   - sets: the parameter sets that the slice may reference.
  /// - Throws: if the bytes are too short, contradict the specification, or reference a missing parameter set.
  public init(parsingUnit rbsp: [UInt8], sets: ParameterSets) throws(SyntaxError) {
    var reader = BitReader(rbsp)
    var header = NALUnitHeader()
    try reader.nested(&header)
    self.init()
    try start(&reader)
    guard let context = sets.sliceContext(header, picParameterSetId: picParameterSetId) else {
      throw reader._malformed("pic_parameter_set_id", .unsupported("the parameter sets of the slice are missing"))
    }
    try body(&reader, header: header, context: context, idrPicFlag: sets.primaryIdrPicFlag)
  }

  /// The finding for a P or B slice in an IDR picture, which has I and SI slices only (7.4.1.2.4, nal_unit_type 5 in 7.4.1).
  static func interSliceInIDR(_ type: PictureType) -> SyntaxError {
    SyntaxError(
      .malformed("a \(type.name) slice in an IDR picture, which has I and SI slices only"), element: "slice_type",
      path: [structureName.description])
  }

  /// The bits of first_mb_in_slice and slice_type, which come first (7.3.3), as ue(v) (9.1).
  var bitsBeforePicParameterSetId: Int {
    func length(_ value: UInt64) -> Int { 2 * (64 - (value + 1).leadingZeroBitCount) - 1 }
    return length(UInt64(firstMbInSlice)) + length(UInt64(sliceType))
  }

  /// Whether the slice uses no references: I and SI.
  public var isIntra: Bool { sliceType % 5 == 2 || sliceType % 5 == 4 }
  /// Whether the slice is of type B.
  public var isB: Bool { sliceType % 5 == 1 }

  /// The name of the slice type: P, B, I, SP, SI.
  public var sliceTypeName: StaticString {
    switch sliceType % 5 {
    case 0: "P"
    case 1: "B"
    case 2: "I"
    case 3: "SP"
    default: "SI"
    }
  }
}
