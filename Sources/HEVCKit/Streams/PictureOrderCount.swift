/// The decoding process for picture order count.
///
/// ITU-T H.265 (08/2021) 8.3.1.
public struct PictureOrderCount: Sendable, Equatable {
  /// Values of prevTid0Pic: the last picture of the lowest sub-layer that others may reference.
  private var previousLsb = 0
  private var previousMsb = 0

  /// Creates the state before the first picture.
  public init() {}

  /// Returns PicOrderCntVal of the next picture in decoding order.
  /// - Parameters:
  ///   - lsb: slice_pic_order_cnt_lsb, 0 for IDR pictures.
  ///   - lsbBits: log2_max_pic_order_cnt_lsb_minus4 + 4, 4 to 16.
  ///   - startsOrder: whether it is an IRAP picture with NoRaslOutputFlag, which resets the count.
  ///   - isAnchor: whether it is the next prevTid0Pic: TemporalId is 0, and it is not RASL, RADL or sub-layer non-reference.
  public mutating func next(lsb: Int, lsbBits: Int, startsOrder: Bool, isAnchor: Bool) -> Int {
    let period = 1 << min(max(lsbBits, 4), 16)
    var msb = 0
    if !startsOrder {
      msb = previousMsb
      if lsb < previousLsb, previousLsb - lsb >= period / 2 {
        msb &+= period
      } else if lsb > previousLsb, lsb - previousLsb > period / 2 {
        msb &-= period
      }
    }
    if isAnchor { (previousLsb, previousMsb) = (lsb, msb) }
    return msb &+ lsb
  }
}
