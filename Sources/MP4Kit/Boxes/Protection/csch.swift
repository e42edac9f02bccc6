import BitstreamKit

/// A scheme whose rules the track follows too, beside that of `schm`.
///
/// ISO/IEC 14496-12:2022, 8.15.4 `CompatibleSchemeTypeBox`. In `rinf`.
public struct CompatibleSchemeTypeBox: TypedBox {
  public static let structureName: StaticString = "CompatibleSchemeTypeBox"
  public static var boxType: FourCC { "csch" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// `stvi` and its like.
  public var schemeType: FourCC = "stvi"
  /// Of the scheme.
  public var schemeVersion: UInt32 = 0
  /// Where the scheme is found, for flag 1.
  public var schemeURI: TerminatedString?

  /// Stereo video.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fourCC("scheme_type", &schemeType)
    try c.u("scheme_version", &schemeVersion, bits: 32)
    try c.when(flags & 1 != 0, &schemeURI, TerminatedString()) { (c, v) throws(SyntaxError) in try c.text("scheme_uri", &v) }
  }
}
