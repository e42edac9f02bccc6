import BitstreamKit

/// How a track was protected, or otherwise changed so that not every player can show it.
///
/// ISO/IEC 14496-12:2022, 8.12.6 `SchemeTypeBox`.
public struct SchemeTypeBox: TypedBox {
  public static let structureName: StaticString = "SchemeTypeBox"
  public static var boxType: FourCC { "schm" }

  /// 0.
  public var version: UInt8 = 0
  /// 1: a URI follows.
  public var flags: UInt32 = 0
  /// `cenc`, `cbcs`, `cens`, `cbc1`, `piff`; `stvi` and its like for changes without encryption.
  public var schemeType: FourCC = "cenc"
  /// Of the scheme: 0x10000 for Common Encryption.
  public var schemeVersion: UInt32 = 0x1_0000
  /// Where the scheme is found, for flag 1.
  public var schemeURI: TerminatedString?

  /// Common Encryption.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fourCC("scheme_type", &schemeType)
    try c.u("scheme_version", &schemeVersion, bits: 32)
    try c.when(flags & 1 != 0, &schemeURI, TerminatedString()) { (c, v) throws(SyntaxError) in try c.text("scheme_uri", &v) }
  }
}
