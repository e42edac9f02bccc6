import BitstreamKit

/// The parameter sets that samples hold.
///
/// ISO/IEC 14496-15:2022, `PSSampleGroupEntry`.
public struct PSSampleGroupEntry: Syntax {
  public static let structureName: StaticString = "PSSampleGroupEntry"

  /// Whether there are sequence parameter sets.
  public var spsPresent = false
  /// Whether there are picture parameter sets.
  public var ppsPresent = false
  /// Whether there are adaptation parameter sets.
  public var apsPresent = false
  /// 0.
  public var reserved: UInt8 = 0

  /// None.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.flag("sps_present", &spsPresent)
    try c.flag("pps_present", &ppsPresent)
    try c.flag("aps_present", &apsPresent)
    try c.u("reserved", &reserved, bits: 5)
  }
}
