import BitstreamKit

/// The end of bitstream unit that a sample of VVC ends with.
///
/// ISO/IEC 14496-15:2022, `EndOfBitstreamSampleEntry`.
public struct EndOfBitstreamSampleEntry: Syntax {
  public static let structureName: StaticString = "EndOfBitstreamSampleEntry"

  /// The NAL unit.
  public var eobNalUnit: UInt16 = 0

  /// No unit.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("eobNalUnit", &eobNalUnit, bits: 16)
  }
}
