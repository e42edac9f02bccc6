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
    /// BottomFieldOrderCnt minus TopFieldOrderCnt; 0 with one field.
    var step: Int {
      guard let top, let bottom else { return 0 }
      return bottom &- top
    }
  }

  /// The elements of a sequence parameter set that order counts depend on, without the rest, which is long to copy.
  struct Rules: Sendable {
    /// MaxFrameNum.
    var maxFrameNum: Int
    /// pic_order_cnt_type.
    var type: UInt8
    /// MaxPicOrderCntLsb of type 0.
    var maxPicOrderCntLsb: Int
    /// The cycle of type 1.
    var cycle: SeqParameterSet.PicOrderCntCycle?

    init(_ sps: SeqParameterSet) {
      maxFrameNum = 1 << (Int(sps.log2MaxFrameNumMinus4) + 4)
      type = sps.picOrderCntType
      maxPicOrderCntLsb = 1 << (Int(sps.log2MaxPicOrderCntLsbMinus4 ?? 0) + 4)
      cycle = sps.picOrderCntCycle
    }
  }

  private var prevPicOrderCntMsb = 0
  private var prevPicOrderCntLsb = 0
  private var prevFrameNum = 0
  private var prevFrameNumOffset = 0

  /// Returns the counts of the next picture.
  /// - Parameter startsAnew: whether the picture has memory_management_control_operation 5.
  mutating func next(
    _ slice: borrowing SliceHeader, _ rules: Rules, isIDR: Bool, isReference: Bool, startsAnew: Bool
  ) -> Counts {
    if isIDR {
      prevPicOrderCntMsb = 0
      prevPicOrderCntLsb = 0
    }
    let isBottom = slice.bottomFieldFlag == true
    let frameNum = Int(slice.frameNum)
    let frameNumOffset = isIDR ? 0 : prevFrameNumOffset &+ (prevFrameNum > frameNum ? rules.maxFrameNum : 0)
    var lsb = (high: prevPicOrderCntMsb, low: prevPicOrderCntLsb)
    var counts: Counts
    switch rules.type {
    case 0:
      lsb = mostSignificant(Int(slice.picOrderCntLsb ?? 0), rules.maxPicOrderCntLsb)
      let count = lsb.high &+ lsb.low
      counts = Counts(top: count, bottom: slice.fieldPicFlag == true ? count : count &+ Int(slice.deltaPicOrderCntBottom ?? 0))
    case 1: counts = expected(slice, rules.cycle ?? .init(), frameNumOffset &+ frameNum, isReference)
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
  private func mostSignificant(_ lsb: Int, _ max: Int) -> (high: Int, low: Int) {
    if lsb < prevPicOrderCntLsb, prevPicOrderCntLsb &- lsb >= max / 2 { return (prevPicOrderCntMsb &+ max, lsb) }
    if lsb > prevPicOrderCntLsb, lsb &- prevPicOrderCntLsb > max / 2 { return (prevPicOrderCntMsb &- max, lsb) }
    return (prevPicOrderCntMsb, lsb)
  }

  /// The counts of picture order count type 1 (8.2.1.2), as if the picture had both fields.
  private func expected(
    _ slice: borrowing SliceHeader, _ cycle: SeqParameterSet.PicOrderCntCycle, _ number: Int, _ isReference: Bool
  ) -> Counts {
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
