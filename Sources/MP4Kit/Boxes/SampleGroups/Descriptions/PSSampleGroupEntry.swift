import BitstreamKit

/// Types of parameter sets present in samples.
///
/// ISO/IEC 14496-15:2022, `PSSampleGroupEntry`.
public struct PSSampleGroupEntry: Syntax {
  public static let structureName: StaticString = "PSSampleGroupEntry"

  /// Whether sequence parameter sets are present.
  public var spsPresent = false
  /// Whether picture parameter sets are present.
  public var ppsPresent = false
  /// Whether adaptation parameter sets are present.
  public var apsPresent = false
  /// Reserved: 0.
  public var reserved: UInt8 = 0

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.flag("sps_present", &spsPresent)
    try c.flag("pps_present", &ppsPresent)
    try c.flag("aps_present", &apsPresent)
    try c.u("reserved", &reserved, bits: 5)
  }
}
