import BitstreamKit

/// Subpictures of a VVC track.
///
/// ISO/IEC 14496-15:2022, `VvcSubpicIDEntry`.
public struct VvcSubpicIDEntry: Syntax {
  public static let structureName: StaticString = "VvcSubpicIDEntry"

  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Whether subpicture IDs are consecutive; if so, only the first is coded.
  public var continuousIDFlag = false
  /// 1 to 4096 subpictures; either all or none have a group ID.
  public var subpictures = [Subpicture()]

  /// Creates an entry with default values (one subpicture).
  public init() { subpictures[0].subpicID = 0 }

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    var hasGroups = subpictures.first?.groupID != nil
    try c.flag("rect_region_flag", &hasGroups)
    try c.u("reserved", &reserved, bits: 2)
    try c.flag("continuous_id_flag", &continuousIDFlag)
    let isContinuous = continuousIDFlag
    let count = try c.count("num_subpics_minus1", subpictures.count, minus: 1, bits: 12)
    try c.list("subpic", &subpictures, count: count, atLeast: 0, Subpicture()) { (c, v, i) throws(SyntaxError) in
      try c.u("subpic_id", &v.subpicID, bits: 16, when: !isContinuous || i == 0, at: i)
      try c.u("groupID", &v.groupID, bits: 16, when: hasGroups, at: i)
    }
  }

  /// One subpicture.
  public struct Subpicture: Equatable, Sendable {
    /// Subpicture ID; nil if it follows from the previous one.
    public var subpicID: UInt16?
    /// Group ID of its `trif` region; nil if absent.
    public var groupID: UInt16?

    /// Creates an instance with no region.
    public init() {}
  }
}
