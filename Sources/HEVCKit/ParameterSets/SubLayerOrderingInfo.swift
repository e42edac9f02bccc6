import BitstreamKit

/// DPB requirements of a sub-layer and the lower ones.
///
/// ITU-T H.265 (08/2021) 7.3.2.1 and 7.3.2.2, semantics 7.4.3.1 and 7.4.3.2: names begin with `vps_` or `sps_`.
public struct SubLayerOrderingInfo: Equatable, Sendable {
  /// The size of the decoded picture buffer, minus 1; 0 to 15.
  public var maxDecPicBufferingMinus1: UInt8 = 0
  /// The maximum number of pictures that precede a picture in decoding order and follow it in output order.
  public var maxNumReorderPics: UInt8 = 0
  /// 0 for no limit.
  public var maxLatencyIncreasePlus1: UInt32 = 0

  /// No reordering.
  public init() {}

  mutating func syntax(_ c: inout SyntaxCoder, inVPS v: Bool, at i: Int) throws(SyntaxError) {
    try c.ue(v ? "vps_max_dec_pic_buffering_minus1" : "sps_max_dec_pic_buffering_minus1", &maxDecPicBufferingMinus1, in: 0...15, at: i)
    let limit = maxDecPicBufferingMinus1
    try c.ue(v ? "vps_max_num_reorder_pics" : "sps_max_num_reorder_pics", &maxNumReorderPics, in: 0...limit, at: i)
    try c.ue(v ? "vps_max_latency_increase_plus1" : "sps_max_latency_increase_plus1", &maxLatencyIncreasePlus1, at: i)
  }
}
