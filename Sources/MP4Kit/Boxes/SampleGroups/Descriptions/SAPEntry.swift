import BitstreamKit

/// A stream access point.
///
/// ISO/IEC 14496-12:2022, 10.7 `SAPEntry`.
public struct SAPEntry: Syntax {
  public static let structureName: StaticString = "SAPEntry"

  /// Whether layers below have to be decoded from elsewhere.
  public var dependentFlag = false
  /// 0.
  public var reserved: UInt8 = 0
  /// 1 to 4 as in Annex I; 0 for none.
  public var sapType: UInt8 = 0

  /// No access point.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.flag("dependent_flag", &dependentFlag)
    try c.u("reserved", &reserved, bits: 3)
    try c.u("SAP_type", &sapType, bits: 4)
  }
}
