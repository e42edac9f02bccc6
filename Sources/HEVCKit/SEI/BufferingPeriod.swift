import BitstreamKit

/// Buffering period: the initial CPB removal delays.
///
/// ITU-T H.265 (08/2021) D.2.2 `buffering_period( )`, semantics D.3.2.
public struct BufferingPeriod: SEIPayloadStructure {
  public static let structureName: StaticString = "buffering_period"

  /// The id of the sequence parameter set whose HRD parameters apply, 0 to 15.
  public var bpSeqParameterSetId: UInt8 = 0
  /// Present if irap_cpb_params_present_flag.
  public var irapCpbParams: Delays?
  /// Whether the removal time is relative to the preceding bitstream, for concatenation.
  public var concatenationFlag = false
  /// Clock ticks between the first picture of this period and the previous picture, minus 1.
  public var auCpbRemovalDelayDeltaMinus1: UInt32 = 0
  /// For each buffer with NAL HRD parameters.
  public var nal: [InitialDelay] = []
  /// For each buffer with VCL HRD parameters.
  public var vcl: [InitialDelay] = []
  /// Present in a payload extension: whether the alternative delays apply.
  public var useAltCpbParamsFlag: Bool?

  /// Offsets of an IRAP picture whose leading pictures are dropped.
  public struct Delays: Equatable, Sendable {
    /// Clock ticks.
    public var cpbDelayOffset: UInt32 = 0
    /// Clock ticks.
    public var dpbDelayOffset: UInt32 = 0

    /// No offset.
    public init() {}
  }

  /// Delays of one buffer, in units of a 90 kHz clock.
  public struct InitialDelay: Equatable, Sendable {
    /// The delay until removal of the first picture.
    public var initialCpbRemovalDelay: UInt32 = 0
    /// The offset; its sum with the delay is constant.
    public var initialCpbRemovalOffset: UInt32 = 0
    /// The alternative values for dropped leading pictures, or for decoding units.
    public var alternative: Alternative?

    /// No delay.
    public init() {}
  }

  /// Alternative delays.
  public struct Alternative: Equatable, Sendable {
    /// The delay until removal of the first picture.
    public var initialAltCpbRemovalDelay: UInt32 = 0
    /// The offset; its sum with the delay is constant.
    public var initialAltCpbRemovalOffset: UInt32 = 0

    /// No delay.
    public init() {}
  }

  /// No delays.
  public init() {}

  /// - Parameter sets: the parameter sets, one of which the message refers to.
  public mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) {
    try c.ue("bp_seq_parameter_set_id", &bpSeqParameterSetId, in: 0...15)
    guard let hrd = sets.seqParameterSet(bpSeqParameterSetId)?.vuiParameters?.timingInfo?.hrdParameters, let common = hrd.common,
      let buffering = common.buffering
    else { throw c._malformed("buffering_period", .unsupported("the HRD parameters are missing")) }
    let isSubPicture = buffering.subPictures != nil
    let delayBits = Int(buffering.auCpbRemovalDelayLengthMinus1) + 1
    let outputBits = Int(buffering.dpbOutputDelayLengthMinus1) + 1
    var hasIrap = irapCpbParams != nil
    if !isSubPicture { try c.flag("irap_cpb_params_present_flag", &hasIrap) } else { hasIrap = false }
    try c.when(hasIrap, &irapCpbParams, Delays()) { (c, d) throws(SyntaxError) in
      try c.u("cpb_delay_offset", &d.cpbDelayOffset, bits: delayBits)
      try c.u("dpb_delay_offset", &d.dpbDelayOffset, bits: outputBits)
    }
    try c.flag("concatenation_flag", &concatenationFlag)
    try c.u("au_cpb_removal_delay_delta_minus1", &auCpbRemovalDelayDeltaMinus1, bits: delayBits)
    let bits = Int(buffering.initialCpbRemovalDelayLengthMinus1) + 1
    let hasAlternative = isSubPicture || hasIrap
    let cpbCount = (hrd.subLayers.last.map { Int($0.cpbCntMinus1 ?? 0) } ?? 0) + 1
    let nalCount = common.nalHrdParametersPresentFlag ? cpbCount : 0
    try c.list("nal_initial_cpb_removal_delay", &nal, count: nalCount, atLeast: 2 * bits, InitialDelay()) { (c, d, i) throws(SyntaxError) in
      try c.u("nal_initial_cpb_removal_delay", &d.initialCpbRemovalDelay, bits: bits, at: i)
      try c.u("nal_initial_cpb_removal_offset", &d.initialCpbRemovalOffset, bits: bits, at: i)
      try c.when(hasAlternative, &d.alternative, Alternative()) { (c, a) throws(SyntaxError) in
        try c.u("nal_initial_alt_cpb_removal_delay", &a.initialAltCpbRemovalDelay, bits: bits, at: i)
        try c.u("nal_initial_alt_cpb_removal_offset", &a.initialAltCpbRemovalOffset, bits: bits, at: i)
      }
    }
    let vclCount = common.vclHrdParametersPresentFlag ? cpbCount : 0
    try c.list("vcl_initial_cpb_removal_delay", &vcl, count: vclCount, atLeast: 2 * bits, InitialDelay()) { (c, d, i) throws(SyntaxError) in
      try c.u("vcl_initial_cpb_removal_delay", &d.initialCpbRemovalDelay, bits: bits, at: i)
      try c.u("vcl_initial_cpb_removal_offset", &d.initialCpbRemovalOffset, bits: bits, at: i)
      try c.when(hasAlternative, &d.alternative, Alternative()) { (c, a) throws(SyntaxError) in
        try c.u("vcl_initial_alt_cpb_removal_delay", &a.initialAltCpbRemovalDelay, bits: bits, at: i)
        try c.u("vcl_initial_alt_cpb_removal_offset", &a.initialAltCpbRemovalOffset, bits: bits, at: i)
      }
    }
    let isExtended = try c.moreRBSPData(useAltCpbParamsFlag != nil)
    try c.flag("use_alt_cpb_params_flag", &useAltCpbParamsFlag, when: isExtended)
  }
}
