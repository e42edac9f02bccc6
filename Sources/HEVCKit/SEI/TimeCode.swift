import BitstreamKit

/// Time codes of a picture's frame or fields.
///
/// ITU-T H.265 (08/2021) D.2.27 `time_code( )`, semantics D.3.27.
public struct TimeCode: Syntax {
  public static let structureName: StaticString = "time_code"

  /// num_clock_ts of them, 1 to 3; nil without clock_timestamp_flag.
  public var clocks: [Clock?] = [nil]

  /// One time code.
  public struct Clock: Equatable, Sendable {
    /// Whether n_frames is based on field durations.
    public var unitsFieldBasedFlag = false
    /// The method of dropping n_frames counts, 0 to 6.
    public var countingType: UInt8 = 0
    /// Whether hours, minutes and seconds are all present.
    public var fullTimestampFlag = false
    /// Whether there may be a discontinuity from the previous time code.
    public var discontinuityFlag = false
    /// Whether n_frames counts were skipped.
    public var cntDroppedFlag = false
    /// 0 to 511.
    public var nFrames: UInt16 = 0
    /// 0 to 59; coded after seconds_flag unless full_timestamp_flag.
    public var secondsValue: UInt8?
    /// 0 to 59; coded after minutes_flag if the time code has seconds, unless full_timestamp_flag.
    public var minutesValue: UInt8?
    /// 0 to 23; coded after hours_flag if the time code has minutes, unless full_timestamp_flag.
    public var hoursValue: UInt8?
    /// Bits of the offset, 0 to 31.
    public var timeOffsetLength: UInt8 = 0
    /// In clock ticks; nil if the offset length is 0.
    public var timeOffsetValue: Int32?

    /// Frame 0.
    public init() {}
  }

  /// One picture without a time code.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.count("num_clock_ts", clocks.count, bits: 2, in: 1...3)
    try c.list("clock_timestamp_flag", &clocks, count: count, atLeast: 1, nil) { (c, clock, i) throws(SyntaxError) in
      try c.optional("clock_timestamp_flag", &clock, at: i, Clock()) { (c, t) throws(SyntaxError) in try t.syntax(&c, i) }
    }
  }
}

extension TimeCode.Clock {
  mutating func syntax(_ c: inout SyntaxCoder, _ i: Int) throws(SyntaxError) {
    try c.flag("units_field_based_flag", &unitsFieldBasedFlag, at: i)
    try c.u("counting_type", &countingType, bits: 5, in: 0...6, at: i)
    try c.flag("full_timestamp_flag", &fullTimestampFlag, at: i)
    try c.flag("discontinuity_flag", &discontinuityFlag, at: i)
    try c.flag("cnt_dropped_flag", &cntDroppedFlag, at: i)
    try c.u("n_frames", &nFrames, bits: 9, at: i)
    var has = (fullTimestampFlag || secondsValue != nil, fullTimestampFlag || minutesValue != nil, fullTimestampFlag || hoursValue != nil)
    if !fullTimestampFlag { try c.flag("seconds_flag", &has.0, at: i) }
    try c.u("seconds_value", &secondsValue, bits: 6, in: 0...59, when: has.0, at: i)
    if !fullTimestampFlag { if has.0 { try c.flag("minutes_flag", &has.1, at: i) } else { has.1 = false } }
    try c.u("minutes_value", &minutesValue, bits: 6, in: 0...59, when: has.1, at: i)
    if !fullTimestampFlag { if has.1 { try c.flag("hours_flag", &has.2, at: i) } else { has.2 = false } }
    try c.u("hours_value", &hoursValue, bits: 5, in: 0...23, when: has.2, at: i)
    try c.u("time_offset_length", &timeOffsetLength, bits: 5, in: 0...31, sizing: true, at: i, -1)
    let bits = Int(timeOffsetLength)
    try c.when(bits > 0, &timeOffsetValue, 0) { (c, v) throws(SyntaxError) in try c.i("time_offset_value", &v, bits: bits, at: i) }
  }
}
