import BitstreamKit

/// The access unit delimiter that a sample of VVC starts with.
///
/// ISO/IEC 14496-15:2022, `AUDSampleEntry`.
public struct AUDSampleEntry: Syntax {
  public static let structureName: StaticString = "AUDSampleEntry"

  /// The NAL unit.
  public var audNalUnit: UInt32 = 0

  /// No unit.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("audNalUnit", &audNalUnit, bits: 24)
  }
}
