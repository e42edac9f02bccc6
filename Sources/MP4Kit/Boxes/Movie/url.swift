import BitstreamKit

/// Media in this file or at a place that a URL names.
///
/// ISO/IEC 14496-12:2022, 8.7.2 `DataEntryUrlBox`.
public struct DataEntryUrlBox: TypedBox {
  public static let structureName: StaticString = "DataEntryUrlBox"
  public static var boxType: FourCC { "url " }

  /// 0.
  public var version: UInt8 = 0
  /// 1: the media is in this file, and nothing follows.
  public var flags: UInt32 = 1
  /// The place; nil for nothing at all.
  public var location: TerminatedString?

  /// Media in this file.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let isThere = c.moreBytes(location != nil)
    try c.when(isThere, &location, TerminatedString()) { (c, v) throws(SyntaxError) in try c.text("location", &v) }
  }
}
