import BitstreamKit

/// A dependent random access point: a sample from which decoding can start once the last sync sample is decoded.
///
/// ISO/IEC 14496-12:2022, `VisualDRAPEntry`.
public struct VisualDRAPEntry: Syntax {
  public static let structureName: StaticString = "VisualDRAPEntry"

  /// The kind of stream access point that the sample is once the sync sample is decoded: 1 to 3.
  public var drapType: UInt8 = 0
  /// 0.
  public var reserved: UInt32 = 0

  /// No type.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("DRAP_type", &drapType, bits: 3)
    try c.u("reserved", &reserved, bits: 29)
  }
}
