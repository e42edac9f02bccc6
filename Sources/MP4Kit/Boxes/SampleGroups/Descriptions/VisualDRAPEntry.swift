import BitstreamKit

/// A dependent random access point: decoding can start here after the preceding sync sample has been decoded.
///
/// ISO/IEC 14496-12:2022, `VisualDRAPEntry`.
public struct VisualDRAPEntry: Syntax {
  public static let structureName: StaticString = "VisualDRAPEntry"

  /// Type of stream access point that the sample is after the sync sample has been decoded: 1 to 3.
  public var drapType: UInt8 = 0
  /// Reserved: 0.
  public var reserved: UInt32 = 0

  /// Creates an entry with no type.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("DRAP_type", &drapType, bits: 3)
    try c.u("reserved", &reserved, bits: 29)
  }
}
