import BitstreamKit

/// The subpictures that a track of VVC has.
///
/// ISO/IEC 14496-15:2022, `VvcSubpicIDEntry`.
public struct VvcSubpicIDEntry: Syntax {
  public static let structureName: StaticString = "VvcSubpicIDEntry"

  /// 0.
  public var reserved: UInt8 = 0
  /// Whether the numbers of the subpictures follow one another, so that the first alone is coded.
  public var continuousIDFlag = false
  /// 1 to 4096 subpictures, all with a group or none.
  public var subpictures = [Subpicture()]

  /// One subpicture.
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

  /// A subpicture.
  public struct Subpicture: Equatable, Sendable {
    /// Its number; nil where it follows that of the one before.
    public var subpicID: UInt16?
    /// Its region, as `trif` describes it.
    public var groupID: UInt16?

    /// No region.
    public init() {}
  }
}
