import BitstreamKit

/// Decoding unit information: removal and output times of a decoding unit.
///
/// ITU-T H.265 (08/2021) D.2.22 `decoding_unit_info( )`, semantics D.3.22.
public struct DecodingUnitInfo: SEIPayloadStructure {
  public static let structureName: StaticString = "decoding_unit_info"

  /// The index of the decoding unit in the picture.
  public var decodingUnitIdx: UInt32 = 0
  /// In sub-ticks; present if picture timing messages do not contain it.
  public var duSptCpbRemovalDelayIncrement: UInt32?
  /// Sub-ticks until the picture is output, present with dpb_output_du_delay_present_flag.
  public var picSptDpbOutputDuDelay: UInt32?

  /// The first unit.
  public init() {}

  /// - Parameter sets: the parameter sets, including the active one.
  public mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) {
    guard let sub = sets.upcomingSeqParameterSet?.vuiParameters?.timingInfo?.hrdParameters?.common?.buffering?.subPictures else {
      throw c._malformed("decoding_unit_info", .unsupported("the active HRD parameters are unknown"))
    }
    try c.ue("decoding_unit_idx", &decodingUnitIdx)
    try c.u(
      "du_spt_cpb_removal_delay_increment", &duSptCpbRemovalDelayIncrement, bits: Int(sub.duCpbRemovalDelayIncrementLengthMinus1) + 1,
      when: !sub.subPicCpbParamsInPicTimingSeiFlag)
    let bits = Int(sub.dpbOutputDelayDuLengthMinus1) + 1
    try c.optional("dpb_output_du_delay_present_flag", &picSptDpbOutputDuDelay, 0) { (c, v) throws(SyntaxError) in
      try c.u("pic_spt_dpb_output_du_delay", &v, bits: bits)
    }
  }
}
