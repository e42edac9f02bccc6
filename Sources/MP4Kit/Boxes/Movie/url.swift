import BitstreamKit

/// Data reference to this file or to a URL.
///
/// ISO/IEC 14496-12:2022, 8.7.2 `DataEntryUrlBox`.
public struct DataEntryUrlBox: TypedBox {
  public static let structureName: StaticString = "DataEntryUrlBox"
  public static var boxType: FourCC { "url " }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags; 1: the media is in this file; no location follows.
  public var flags: UInt32 = 1
  /// URL; nil if absent.
  public var location: TerminatedString?

  /// Creates a box with default values (media in this file).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let isThere = c.moreBytes(location != nil)
    try c.when(isThere, &location, TerminatedString()) { (c, v) throws(SyntaxError) in try c.text("location", &v) }
  }
}
