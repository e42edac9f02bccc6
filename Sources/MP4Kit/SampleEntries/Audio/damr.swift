import BitstreamKit

/// The configuration of an AMR decoder.
///
/// 3GPP TS 26.244, 6.7 `AMRSpecificBox`.
public struct AMRSpecificBox: TypedBox {
  public static let structureName: StaticString = "AMRSpecificBox"
  public static var boxType: FourCC { "damr" }

  /// Whose the writer was.
  public var vendor = FourCC(rawValue: 0)
  /// The writer's version.
  public var decoderVersion: UInt8 = 0
  /// A bit for each mode that packets may have, the lowest for the lowest rate.
  public var modeSet: UInt16 = 0x81FF
  /// How many frames have one mode at least; 0 for no such rule.
  public var modeChangePeriod: UInt8 = 0
  /// 1 to 15.
  public var framesPerSample: UInt8 = 1

  /// Any mode.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fourCC("vendor", &vendor)
    try c.u("decoder_version", &decoderVersion, bits: 8)
    try c.u("mode_set", &modeSet, bits: 16)
    try c.u("mode_change_period", &modeChangePeriod, bits: 8)
    try c.u("frames_per_sample", &framesPerSample, bits: 8)
  }
}
