import BitstreamKit

/// Slice header: the part of the slice segment header that only independent segments contain and dependent segments inherit.
///
/// ITU-T H.265 (08/2021) 7.3.6.1 from slice_reserved_flag to slice_loop_filter_across_slices_enabled_flag, semantics 7.4.7.1; F.7.3.6.1 and
/// I.7.3.6.1 for layers above the base layer.
public struct SliceHeader: Equatable, Sendable {
  /// Bit i is slice_reserved_flag[i]; above the base layer bit 0 is discardable_flag and bit 1 cross_layer_bla_flag.
  public var sliceReservedFlags: UInt8 = 0
  /// 0 B, 1 P, 2 I.
  public var sliceType: UInt8 = 2
  /// Present if output_flag_present_flag.
  public var picOutputFlag: Bool?
  /// Present with separate colour planes: 0 Y, 1 Cb, 2 Cr.
  public var colourPlaneId: UInt8?
  /// The lowest bits of the picture order count; nil, and inferred to be 0, in IDR pictures.
  public var slicePicOrderCntLsb: UInt16?
  /// The reference pictures; nil in IDR pictures.
  public var references: SliceReferences?
  /// Present in non-base layers if the layer depends on others and the VPS does not fix the inter-layer references.
  public var interLayer: InterLayer?
  /// Present in 3D-HEVC if texture or depth may be predicted from the other.
  public var inCompPredFlag: Bool?
  /// Present with sample adaptive offset.
  public var sliceSaoLumaFlag: Bool?
  /// Present with sample adaptive offset and chroma.
  public var sliceSaoChromaFlag: Bool?
  /// Present in P and B slices.
  public var prediction: SlicePrediction?
  /// Added to 26 + init_qp_minus26.
  public var sliceQpDelta: Int16 = 0
  /// Present if pps_slice_chroma_qp_offsets_present_flag; −12 to 12.
  public var sliceCbQpOffset: Int8?
  /// Present if pps_slice_chroma_qp_offsets_present_flag; −12 to 12.
  public var sliceCrQpOffset: Int8?
  /// Present if pps_slice_act_qp_offsets_present_flag.
  public var actOffsets: ACTOffsets?
  /// Present if chroma_qp_offset_list_enabled_flag.
  public var cuChromaQpOffsetEnabledFlag: Bool?
  /// Present if deblocking_filter_override_flag.
  public var deblocking: Deblocking?
  /// Present if an in-loop filter could cross the slice boundary.
  public var sliceLoopFilterAcrossSlicesEnabledFlag: Bool?
  /// Camera parameters towards each of cp_ref_voi: cp_scale, cp_off, cp_inv_scale_plus_scale, cp_inv_off_plus_off. Empty unless
  /// cp_in_slice_segment_header_flag of the view is set.
  public var cameraParameters: [VPS3DExtension.Numbers] = []

  /// Inter-layer prediction.
  public struct InterLayer: Equatable, Sendable {
    /// Present if inter_layer_pred_enabled_flag.
    public var active: ActiveLayers?

    /// None.
    public init() {}
  }

  /// The reference layers of a picture.
  public struct ActiveLayers: Equatable, Sendable {
    /// Present if there can be more than one.
    public var numInterLayerRefPicsMinus1: UInt8?
    /// Present unless all layers are used.
    public var interLayerPredLayerIdc: [UInt8] = []

    /// All of them.
    public init() {}
  }

  /// Offsets of the adaptive colour transform.
  public struct ACTOffsets: Equatable, Sendable {
    /// For Y; the sum with the offset of the PPS is −12 to 12.
    public var sliceActYQpOffset: Int16 = 0
    /// For Cb.
    public var sliceActCbQpOffset: Int16 = 0
    /// For Cr.
    public var sliceActCrQpOffset: Int16 = 0

    /// No offset.
    public init() {}
  }

  /// Deblocking parameters that override those of the PPS.
  public struct Deblocking: Equatable, Sendable {
    /// Present if the filter is enabled (slice_deblocking_filter_disabled_flag is 0).
    public var offsets: DeblockingOffsets? = DeblockingOffsets()

    /// The filter without offsets.
    public init() {}
  }

  /// An I slice of an IDR picture.
  public init() {}

  mutating func syntax<C: ElementCoder>(_ c: inout C, _ nal: NALUnitHeader, _ context: SliceContext) throws(SyntaxError) {
    try Self.start(&c, nal, context, &sliceReservedFlags, &sliceType, &picOutputFlag, &colourPlaneId, &slicePicOrderCntLsb)
    try behindPicOrderCntLsb(&c, nal, context)
  }

  /// Codes slice_reserved_flag to slice_pic_order_cnt_lsb: the slice type, and the elements that distinguish pictures.
  @inline(__always) static func start<C: ElementCoder>(
    _ c: inout C, _ nal: NALUnitHeader, _ context: SliceContext, _ reservedFlags: inout UInt8, _ sliceType: inout UInt8,
    _ picOutputFlag: inout Bool?, _ colourPlaneId: inout UInt8?, _ picOrderCntLsb: inout UInt16?
  ) throws(SyntaxError) {
    if context.numExtraSliceHeaderBits > 0 { try reserved(&c, nal, context, &reservedFlags) }
    try c.ue("slice_type", &sliceType, in: 0...2, sizing: true, at: -1, -1)
    try c.flag("pic_output_flag", &picOutputFlag, when: context.outputFlagPresent)
    try c.u("colour_plane_id", &colourPlaneId, bits: 2, in: 0...2, when: context.separateColourPlane)
    let isIDR = nal.nalUnitType == 19 || nal.nalUnitType == 20
    let hasCount = !isIDR || context.layer.map { !$0.pocLsbNotPresentFlag } ?? false
    try c.u("slice_pic_order_cnt_lsb", &picOrderCntLsb, bits: context.pocLsbBits, when: hasCount)
  }

  static func reserved<C: ElementCoder>(
    _ c: inout C, _ nal: NALUnitHeader, _ context: SliceContext, _ sliceReservedFlags: inout UInt8
  ) throws(SyntaxError) {
    var i = 0
    while i < context.numExtraSliceHeaderBits {
      var bit = sliceReservedFlags >> UInt8(truncatingIfNeeded: i) & 1
      if nal.nuhLayerId > 0, i < 2 {
        try c.u(i == 0 ? "discardable_flag" : "cross_layer_bla_flag", &bit, bits: 1)
      } else {
        try c.u("slice_reserved_flag", &bit, bits: 1, at: i)
      }
      sliceReservedFlags = sliceReservedFlags & ~(1 << UInt8(truncatingIfNeeded: i)) | bit << UInt8(truncatingIfNeeded: i)
      i += 1
    }
  }

  mutating func behindPicOrderCntLsb<C: ElementCoder>(
    _ c: inout C, _ nal: NALUnitHeader, _ context: SliceContext
  ) throws(SyntaxError) {
    let isIDR = nal.nalUnitType == 19 || nal.nalUnitType == 20
    var total = 0
    try c.when(!isIDR, &references, SliceReferences()) { (c, r) throws(SyntaxError) in
      total = try r.syntax(&c, context)
    }
    if context.currPicRefEnabled { total += 1 }
    if let layer = context.layer { total += try layers(&c, layer, context, temporalId: nal.nuhTemporalIdPlus1 &- 1) }
    try c.flag("slice_sao_luma_flag", &sliceSaoLumaFlag, when: context.saoEnabled)
    try c.flag("slice_sao_chroma_flag", &sliceSaoChromaFlag, when: context.saoEnabled && context.hasChroma)
    let (isB, hasMvp, pictures) = (sliceType == 0, references?.sliceTemporalMvpEnabledFlag ?? false, total)
    try c.when(sliceType != 2, &prediction, SlicePrediction()) { (c, p) throws(SyntaxError) in
      try p.syntax(&c, context, isB: isB, temporalMvp: hasMvp, numPicTotalCurr: pictures)
    }
    try quantizer(&c, context)
    try filters(&c, context)
  }

  mutating func quantizer<C: ElementCoder>(_ c: inout C, _ context: SliceContext) throws(SyntaxError) {
    let initial = 26 + context.initQpMinus26
    try c.se("slice_qp_delta", &sliceQpDelta, in: (-context.qpBdOffset - initial)...(51 - initial))
    try c.se("slice_cb_qp_offset", &sliceCbQpOffset, in: -12...12, when: context.sliceChromaQpOffsetsPresent)
    try c.se("slice_cr_qp_offset", &sliceCrQpOffset, in: -12...12, when: context.sliceChromaQpOffsetsPresent)
    if let act = context.actOffsets {
      let (y, cb, cr) = (Int16(act.ppsActYQpOffsetPlus5) - 5, Int16(act.ppsActCbQpOffsetPlus5) - 5, Int16(act.ppsActCrQpOffsetPlus3) - 3)
      try c.when(true, &actOffsets, ACTOffsets()) { (c, o) throws(SyntaxError) in
        try c.se("slice_act_y_qp_offset", &o.sliceActYQpOffset, in: (-12 - y)...(12 - y))
        try c.se("slice_act_cb_qp_offset", &o.sliceActCbQpOffset, in: (-12 - cb)...(12 - cb))
        try c.se("slice_act_cr_qp_offset", &o.sliceActCrQpOffset, in: (-12 - cr)...(12 - cr))
      }
    }
    try c.flag("cu_chroma_qp_offset_enabled_flag", &cuChromaQpOffsetEnabledFlag, when: context.chromaQpOffsetListEnabled)
  }

  mutating func filters<C: ElementCoder>(_ c: inout C, _ context: SliceContext) throws(SyntaxError) {
    var isOverridden = deblocking != nil
    if context.deblockingOverrideEnabled { try c.flag("deblocking_filter_override_flag", &isOverridden) } else { isOverridden = false }
    var isDisabled = context.deblockingDisabled
    try c.when(isOverridden, &deblocking, Deblocking()) { (c, d) throws(SyntaxError) in
      isDisabled = d.offsets == nil
      try c.flag("slice_deblocking_filter_disabled_flag", &isDisabled)
      try c.when(!isDisabled, &d.offsets, DeblockingOffsets()) { (c, o) throws(SyntaxError) in try o.syntax(&c, inPPS: false) }
    }
    let isFiltered = sliceSaoLumaFlag == true || sliceSaoChromaFlag == true || !isDisabled
    try c.flag(
      "slice_loop_filter_across_slices_enabled_flag", &sliceLoopFilterAcrossSlicesEnabledFlag,
      when: context.loopFilterAcrossSlices && isFiltered)
    if let threeD = context.layer?.threeD { try cameraParameters(&c, threeD) }
  }
}
