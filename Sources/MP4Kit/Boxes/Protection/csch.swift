import BitstreamKit

/// A scheme that the track conforms to in addition to the scheme of `schm`.
///
/// ISO/IEC 14496-12:2022, 8.15.4 `CompatibleSchemeTypeBox`. In `rinf`.
public struct CompatibleSchemeTypeBox: TypedBox {
  public static let structureName: StaticString = "CompatibleSchemeTypeBox"
  public static var boxType: FourCC { "csch" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Scheme type, e.g. `stvi`.
  public var schemeType: FourCC = "stvi"
  /// Scheme version.
  public var schemeVersion: UInt32 = 0
  /// Scheme URI; present if flag 1 is set.
  public var schemeURI: TerminatedString?

  /// Creates a box with default values (stereo video).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fourCC("scheme_type", &schemeType)
    try c.u("scheme_version", &schemeVersion, bits: 32)
    try c.when(flags & 1 != 0, &schemeURI, TerminatedString()) { (c, v) throws(SyntaxError) in try c.text("scheme_uri", &v) }
  }
}
