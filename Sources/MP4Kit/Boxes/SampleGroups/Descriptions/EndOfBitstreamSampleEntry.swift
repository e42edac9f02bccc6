import BitstreamKit

/// End of bitstream NAL unit of a VVC sample.
///
/// ISO/IEC 14496-15:2022, `EndOfBitstreamSampleEntry`.
public struct EndOfBitstreamSampleEntry: Syntax {
  public static let structureName: StaticString = "EndOfBitstreamSampleEntry"

  /// The NAL unit.
  public var eobNalUnit: UInt16 = 0

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("eobNalUnit", &eobNalUnit, bits: 16)
  }
}
