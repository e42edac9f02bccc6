import BitstreamKit

/// Data reference to a URN.
///
/// ISO/IEC 14496-12:2022, 8.7.2 `DataEntryUrnBox`.
public struct DataEntryUrnBox: TypedBox {
  public static let structureName: StaticString = "DataEntryUrnBox"
  public static var boxType: FourCC { "urn " }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags; 1: the media is in this file.
  public var flags: UInt32 = 0
  /// The URN.
  public var name = TerminatedString()
  /// URL of the resource; nil if absent.
  public var location: TerminatedString?

  /// Creates a box with no name.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("name", &name)
    let isThere = c.moreBytes(location != nil)
    try c.when(isThere, &location, TerminatedString()) { (c, v) throws(SyntaxError) in try c.text("location", &v) }
  }
}
