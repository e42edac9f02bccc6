import BitstreamKit

/// H.263 decoder configuration; `bitr` may follow.
///
/// 3GPP TS 26.244, 6.8 `H263SpecificBox`.
public struct H263SpecificBox: TypedBox {
  public static let structureName: StaticString = "H263SpecificBox"
  public static var boxType: FourCC { "d263" }
  public static var holdsBoxes: Bool { true }

  /// Vendor of the encoder.
  public var vendor = FourCC(rawValue: 0)
  /// Version of the encoder.
  public var decoderVersion: UInt8 = 0
  /// H.263 level, e.g. 10.
  public var h263Level: UInt8 = 10
  /// H.263 profile, 0 for baseline.
  public var h263Profile: UInt8 = 0

  /// Creates a box with default values (baseline profile, level 10).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fourCC("vendor", &vendor)
    try c.u("decoder_version", &decoderVersion, bits: 8)
    try c.u("H263_Level", &h263Level, bits: 8)
    try c.u("H263_Profile", &h263Profile, bits: 8)
  }
}
