import BitstreamKit

/// Tier of each NAL unit of a sample.
///
/// ISO/IEC 14496-15:2022, `ScalableNALUMapEntry`.
public struct ScalableNALUMapEntry: Syntax {
  public static let structureName: StaticString = "ScalableNALUMapEntry"

  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Group ID of each NAL unit.
  public var groupID: [UInt8] = []

  /// Creates an entry with no NAL units.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("reserved", &reserved, bits: 8)
    let count = try c.count("NALU_count", groupID.count, bits: 8)
    try c.list("groupID", &groupID, count: count, atLeast: 8, 0) { (c, v, i) throws(SyntaxError) in try c.u("groupID", &v, bits: 8, at: i) }
  }
}
