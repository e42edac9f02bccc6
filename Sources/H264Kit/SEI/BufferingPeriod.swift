import BitstreamKit

/// Buffering period: the initial CPB removal delays of the picture that follows.
///
/// ITU-T H.264 (08/2021) D.1.2 `buffering_period( )`, semantics D.2.2.
public struct BufferingPeriod: SEIPayloadStructure {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "buffering_period"

  /// The delays of one delivery schedule.
  public struct Delay: Equatable, Sendable {
    /// In units of a 90 kHz clock, greater than 0.
    public var initialCpbRemovalDelay: UInt32 = 1
    /// In units of a 90 kHz clock.
    public var initialCpbRemovalDelayOffset: UInt32 = 0

    /// Creates the shortest delay.
    public init() {}
  }

  /// The id of the sequence parameter set activated here, 0 to 31.
  public var seqParameterSetId: UInt32 = 0
  /// One entry per schedule of the NAL HRD parameters.
  public var nal: [Delay] = []
  /// One entry per schedule of the VCL HRD parameters.
  public var vcl: [Delay] = []

  /// Creates a message without schedules.
  public init() {}

  /// Codes the elements. If the referenced sequence parameter set is missing, parsing fails and the message is stored as raw bytes.
  public mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) {
    try c.ue("seq_parameter_set_id", &seqParameterSetId, in: 0...31)
    guard let sps = sets.seqParameterSet(seqParameterSetId) else {
      throw c._malformed("seq_parameter_set_id", .unsupported("there is no sequence parameter set \(seqParameterSetId)"))
    }
    try c.initialDelays(&nal, sps.vuiParameters?.nalHrdParameters)
    try c.initialDelays(&vcl, sps.vuiParameters?.vclHrdParameters)
  }
}

extension SyntaxCoder {
  mutating func initialDelays(_ delays: inout [BufferingPeriod.Delay], _ hrd: HRDParameters?) throws(SyntaxError) {
    let bits = Int(hrd?.initialCpbRemovalDelayLengthMinus1 ?? 0) + 1
    let count = hrd?.schedules.count ?? 0
    try list("initial_cpb_removal_delay", &delays, count: count, atLeast: 2 * bits, .init()) { (c, d, i) throws(SyntaxError) in
      try c.u("initial_cpb_removal_delay", &d.initialCpbRemovalDelay, bits: bits, in: 1...UInt32.max, at: i)
      try c.u("initial_cpb_removal_delay_offset", &d.initialCpbRemovalDelayOffset, bits: bits, at: i)
    }
  }
}
