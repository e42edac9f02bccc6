import BitstreamKit

/// What a slice says about itself and its picture before its macroblocks.
///
/// ITU-T H.264 (08/2021) 7.3.3 `slice_header( )`, semantics 7.4.3; multiview: G.7.3.3.
public struct SliceHeader: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "slice_header"

  /// Behind num_ref_idx_active_override_flag.
  public struct RefIdxActive: Equatable, Sendable {
    /// 0 to 31: references of list 0 less one.
    public var numRefIdxL0ActiveMinus1: UInt8 = 0
    /// 0 to 31: references of list 1 less one, in B slices.
    public var numRefIdxL1ActiveMinus1: UInt8?

    /// One reference.
    public init() {}
  }

  /// With deblocking_filter_control_present_flag.
  public struct DeblockingFilter: Equatable, Sendable {
    /// 0 on, 1 off, 2 off at the slice's edges.
    public var disableDeblockingFilterIdc: UInt8 = 0
    /// −6 to 6, where the filter is not off.
    public var sliceAlphaC0OffsetDiv2: Int8?
    /// −6 to 6, where the filter is not off.
    public var sliceBetaOffsetDiv2: Int8?

    /// The filter is on.
    public init() {}
  }

  /// The first macroblock, or pair of macroblocks in MBAFF frames.
  public var firstMbInSlice: UInt32 = 0
  /// 0 and 5 P, 1 and 6 B, 2 and 7 I, 3 and 8 SP, 4 and 9 SI; from 5 on all slices of the picture are alike.
  public var sliceType: UInt8 = 2
  /// 0 to 255.
  public var picParameterSetId: UInt32 = 0
  /// With separate_colour_plane_flag: 0 to 2.
  public var colourPlaneId: UInt8?
  /// Counts reference frames, modulo MaxFrameNum.
  public var frameNum: UInt32 = 0
  /// Whether the picture is a field; nil with frame_mbs_only_flag.
  public var fieldPicFlag: Bool?
  /// Whether it is the bottom field; with field_pic_flag.
  public var bottomFieldFlag: Bool?
  /// Tells IDR pictures that follow each other apart: 0 to 65535, in IDR pictures.
  public var idrPicId: UInt32?
  /// With pic_order_cnt_type 0.
  public var picOrderCntLsb: UInt32?
  /// With pic_order_cnt_type 0, in frames, where the picture parameter set asks for it.
  public var deltaPicOrderCntBottom: Int32?
  /// delta_pic_order_cnt[ 0 ], with pic_order_cnt_type 1.
  public var deltaPicOrderCnt0: Int32?
  /// delta_pic_order_cnt[ 1 ], with pic_order_cnt_type 1, in frames, where the picture parameter set asks for it.
  public var deltaPicOrderCnt1: Int32?
  /// More than 0 for a slice of a redundant picture: 0 to 127.
  public var redundantPicCnt: UInt8?
  /// Whether direct prediction is spatial, in B slices.
  public var directSpatialMvPredFlag: Bool?
  /// nil without num_ref_idx_active_override_flag.
  public var refIdxActive: RefIdxActive?
  /// nil without ref_pic_list_modification_flag_l0.
  public var refPicListModificationL0: [RefPicListModification]?
  /// nil without ref_pic_list_modification_flag_l1.
  public var refPicListModificationL1: [RefPicListModification]?
  /// With explicit weighted prediction.
  public var predWeightTable: PredWeightTable?
  /// In reference pictures.
  public var decRefPicMarking: DecRefPicMarking?
  /// With CABAC, in slices that are not intra alone: 0 to 2.
  public var cabacInitIdc: UInt8?
  /// What is added to the picture parameter set's quantiser.
  public var sliceQpDelta: Int8 = 0
  /// In SP slices.
  public var spForSwitchFlag: Bool?
  /// In SP and SI slices.
  public var sliceQsDelta: Int8?
  /// With deblocking_filter_control_present_flag.
  public var deblockingFilter: DeblockingFilter?
  /// With slice groups of types 3 to 5.
  public var sliceGroupChangeCycle: UInt32?

  /// An I slice from the first macroblock on.
  public init() {}

  /// The elements, with the sets that the slice names.
  /// - Parameter idrPicFlag: for auxiliary slices (type 19), which do not say it: whether the primary picture is an IDR picture.
  public mutating func syntax<C: ElementCoder>(
    _ c: inout C, header: NALUnitHeader, sps: SeqParameterSet, pps: PicParameterSet, idrPicFlag: Bool? = nil
  ) throws(SyntaxError) {
    try syntax(&c, header: header, context: SliceContext(sps: sps, pps: pps), idrPicFlag: idrPicFlag)
  }

  /// The elements, with what the sets that the slice names say.
  public mutating func syntax<C: ElementCoder>(
    _ c: inout C, header: NALUnitHeader, context: SliceContext, idrPicFlag: Bool? = nil
  ) throws(SyntaxError) {
    try start(&c)
    try body(&c, header: header, context: context, idrPicFlag: idrPicFlag)
  }

  /// The elements up to pic_parameter_set_id, which can be read without any set.
  public mutating func start<C: ElementCoder>(_ c: inout C) throws(SyntaxError) {
    try c.ue("first_mb_in_slice", &firstMbInSlice, in: 0...139_263)
    try c.ue("slice_type", &sliceType, in: 0...9, sizing: true, at: -1, -1)
    try c.ue("pic_parameter_set_id", &picParameterSetId, in: 0...255)
  }

  /// The elements behind pic_parameter_set_id.
  public mutating func body<C: ElementCoder>(
    _ c: inout C, header: NALUnitHeader, context: SliceContext, idrPicFlag: Bool? = nil
  ) throws(SyntaxError) {
    let isIDR = header.idrPicFlag || (header.nalUnitType == 19 && idrPicFlag == true)
    try picture(&c, isIDR, context)
    try references(&c, header, context)
    try c.when(header.nalRefIdc != 0, &decRefPicMarking, .init()) { (c, m) throws(SyntaxError) in
      try c.structure(DecRefPicMarking.structureName, &m) { (c, m) throws(SyntaxError) in try m.syntax(&c, idrPicFlag: isIDR) }
    }
    try quantisers(&c, context)
  }

  /// The elements from colour_plane_id to redundant_pic_cnt: what tells pictures apart.
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

  /// The elements from direct_spatial_mv_pred_flag to the weights.
  mutating func references<C: ElementCoder>(
    _ c: inout C, _ header: NALUnitHeader, _ context: SliceContext
  ) throws(SyntaxError) {
    let isB = self.isB
    let isInter = !isIntra
    try c.flag("direct_spatial_mv_pred_flag", &directSpatialMvPredFlag, when: isB)
    if isInter {
      try c.optional("num_ref_idx_active_override_flag", &refIdxActive, .init()) { (c, r) throws(SyntaxError) in
        try c.ue("num_ref_idx_l0_active_minus1", &r.numRefIdxL0ActiveMinus1, in: 0...31, sizing: true, at: -1, -1)
        try c.when(isB, &r.numRefIdxL1ActiveMinus1, 0) { (c, v) throws(SyntaxError) in
          try c.ue("num_ref_idx_l1_active_minus1", &v, in: 0...31, sizing: true, at: -1, -1)
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

  /// The elements from cabac_init_idc on.
  mutating func quantisers<C: ElementCoder>(_ c: inout C, _ context: SliceContext) throws(SyntaxError) {
    let type = sliceType % 5
    try c.ue("cabac_init_idc", &cabacInitIdc, in: 0...2, when: context.entropyCodingModeFlag && !isIntra)
    try c.se("slice_qp_delta", &sliceQpDelta, in: -87...87)
    try c.flag("sp_for_switch_flag", &spForSwitchFlag, when: type == 3)
    try c.se("slice_qs_delta", &sliceQsDelta, in: -51...51, when: type == 3 || type == 4)
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
  /// Reads a header from the beginning of a unit's RBSP, of which a hundred bytes do nearly always.
  /// - Parameters:
  ///   - rbsp: the unit's first bytes without emulation prevention, its header included.
  ///   - sets: what the slice's numbers mean.
  /// - Throws: where the bytes end too early, contradict the specification, or name a set that did not come.
  public init(parsingUnit rbsp: [UInt8], sets: ParameterSets) throws(SyntaxError) {
    var reader = BitReader(rbsp)
    var header = NALUnitHeader()
    try reader.nested(&header)
    self.init()
    try start(&reader)
    guard let context = sets.sliceContext(header, picParameterSetId: picParameterSetId) else {
      throw reader._malformed("pic_parameter_set_id", .unsupported("its parameter sets did not come"))
    }
    try body(&reader, header: header, context: context, idrPicFlag: sets.primaryIdrPicFlag)
  }

  /// The finding for a P or B slice in an IDR picture, which has I and SI slices only (7.4.1.2.4, nal_unit_type 5 in 7.4.1).
  static func interSliceInIDR(_ type: PictureType) -> SyntaxError {
    SyntaxError(
      .malformed("a \(type.name) slice in an IDR picture, which has I and SI slices only"), element: "slice_type",
      path: [structureName.description])
  }

  /// Whether the slice uses no references: I and SI.
  public var isIntra: Bool { sliceType % 5 == 2 || sliceType % 5 == 4 }
  /// Whether the slice is of type B.
  public var isB: Bool { sliceType % 5 == 1 }

  /// The type's letters: P, B, I, SP, SI.
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
