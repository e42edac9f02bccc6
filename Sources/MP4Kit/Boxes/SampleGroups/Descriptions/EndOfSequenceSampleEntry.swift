import BitstreamKit

/// End of sequence NAL units of a VVC sample.
///
/// ISO/IEC 14496-15:2022, `EndOfSequenceSampleEntry`.
public struct EndOfSequenceSampleEntry: Syntax {
  public static let structureName: StaticString = "EndOfSequenceSampleEntry"

  /// NAL units, 1 to 256.
  public var eosNalUnits: [UInt16] = [0]

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let numEosNalUnitMinus1 = try c.count("num_eos_nal_unit_minus1", eosNalUnits.count, minus: 1, bits: 8)
    try c.list("eosNalUnit", &eosNalUnits, count: numEosNalUnitMinus1, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("eosNalUnit", &v, bits: 16, at: i)
    }
  }
}
