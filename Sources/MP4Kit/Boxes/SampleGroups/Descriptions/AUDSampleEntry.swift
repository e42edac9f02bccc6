import BitstreamKit

/// Access unit delimiter of a VVC sample.
///
/// ISO/IEC 14496-15:2022, `AUDSampleEntry`.
public struct AUDSampleEntry: Syntax {
  public static let structureName: StaticString = "AUDSampleEntry"

  /// The NAL unit.
  public var audNalUnit: UInt32 = 0

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("audNalUnit", &audNalUnit, bits: 24)
  }
}
