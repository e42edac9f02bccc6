import BitstreamKit

/// A stream access point.
///
/// ISO/IEC 14496-12:2022, 10.7 `SAPEntry`.
public struct SAPEntry: Syntax {
  public static let structureName: StaticString = "SAPEntry"

  /// Whether layers that this layer depends on must also be decoded.
  public var dependentFlag = false
  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// SAP type 1 to 4 of Annex I; 0 for none.
  public var sapType: UInt8 = 0

  /// Creates an entry with no access point.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.flag("dependent_flag", &dependentFlag)
    try c.u("reserved", &reserved, bits: 3)
    try c.u("SAP_type", &sapType, bits: 4)
  }
}
