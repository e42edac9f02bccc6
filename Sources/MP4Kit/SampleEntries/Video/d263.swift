import BitstreamKit

/// The configuration of an H.263 decoder; a `bitr` may follow.
///
/// 3GPP TS 26.244, 6.8 `H263SpecificBox`.
public struct H263SpecificBox: TypedBox {
  public static let structureName: StaticString = "H263SpecificBox"
  public static var boxType: FourCC { "d263" }
  public static var holdsBoxes: Bool { true }

  /// Whose the writer was.
  public var vendor = FourCC(rawValue: 0)
  /// The writer's version.
  public var decoderVersion: UInt8 = 0
  /// 10 for level 10.
  public var h263Level: UInt8 = 10
  /// 0 for the baseline profile.
  public var h263Profile: UInt8 = 0

  /// Level 10 of the baseline.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fourCC("vendor", &vendor)
    try c.u("decoder_version", &decoderVersion, bits: 8)
    try c.u("H263_Level", &h263Level, bits: 8)
    try c.u("H263_Profile", &h263Profile, bits: 8)
  }
}
