import BitstreamKit

/// Sync samples of one kind.
///
/// ISO/IEC 14496-15:2022, `SyncSampleEntry`.
public struct SyncSampleEntry: Syntax {
  public static let structureName: StaticString = "SyncSampleEntry"

  /// 0.
  public var reserved: UInt8 = 0
  /// The type of all NAL units of the picture: in H.265 16 to 21.
  public var nalUnitType: UInt8 = 0

  /// Type 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("reserved", &reserved, bits: 2)
    try c.u("NAL_unit_type", &nalUnitType, bits: 6)
  }
}
