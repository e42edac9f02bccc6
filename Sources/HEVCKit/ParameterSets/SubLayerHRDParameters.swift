import BitstreamKit

/// Bit rates and CPB sizes of one sub-layer, one pair per delivery schedule.
///
/// ITU-T H.265 (08/2021) E.2.3 `sub_layer_hrd_parameters( )`, semantics E.3.3.
public struct SubLayerHRDParameters: Equatable, Sendable {
  /// CpbCnt of them, 1 to 32.
  public var schedules: [Schedule] = []

  /// One delivery schedule.
  public struct Schedule: Equatable, Sendable {
    /// In units of 2^(6 + bit_rate_scale) bits per second, minus 1.
    public var bitRateValueMinus1: UInt32 = 0
    /// In units of 2^(4 + cpb_size_scale) bits, minus 1.
    public var cpbSizeValueMinus1: UInt32 = 0
    /// In units of 2^(4 + cpb_size_du_scale) bits, minus 1, for decoding units.
    public var cpbSizeDuValueMinus1: UInt32?
    /// In units of 2^(6 + bit_rate_scale) bits per second, minus 1, for decoding units.
    public var bitRateDuValueMinus1: UInt32?
    /// Whether the bit rate is constant.
    public var cbrFlag = false

    /// The smallest values.
    public init() {}
  }

  /// No schedule.
  public init() {}

  /// - Parameters:
  ///   - count: CpbCnt.
  ///   - hasSubPictures: sub_pic_hrd_params_present_flag.
  public mutating func syntax(_ c: inout SyntaxCoder, count: Int, hasSubPictures: Bool) throws(SyntaxError) {
    try c.list("bit_rate_value_minus1", &schedules, count: count, atLeast: 3, Schedule()) { (c, schedule, i) throws(SyntaxError) in
      try c.ue("bit_rate_value_minus1", &schedule.bitRateValueMinus1, at: i)
      try c.ue("cpb_size_value_minus1", &schedule.cpbSizeValueMinus1, at: i)
      try c.ue("cpb_size_du_value_minus1", &schedule.cpbSizeDuValueMinus1, in: 0...0xFFFF_FFFE, when: hasSubPictures, at: i)
      try c.ue("bit_rate_du_value_minus1", &schedule.bitRateDuValueMinus1, in: 0...0xFFFF_FFFE, when: hasSubPictures, at: i)
      try c.flag("cbr_flag", &schedule.cbrFlag, at: i)
    }
  }
}
