import BitstreamKit

/// The end of sequence units that a sample of VVC ends with.
///
/// ISO/IEC 14496-15:2022, `EndOfSequenceSampleEntry`.
public struct EndOfSequenceSampleEntry: Syntax {
  public static let structureName: StaticString = "EndOfSequenceSampleEntry"

  /// At least one, at most 256.
  public var eosNalUnits: [UInt16] = [0]

  /// One unit of zeros.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let numEosNalUnitMinus1 = try c.count("num_eos_nal_unit_minus1", eosNalUnits.count, minus: 1, bits: 8)
    try c.list("eosNalUnit", &eosNalUnits, count: numEosNalUnitMinus1, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("eosNalUnit", &v, bits: 16, at: i)
    }
  }
}
