import BitstreamKit

/// The white balance of a picture of a series.
///
/// ISO/IEC 23008-12:2022, `WhiteBalanceProperty`.
public struct WhiteBalanceProperty: TypedBox {
  public static let structureName: StaticString = "WhiteBalanceProperty"
  public static var boxType: FourCC { "wbbr" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The same as for a group of samples.
  public var entry = WhiteBalanceBracketingEntry()

  /// Nothing said as yet.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.nested(&entry)
  }
}
