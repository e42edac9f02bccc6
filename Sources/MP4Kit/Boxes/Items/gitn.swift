import BitstreamKit

/// Names of item groups.
///
/// ISO/IEC 14496-12:2022, 8.13.6 `GroupIdToNameBox`.
public struct GroupIdToNameBox: TypedBox {
  public static let structureName: StaticString = "GroupIdToNameBox"
  public static var boxType: FourCC { "gitn" }

  /// Name of one group.
  public struct Entry: Equatable, Sendable {
    /// Group ID.
    public var groupID: UInt32 = 0
    /// Group name.
    public var groupName = TerminatedString()

    /// Creates an entry with default values.
    public init() {}
  }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// The groups.
  public var entries: [Entry] = []

  /// Creates a box with no groups.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let count = try c.count("entry_count", entries.count, bits: 16)
    try c.list("entries", &entries, count: count, atLeast: 32, Entry()) { (c, v, i) throws(SyntaxError) in
      try c.u("group_ID", &v.groupID, bits: 32, at: i)
      try c.text("group_name", &v.groupName)
    }
  }
}
