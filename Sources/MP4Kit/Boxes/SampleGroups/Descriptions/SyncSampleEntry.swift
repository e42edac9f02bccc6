import BitstreamKit

/// Sync samples of one NAL unit type.
///
/// ISO/IEC 14496-15:2022, `SyncSampleEntry`.
public struct SyncSampleEntry: Syntax {
  public static let structureName: StaticString = "SyncSampleEntry"

  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Type of all NAL units of the picture; 16 to 21 in H.265.
  public var nalUnitType: UInt8 = 0

  /// Creates an entry with default values (type 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("reserved", &reserved, bits: 2)
    try c.u("NAL_unit_type", &nalUnitType, bits: 6)
  }
}
