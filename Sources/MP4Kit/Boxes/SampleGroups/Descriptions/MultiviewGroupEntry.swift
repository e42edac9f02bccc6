import BitstreamKit

/// A tier of multiview video.
///
/// ISO/IEC 14496-15:2022, `MultiviewGroupEntry`.
public struct MultiviewGroupEntry: Syntax {
  public static let structureName: StaticString = "MultiviewGroupEntry"

  /// Group ID of the tier.
  public var groupID: UInt8 = 0
  /// ID of the primary group; equal to `groupID` if this entry defines the tier.
  public var primaryGroupID: UInt8 = 0
  /// Reserved: 0.
  public var reserved1: UInt8 = 0
  /// Whether decoding can switch up to the temporal layer at these samples.
  public var isTlSwitchingPoint = false
  /// Reserved: 0.
  public var reserved2: UInt8 = 0
  /// Number of samples of the lower layer to decode before the switch.
  public var tlSwitchingDistance: UInt8 = 0
  /// Boxes that define the tier; only if the two group IDs are equal.
  public var boxes: [UInt8] = []

  /// Creates an entry with default values (group 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("groupID", &groupID, bits: 8)
    try c.u("primary_groupID", &primaryGroupID, bits: 8)
    try c.u("reserved", &reserved1, bits: 4)
    try c.flag("is_tl_switching_point", &isTlSwitchingPoint)
    try c.u("reserved", &reserved2, bits: 3)
    try c.u("tl_switching_distance", &tlSwitchingDistance, bits: 8)
    try c.restBytes("boxes", &boxes)
  }
}
