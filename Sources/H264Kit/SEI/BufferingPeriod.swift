import BitstreamKit

/// When the first picture behind it leaves the coded picture buffer.
///
/// ITU-T H.264 (08/2021) D.1.2 `buffering_period( )`, semantics D.2.2.
public struct BufferingPeriod: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "buffering_period"

  /// What holds for one schedule.
  public struct Delay: Equatable, Sendable {
    /// In ticks of a 90 kHz clock, more than 0.
    public var initialCpbRemovalDelay: UInt32 = 1
    /// In ticks of a 90 kHz clock.
    public var initialCpbRemovalDelayOffset: UInt32 = 0

    /// The shortest.
    public init() {}
  }

  /// The sequence parameter set in force from here on, 0 to 31.
  public var seqParameterSetId: UInt32 = 0
  /// One for each schedule of the NAL HRD parameters.
  public var nal: [Delay] = []
  /// One for each schedule of the VCL HRD parameters.
  public var vcl: [Delay] = []

  /// No schedules.
  public init() {}

  /// The elements. Without the sequence parameter set that it names it cannot be read: the message then keeps its bytes.
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

extension BufferingPeriod: SEIPayloadStructure {
  public init?(_ payload: SEIPayload) {
    guard case .bufferingPeriod(let value) = payload else { return nil }
    self = value
  }

  public var payload: SEIPayload { .bufferingPeriod(self) }
}
