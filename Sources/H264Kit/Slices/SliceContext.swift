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
  /// max_num_ref_frames.
  let maxNumRefFrames: UInt32
  /// The number of steps, rounded up, until an evolving slice group covers the picture; nil without evolving slice groups.
  let sliceGroupChangeSteps: UInt32?
  /// PicSizeInMapUnits (7-17).
  private let picSizeInMapUnits: UInt32
  private let mbAdaptiveFrameFieldFlag: Bool
  /// The range of slice_qp_delta, and of slice_qs_delta: SliceQPY is −QpBdOffsetY to 51 (7-32), QSY 0 to 51 (7-33).
  let sliceQpDeltaRange: ClosedRange<Int8>
  let sliceQsDeltaRange: ClosedRange<Int8>

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
    maxNumRefFrames = sps.maxNumRefFrames
    picSizeInMapUnits = UInt32(clamping: sps.picSizeInMapUnits)
    mbAdaptiveFrameFieldFlag = sps.mbAdaptiveFrameFieldFlag ?? false
    sliceQpDeltaRange = Self.deltas(-6 * min(6, sps.bitDepthLuma - 8)...51, from: 26 + Int(pps.picInitQpMinus26))
    sliceQsDeltaRange = Self.deltas(0...51, from: 26 + Int(pps.picInitQsMinus26))
    if let change = pps.sliceGroups?.change {
      let rate = UInt64(change.sliceGroupChangeRateMinus1) + 1
      let size = sps.picSizeInMapUnits
      sliceGroupChangeSteps = UInt32(clamping: size / rate + (size % rate == 0 ? 0 : 1))
    } else {
      sliceGroupChangeSteps = nil
    }
  }

  /// The deltas from `start` to a value in `range`. A set out of range makes none impossible that the element's own range allows.
  private static func deltas(_ range: ClosedRange<Int>, from start: Int) -> ClosedRange<Int8> {
    range.contains(start) ? Int8(range.lowerBound - start)...Int8(range.upperBound - start) : -87...87
  }

  /// The number of values that first_mb_in_slice may have: the macroblocks of the picture, or its pairs in MBAFF frames.
  func addressCount(isField: Bool) -> UInt64 {
    // Of fields and of pairs of macroblocks, as of map units, there are half as many as macroblocks in the frame (7-18, 7-29).
    UInt64(picSizeInMapUnits) * (frameMbsOnlyFlag || isField || mbAdaptiveFrameFieldFlag ? 1 : 2)
  }
}
