/// Derives picture order counts, picture by picture in decoding order.
///
/// ITU-T H.264 (08/2021) 8.2.1. Gaps in frame_num need no handling: what the missing frames would add to FrameNumOffset is what the
/// next frame adds if its frame_num is smaller than the previous one.
struct PictureOrderCount: Sendable {
  /// TopFieldOrderCnt and BottomFieldOrderCnt, as far as the picture has the field.
  struct Counts: Equatable, Sendable {
    var top: Int?
    var bottom: Int?

    /// PicOrderCnt( ) (8-1).
    var smaller: Int { min(top ?? bottom ?? 0, bottom ?? top ?? 0) }
  }

  private var prevPicOrderCntMsb = 0
  private var prevPicOrderCntLsb = 0
  private var prevFrameNum = 0
  private var prevFrameNumOffset = 0

  /// Returns the counts of the next picture.
  /// - Parameter startsAnew: whether the picture has memory_management_control_operation 5.
  mutating func next(
    _ slice: SliceHeader, sps: SeqParameterSet, isIDR: Bool, isReference: Bool, startsAnew: Bool
  ) -> Counts {
    if isIDR {
      prevPicOrderCntMsb = 0
      prevPicOrderCntLsb = 0
    }
    let isBottom = slice.bottomFieldFlag == true
    let maxFrameNum = 1 << (Int(sps.log2MaxFrameNumMinus4) + 4)
    let frameNum = Int(slice.frameNum)
    let frameNumOffset = isIDR ? 0 : prevFrameNumOffset &+ (prevFrameNum > frameNum ? maxFrameNum : 0)
    var lsb = (high: prevPicOrderCntMsb, low: prevPicOrderCntLsb)
    var counts: Counts
    switch sps.picOrderCntType {
    case 0:
      lsb = mostSignificant(slice, sps)
      let count = lsb.high &+ lsb.low
      counts = Counts(top: count, bottom: slice.fieldPicFlag == true ? count : count &+ Int(slice.deltaPicOrderCntBottom ?? 0))
    case 1: counts = expected(slice, sps, frameNumOffset &+ frameNum, isReference)
    default:
      let count = isIDR ? 0 : 2 &* (frameNumOffset &+ frameNum) &- (isReference ? 0 : 1)
      counts = Counts(top: count, bottom: count)
    }
    if slice.fieldPicFlag == true {
      if isBottom { counts.top = nil } else { counts.bottom = nil }
    }
    if startsAnew {
      let base = counts.smaller
      counts = Counts(top: counts.top.map { $0 &- base }, bottom: counts.bottom.map { $0 &- base })
      lsb = (0, isBottom ? 0 : counts.top ?? 0)
    }
    if isReference { (prevPicOrderCntMsb, prevPicOrderCntLsb) = (lsb.high, lsb.low) }
    prevFrameNum = startsAnew ? 0 : frameNum
    prevFrameNumOffset = startsAnew ? 0 : frameNumOffset
    return counts
  }

  /// PicOrderCntMsb and pic_order_cnt_lsb (8.2.1.1).
  private func mostSignificant(_ slice: SliceHeader, _ sps: SeqParameterSet) -> (high: Int, low: Int) {
    let max = 1 << (Int(sps.log2MaxPicOrderCntLsbMinus4 ?? 0) + 4)
    let lsb = Int(slice.picOrderCntLsb ?? 0)
    if lsb < prevPicOrderCntLsb, prevPicOrderCntLsb &- lsb >= max / 2 { return (prevPicOrderCntMsb &+ max, lsb) }
    if lsb > prevPicOrderCntLsb, lsb &- prevPicOrderCntLsb > max / 2 { return (prevPicOrderCntMsb &- max, lsb) }
    return (prevPicOrderCntMsb, lsb)
  }

  /// The counts of picture order count type 1 (8.2.1.2), as if the picture had both fields.
  private func expected(_ slice: SliceHeader, _ sps: SeqParameterSet, _ number: Int, _ isReference: Bool) -> Counts {
    let cycle = sps.picOrderCntCycle ?? .init()
    let offsets = cycle.offsetForRefFrame
    var absFrameNum = offsets.isEmpty ? 0 : number
    if !isReference, absFrameNum > 0 { absFrameNum -= 1 }
    var count = 0
    if absFrameNum > 0 {
      let (cycles, frames) = (absFrameNum - 1).quotientAndRemainder(dividingBy: offsets.count)
      for (index, offset) in offsets.enumerated() {
        count &+= Int(offset) &* (index <= frames ? cycles &+ 1 : cycles)
      }
    }
    if !isReference { count &+= Int(cycle.offsetForNonRefPic) }
    let delta0 = Int(slice.deltaPicOrderCnt0 ?? 0)
    let delta1 = Int(slice.deltaPicOrderCnt1 ?? 0)
    // A bottom field has no delta_pic_order_cnt[ 1 ], so both cases of (8-9) and (8-10) give the same formula.
    return Counts(top: count &+ delta0, bottom: count &+ delta0 &+ Int(cycle.offsetForTopToBottomField) &+ delta1)
  }
}
