import BitstreamKit

/// Macintosh alias to a media file (`alis`), or to a resource in such a file (`rsrc`).
///
/// QuickTime File Format, "Data Reference Atoms".
public struct DataEntryAliasBox: Box {
  public static let structureName: StaticString = "DataEntryAliasBox"

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags; 1: the media is in this file; no alias follows.
  public var flags: UInt32 = 1
  /// Alias record; for `rsrc` followed by resource type and ID.
  public var alias: [UInt8] = []

  /// Creates a box with default values (media in this file).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.restBytes("alias", &alias)
  }
}
