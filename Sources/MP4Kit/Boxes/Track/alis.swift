import BitstreamKit

/// Media that the Macintosh's file system names: `alis`; `rsrc` for a resource in such a file.
///
/// QuickTime File Format, "Data Reference Atoms".
public struct DataEntryAliasBox: Box {
  public static let structureName: StaticString = "DataEntryAliasBox"

  /// 0.
  public var version: UInt8 = 0
  /// 1: the media is in this file, and nothing follows.
  public var flags: UInt32 = 1
  /// The alias record, and for `rsrc` the resource's type and number.
  public var alias: [UInt8] = []

  /// Media in this file.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.restBytes("alias", &alias)
  }
}
