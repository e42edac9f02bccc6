import BitstreamKit

/// Picture timing: picture structure, and CPB removal and DPB output delays.
///
/// ITU-T H.265 (08/2021) D.2.3 `pic_timing( )`, semantics D.3.3.
public struct PicTiming: SEIPayloadStructure {
  public static let structureName: StaticString = "pic_timing"

  /// Present if frame_field_info_present_flag.
  public var frameFieldInfo: FrameFieldInfo?
  /// Present with HRD parameters (CpbDpbDelaysPresentFlag).
  public var delays: Delays?

  /// Frame and field information.
  public struct FrameFieldInfo: Equatable, Sendable {
    /// 0 to 12 (Table D.2): frame, fields, repetitions.
    public var picStruct: UInt8 = 0
    /// 0 interlaced, 1 progressive, 2 unknown.
    public var sourceScanType: UInt8 = 1
    /// Whether the picture is a duplicate of the previous one.
    public var duplicateFlag = false

    /// A progressive frame.
    public init() {}
  }

  /// CPB removal and DPB output delays.
  public struct Delays: Equatable, Sendable {
    /// Clock ticks since the previous picture or since the start of the buffering period, minus 1.
    public var auCpbRemovalDelayMinus1: UInt32 = 0
    /// Clock ticks until output.
    public var picDpbOutputDelay: UInt32 = 0
    /// Sub-ticks until output; present if decoding units can be removed individually.
    public var picDpbOutputDuDelay: UInt32?
    /// Present if this message contains the delays of decoding units.
    public var decodingUnits: DecodingUnits?

    /// Creates zero delays.
    public init() {}
  }

  /// The decoding units of the picture.
  public struct DecodingUnits: Equatable, Sendable {
    /// Present if du_common_cpb_removal_delay_flag: sub-ticks between units, minus 1.
    public var duCommonCpbRemovalDelayIncrementMinus1: UInt32?
    /// At least one.
    public var units: [Unit] = [Unit()]

    /// One unit.
    public init() {}
  }

  /// One decoding unit.
  public struct Unit: Equatable, Sendable {
    /// NAL units in it, minus 1.
    public var numNalusInDuMinus1: UInt32 = 0
    /// Sub-ticks to the next unit, minus 1; nil in the last unit, and if a common delay is used.
    public var duCpbRemovalDelayIncrementMinus1: UInt32?

    /// One NAL unit.
    public init() {}
  }

  /// Creates a structure with all optional parts absent.
  public init() {}

  /// - Parameter sets: the parameter sets, including the active one.
  public mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) {
    guard let sps = sets.upcomingSeqParameterSet else {
      throw c._malformed("pic_timing", .unsupported("the active sequence parameter set is unknown"))
    }
    let hasInfo = sps.vuiParameters?.frameFieldInfoPresentFlag ?? false
    try c.when(hasInfo, &frameFieldInfo, FrameFieldInfo()) { (c, f) throws(SyntaxError) in
      try c.u("pic_struct", &f.picStruct, bits: 4, in: 0...12)
      try c.u("source_scan_type", &f.sourceScanType, bits: 2, in: 0...2)
      try c.flag("duplicate_flag", &f.duplicateFlag)
    }
    let buffering = sps.vuiParameters?.timingInfo?.hrdParameters?.common?.buffering ?? HRDParameters.Buffering()
    let hasDelays = sps.vuiParameters?.timingInfo?.hrdParameters?.common?.buffering != nil
    try c.when(hasDelays, &delays, Delays()) { (c, d) throws(SyntaxError) in try d.syntax(&c, buffering) }
  }
}

extension PicTiming.Delays {
  mutating func syntax(_ c: inout SyntaxCoder, _ buffering: HRDParameters.Buffering) throws(SyntaxError) {
    try c.u("au_cpb_removal_delay_minus1", &auCpbRemovalDelayMinus1, bits: Int(buffering.auCpbRemovalDelayLengthMinus1) + 1)
    try c.u("pic_dpb_output_delay", &picDpbOutputDelay, bits: Int(buffering.dpbOutputDelayLengthMinus1) + 1)
    let sub = buffering.subPictures
    try c.u("pic_dpb_output_du_delay", &picDpbOutputDuDelay, bits: Int(sub?.dpbOutputDelayDuLengthMinus1 ?? 0) + 1, when: sub != nil)
    let bits = Int(sub?.duCpbRemovalDelayIncrementLengthMinus1 ?? 0) + 1
    try c.when(sub?.subPicCpbParamsInPicTimingSeiFlag == true, &decodingUnits, .init()) { (c, d) throws(SyntaxError) in
      let count = try c.ueCount("num_decoding_units_minus1", d.units.count, minus: 1, in: 0...0xFFFF_FFFD)
      try c.optional("du_common_cpb_removal_delay_flag", &d.duCommonCpbRemovalDelayIncrementMinus1, 0) { (c, v) throws(SyntaxError) in
        try c.u("du_common_cpb_removal_delay_increment_minus1", &v, bits: bits)
      }
      let isCommon = d.duCommonCpbRemovalDelayIncrementMinus1 != nil
      try c.list("num_nalus_in_du_minus1", &d.units, count: count, atLeast: 1, .init()) { (c, unit, i) throws(SyntaxError) in
        try c.ue("num_nalus_in_du_minus1", &unit.numNalusInDuMinus1, at: i)
        let hasDelay = !isCommon && i < count - 1
        try c.u("du_cpb_removal_delay_increment_minus1", &unit.duCpbRemovalDelayIncrementMinus1, bits: bits, when: hasDelay, at: i)
      }
    }
  }
}
