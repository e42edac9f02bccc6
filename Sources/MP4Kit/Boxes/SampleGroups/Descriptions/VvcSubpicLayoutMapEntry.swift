import BitstreamKit

/// Groups of the regions of a VVC picture, in order.
///
/// ISO/IEC 14496-15:2022, `VvcSubpicLayoutMapEntry`.
public struct VvcSubpicLayoutMapEntry: Syntax {
  public static let structureName: StaticString = "VvcSubpicLayoutMapEntry"

  /// Grouping type that describes the regions: `spid` or `trif`.
  public var groupIDInfo4cc: FourCC = "trif"
  /// Group IDs, 1 to 65,536.
  public var groupIDs: [UInt16] = [0]

  /// Creates an entry with default values (group 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fourCC("groupID_info_4cc", &groupIDInfo4cc)
    let entryCountMinus1 = try c.count("entry_count_minus1", groupIDs.count, minus: 1, bits: 16)
    try c.list("groupID", &groupIDs, count: entryCountMinus1, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("groupID", &v, bits: 16, at: i)
    }
  }
}
