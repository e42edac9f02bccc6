import BitstreamKit

/// Scheme by which a track is encrypted or otherwise restricted to certain players.
///
/// ISO/IEC 14496-12:2022, 8.12.6 `SchemeTypeBox`.
public struct SchemeTypeBox: TypedBox {
  public static let structureName: StaticString = "SchemeTypeBox"
  public static var boxType: FourCC { "schm" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags; 1: a URI follows.
  public var flags: UInt32 = 0
  /// `cenc`, `cbcs`, `cens`, `cbc1`, `piff`; for restrictions without encryption e.g. `stvi`.
  public var schemeType: FourCC = "cenc"
  /// Scheme version: 0x10000 for Common Encryption.
  public var schemeVersion: UInt32 = 0x1_0000
  /// Scheme URI; present if flag 1 is set.
  public var schemeURI: TerminatedString?

  /// Creates a box with default values (Common Encryption).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fourCC("scheme_type", &schemeType)
    try c.u("scheme_version", &schemeVersion, bits: 32)
    try c.when(flags & 1 != 0, &schemeURI, TerminatedString()) { (c, v) throws(SyntaxError) in try c.text("scheme_uri", &v) }
  }
}
