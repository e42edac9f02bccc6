import BitstreamKit

/// What part a track plays: captions, a description for the blind, and so on.
///
/// ISO/IEC 14496-12:2022, 8.10.4 `KindBox`.
public struct KindBox: TypedBox {
  public static let structureName: StaticString = "KindBox"
  public static var boxType: FourCC { "kind" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Who says what it is called.
  public var schemeURI = TerminatedString()
  /// What it is called; empty where the scheme says it all.
  public var value = TerminatedString()

  /// No kind.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("schemeURI", &schemeURI)
    try c.text("value", &value)
  }
}
