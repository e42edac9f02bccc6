import BitstreamKit

/// The buffer that a stream was made for.
///
/// ITU-T H.264 (08/2021) E.1.2 `hrd_parameters( )`, semantics E.2.2.
public struct HRDParameters: Syntax {
  public static let structureName: StaticString = "hrd_parameters"

  /// One of the ways to deliver the stream.
  public struct Schedule: Equatable, Sendable {
    /// The bit rate, in units of 2^(6 + bit_rate_scale) bits a second, less one.
    public var bitRateValueMinus1: UInt32 = 0
    /// The size of the buffer, in units of 2^(4 + cpb_size_scale) bits, less one.
    public var cpbSizeValueMinus1: UInt32 = 0
    /// Whether the bit rate is constant.
    public var cbrFlag = false

    /// The smallest of buffers.
    public init() {}
  }

  /// 0 to 15.
  public var bitRateScale: UInt8 = 0
  /// 0 to 15.
  public var cpbSizeScale: UInt8 = 0
  /// One for each SchedSelIdx, 1 to 32.
  public var schedules: [Schedule] = [Schedule()]
  /// The bits of initial_cpb_removal_delay, less one.
  public var initialCpbRemovalDelayLengthMinus1: UInt8 = 23
  /// The bits of cpb_removal_delay, less one.
  public var cpbRemovalDelayLengthMinus1: UInt8 = 23
  /// The bits of dpb_output_delay, less one.
  public var dpbOutputDelayLengthMinus1: UInt8 = 23
  /// The bits of time_offset.
  public var timeOffsetLength: UInt8 = 24

  /// One schedule, all lengths as they are inferred.
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

  /// BitRate[ SchedSelIdx ] in bits a second; nil where there is no such schedule.
  public func bitRate(_ index: Int) -> UInt64? {
    schedules.indices.contains(index) ? (UInt64(schedules[index].bitRateValueMinus1) + 1) << (6 + UInt64(bitRateScale & 15)) : nil
  }

  /// CpbSize[ SchedSelIdx ] in bits; nil where there is no such schedule.
  public func cpbSize(_ index: Int) -> UInt64? {
    schedules.indices.contains(index) ? (UInt64(schedules[index].cpbSizeValueMinus1) + 1) << (4 + UInt64(cpbSizeScale & 15)) : nil
  }
}
