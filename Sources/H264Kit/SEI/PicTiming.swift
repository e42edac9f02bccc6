import BitstreamKit

/// Picture timing: CPB and DPB delays, picture structure and clock timestamps.
///
/// ITU-T H.264 (08/2021) D.1.3 `pic_timing( )`, semantics D.2.3.
public struct PicTiming: SEIPayloadStructure {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "pic_timing"

  /// Elements present if HRD parameters are present.
  public struct Delays: Equatable, Sendable {
    /// Clock ticks from the last buffering period to CPB removal.
    public var cpbRemovalDelay: UInt32 = 0
    /// Clock ticks from CPB removal to DPB output.
    public var dpbOutputDelay: UInt32 = 0

    /// Creates zero delays.
    public init() {}
  }

  /// Present if pic_struct_present_flag.
  public struct Structure: Equatable, Sendable {
    /// 0: frame; 1 and 2: one field; 3 and 4: two fields; 5 and 6: three; 7 and 8: frame doubling and tripling (Table D-1).
    public var picStruct: UInt8 = 0
    /// One to three entries; an entry is nil without clock_timestamp_flag.
    public var clockTimestamps: [ClockTimestamp?] = [nil]

    /// Creates a frame without timestamp.
    public init() {}
  }

  /// nil without HRD parameters.
  public var delays: Delays?
  /// nil without pic_struct_present_flag.
  public var structure: Structure?

  /// Creates an empty message.
  public init() {}

  /// Codes the elements. If no sequence parameter set is active, parsing fails and the message is stored as raw bytes.
  public mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) {
    guard let sps = sets.upcomingSeqParameterSet else {
      throw c._malformed("", .unsupported("no sequence parameter set is active"))
    }
    let hrd = sps.vuiParameters?.nalHrdParameters ?? sps.vuiParameters?.vclHrdParameters
    try c.when(hrd != nil, &delays, .init()) { (c, d) throws(SyntaxError) in
      try c.u("cpb_removal_delay", &d.cpbRemovalDelay, bits: Int(hrd?.cpbRemovalDelayLengthMinus1 ?? 23) + 1)
      try c.u("dpb_output_delay", &d.dpbOutputDelay, bits: Int(hrd?.dpbOutputDelayLengthMinus1 ?? 23) + 1)
    }
    let timeOffsetLength = Int(hrd?.timeOffsetLength ?? 24)
    try c.when(sps.vuiParameters?.picStructPresentFlag == true, &structure, .init()) { (c, s) throws(SyntaxError) in
      try c.u("pic_struct", &s.picStruct, bits: 4, in: 0...8, sizing: true, at: -1, -1)
      let count = Self.numClockTS(s.picStruct)
      try c.list("clock_timestamp_flag", &s.clockTimestamps, count: count, atLeast: 1, nil) { (c, stamp, i) throws(SyntaxError) in
        try c.optional("clock_timestamp_flag", &stamp, at: i, .init()) { (c, t) throws(SyntaxError) in
          try t.syntax(&c, timeOffsetLength: timeOffsetLength)
        }
      }
    }
  }

  /// DeltaTfiDivisor (Table E-6): the number of field periods that a frame or field is shown.
  package static func deltaTfiDivisor(_ picStruct: UInt8) -> UInt8 {
    switch picStruct {
    case 1, 2: 1
    case 5, 6: 3
    case 7: 4
    case 8: 6
    default: 2
    }
  }

  /// NumClockTS (Table D-1).
  static func numClockTS(_ picStruct: UInt8) -> Int {
    switch picStruct {
    case 0, 1, 2: 1
    case 3, 4, 7: 2
    default: 3
    }
  }
}

/// Clock timestamp of a frame or field.
///
/// ITU-T H.264 (08/2021) D.1.3, the part after clock_timestamp_flag.
public struct ClockTimestamp: Equatable, Sendable {
  /// 0 progressive, 1 interlaced, 2 unknown.
  public var ctType: UInt8 = 0
  /// Whether time_offset and n_frames are based on field durations.
  public var nuitFieldBasedFlag = false
  /// The method of dropping n_frames counts, 0 to 6 (Table D-3).
  public var countingType: UInt8 = 0
  /// Whether seconds, minutes and hours are all present, without individual flags.
  public var fullTimestampFlag = false
  /// Whether there may be a discontinuity from the previous timestamp.
  public var discontinuityFlag = false
  /// Whether n_frames counts were skipped.
  public var cntDroppedFlag = false
  /// The frame count within the second.
  public var nFrames: UInt8 = 0
  /// 0 to 59.
  public var secondsValue: UInt8?
  /// 0 to 59; requires seconds.
  public var minutesValue: UInt8?
  /// 0 to 23; requires minutes.
  public var hoursValue: UInt8?
  /// In units of the VUI time scale; nil if time_offset_length is 0.
  public var timeOffset: Int32?

  /// Creates a timestamp of 0.
  public init() {}

  mutating func syntax(_ c: inout SyntaxCoder, timeOffsetLength: Int) throws(SyntaxError) {
    try c.u("ct_type", &ctType, bits: 2, in: 0...2)
    try c.flag("nuit_field_based_flag", &nuitFieldBasedFlag)
    try c.u("counting_type", &countingType, bits: 5, in: 0...6)
    try c.flag("full_timestamp_flag", &fullTimestampFlag)
    try c.flag("discontinuity_flag", &discontinuityFlag)
    try c.flag("cnt_dropped_flag", &cntDroppedFlag)
    try c.u("n_frames", &nFrames, bits: 8)
    if fullTimestampFlag {
      try c.u("seconds_value", &secondsValue, bits: 6, in: 0...59, when: true)
      try c.u("minutes_value", &minutesValue, bits: 6, in: 0...59, when: true)
      try c.u("hours_value", &hoursValue, bits: 5, in: 0...23, when: true)
    } else {
      var hasSeconds = secondsValue != nil
      try c.flag("seconds_flag", &hasSeconds)
      try c.u("seconds_value", &secondsValue, bits: 6, in: 0...59, when: hasSeconds)
      var hasMinutes = minutesValue != nil
      if hasSeconds { try c.flag("minutes_flag", &hasMinutes) } else { hasMinutes = false }
      try c.u("minutes_value", &minutesValue, bits: 6, in: 0...59, when: hasMinutes)
      var hasHours = hoursValue != nil
      if hasMinutes { try c.flag("hours_flag", &hasHours) } else { hasHours = false }
      try c.u("hours_value", &hoursValue, bits: 5, in: 0...23, when: hasHours)
    }
    try c.when(timeOffsetLength > 0, &timeOffset, 0) { (c, v) throws(SyntaxError) in try c.i("time_offset", &v, bits: timeOffsetLength) }
  }
}
