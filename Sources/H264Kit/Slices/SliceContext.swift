/// The parameter set values that slice header syntax depends on, extracted once: plain integers that are cheap to copy.
public struct SliceContext: Hashable, Sendable {
  /// The sequence parameter set id.
  public let seqParameterSetId: UInt32
  /// Whether the three colour planes are coded separately.
  let separateColourPlaneFlag: Bool
  /// Whether ChromaArrayType is not 0.
  let hasChroma: Bool
  /// The bit width of frame_num.
  let frameNumBits: UInt8
  /// frame_mbs_only_flag: whether the sequence has no fields.
  let frameMbsOnlyFlag: Bool
  /// The bit width of pic_order_cnt_lsb; 0 if it is not coded.
  let picOrderCntLsbBits: UInt8
  /// Whether delta_pic_order_cnt is coded.
  let hasDeltaPicOrderCnt: Bool
  /// Whether slice data uses CABAC.
  let entropyCodingModeFlag: Bool
  let bottomFieldPicOrderInFramePresentFlag: Bool
  let redundantPicCntPresentFlag: Bool
  let deblockingFilterControlPresentFlag: Bool
  let weightedPredFlag: Bool
  let weightedBipredIdc: UInt8
  let numRefIdxL0DefaultActiveMinus1: UInt8
  let numRefIdxL1DefaultActiveMinus1: UInt8
  /// The number of steps, rounded up, until an evolving slice group covers the picture; nil without evolving slice groups.
  let sliceGroupChangeSteps: UInt32?

  /// Creates the context of slices that use these two sets.
  public init(sps: SeqParameterSet, pps: PicParameterSet) {
    seqParameterSetId = sps.seqParameterSetId
    separateColourPlaneFlag = sps.separateColourPlaneFlag
    hasChroma = sps.chromaArrayType != 0
    frameNumBits = min(sps.log2MaxFrameNumMinus4, 12) + 4
    frameMbsOnlyFlag = sps.frameMbsOnlyFlag
    picOrderCntLsbBits = sps.picOrderCntType == 0 ? min(sps.log2MaxPicOrderCntLsbMinus4 ?? 0, 12) + 4 : 0
    hasDeltaPicOrderCnt = sps.picOrderCntType == 1 && sps.picOrderCntCycle?.deltaPicOrderAlwaysZeroFlag == false
    entropyCodingModeFlag = pps.entropyCodingModeFlag
    bottomFieldPicOrderInFramePresentFlag = pps.bottomFieldPicOrderInFramePresentFlag
    redundantPicCntPresentFlag = pps.redundantPicCntPresentFlag
    deblockingFilterControlPresentFlag = pps.deblockingFilterControlPresentFlag
    weightedPredFlag = pps.weightedPredFlag
    weightedBipredIdc = pps.weightedBipredIdc
    numRefIdxL0DefaultActiveMinus1 = pps.numRefIdxL0DefaultActiveMinus1
    numRefIdxL1DefaultActiveMinus1 = pps.numRefIdxL1DefaultActiveMinus1
    if let change = pps.sliceGroups?.change {
      let rate = UInt64(change.sliceGroupChangeRateMinus1) + 1
      let size = sps.picSizeInMapUnits
      sliceGroupChangeSteps = UInt32(clamping: size / rate + (size % rate == 0 ? 0 : 1))
    } else {
      sliceGroupChangeSteps = nil
    }
  }
}
