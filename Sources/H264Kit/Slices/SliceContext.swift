/// What the elements of a slice header depend on in its parameter sets, picked out once: plain numbers, which cost nothing to hand on.
public struct SliceContext: Hashable, Sendable {
  /// The sequence parameter set's number.
  public let seqParameterSetId: UInt32
  /// Whether the three planes are coded apart.
  let separateColourPlaneFlag: Bool
  /// Whether there is chroma that is coded with luma.
  let hasChroma: Bool
  /// Bits of frame_num.
  let frameNumBits: UInt8
  /// Whether there are no fields.
  let frameMbsOnlyFlag: Bool
  /// Bits of pic_order_cnt_lsb; 0 where it is not coded.
  let picOrderCntLsbBits: UInt8
  /// Whether delta_pic_order_cnt is coded.
  let hasDeltaPicOrderCnt: Bool
  /// Whether slice data is coded by CABAC.
  let entropyCodingModeFlag: Bool
  let bottomFieldPicOrderInFramePresentFlag: Bool
  let redundantPicCntPresentFlag: Bool
  let deblockingFilterControlPresentFlag: Bool
  let weightedPredFlag: Bool
  let weightedBipredIdc: UInt8
  let numRefIdxL0DefaultActiveMinus1: UInt8
  let numRefIdxL1DefaultActiveMinus1: UInt8
  /// Steps until a changing slice group covers the picture, rounded up; nil where none changes.
  let sliceGroupChangeSteps: UInt32?

  /// What slices of these two sets depend on.
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
