import BitstreamKit

/// HRD parameters: the buffer model that the stream conforms to.
///
/// ITU-T H.264 (08/2021) E.1.2 `hrd_parameters( )`, semantics E.2.2.
public struct HRDParameters: Syntax {
  public static let structureName: StaticString = "hrd_parameters"

  /// One delivery schedule.
  public struct Schedule: Equatable, Sendable {
    /// The bit rate minus 1, in units of 2^(6 + bit_rate_scale) bits per second.
    public var bitRateValueMinus1: UInt32 = 0
    /// The CPB size minus 1, in units of 2^(4 + cpb_size_scale) bits.
    public var cpbSizeValueMinus1: UInt32 = 0
    /// Whether the bit rate is constant.
    public var cbrFlag = false

    /// Creates a schedule with the smallest bit rate and buffer.
    public init() {}
  }

  /// 0 to 15.
  public var bitRateScale: UInt8 = 0
  /// 0 to 15.
  public var cpbSizeScale: UInt8 = 0
  /// One for each SchedSelIdx, 1 to 32.
  public var schedules: [Schedule] = [Schedule()]
  /// The bit width of initial_cpb_removal_delay, minus 1.
  public var initialCpbRemovalDelayLengthMinus1: UInt8 = 23
  /// The bit width of cpb_removal_delay, minus 1.
  public var cpbRemovalDelayLengthMinus1: UInt8 = 23
  /// The bit width of dpb_output_delay, minus 1.
  public var dpbOutputDelayLengthMinus1: UInt8 = 23
  /// The bit width of time_offset.
  public var timeOffsetLength: UInt8 = 24

  /// Creates parameters with one schedule and the inferred bit widths.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.ueCount("cpb_cnt_minus1", schedules.count, minus: 1, in: 0...31)
    try c.u("bit_rate_scale", &bitRateScale, bits: 4)
    try c.u("cpb_size_scale", &cpbSizeScale, bits: 4)
    try c.list("bit_rate_value_minus1", &schedules, count: count, atLeast: 3, Schedule()) { (c, s, i) throws(SyntaxError) in
      try c.ue("bit_rate_value_minus1", &s.bitRateValueMinus1, at: i)
      try c.ue("cpb_size_value_minus1", &s.cpbSizeValueMinus1, at: i)
      try c.flag("cbr_flag", &s.cbrFlag, at: i)
    }
    try c.u("initial_cpb_removal_delay_length_minus1", &initialCpbRemovalDelayLengthMinus1, bits: 5)
    try c.u("cpb_removal_delay_length_minus1", &cpbRemovalDelayLengthMinus1, bits: 5)
    try c.u("dpb_output_delay_length_minus1", &dpbOutputDelayLengthMinus1, bits: 5)
    try c.u("time_offset_length", &timeOffsetLength, bits: 5)
  }

  /// BitRate[ SchedSelIdx ] in bits per second; nil if there is no such schedule.
  public func bitRate(_ index: Int) -> UInt64? {
    schedules.indices.contains(index) ? (UInt64(schedules[index].bitRateValueMinus1) + 1) << (6 + UInt64(bitRateScale & 15)) : nil
  }

  /// CpbSize[ SchedSelIdx ] in bits; nil if there is no such schedule.
  public func cpbSize(_ index: Int) -> UInt64? {
    schedules.indices.contains(index) ? (UInt64(schedules[index].cpbSizeValueMinus1) + 1) << (4 + UInt64(cpbSizeScale & 15)) : nil
  }
}
