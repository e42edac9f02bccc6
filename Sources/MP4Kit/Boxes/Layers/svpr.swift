import BitstreamKit

/// Range of priority_id in the NAL units of a tier.
///
/// ISO/IEC 14496-15:2022, `PriorityRangeBox`.
public struct PriorityRangeBox: TypedBox {
  public static let structureName: StaticString = "PriorityRangeBox"
  public static var boxType: FourCC { "svpr" }

  /// Reserved: 0.
  public var reserved1: UInt8 = 0
  /// Lowest priority_id.
  public var minPriorityId: UInt8 = 0
  /// Reserved: 0.
  public var reserved2: UInt8 = 0
  /// Highest priority_id.
  public var maxPriorityId: UInt8 = 0

  /// Creates a box with default values (priority 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("reserved", &reserved1, bits: 2)
    try c.u("min_priorityId", &minPriorityId, bits: 6)
    try c.u("reserved", &reserved2, bits: 2)
    try c.u("max_priorityId", &maxPriorityId, bits: 6)
  }
}
