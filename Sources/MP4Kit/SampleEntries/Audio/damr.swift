import BitstreamKit

/// AMR decoder configuration.
///
/// 3GPP TS 26.244, 6.7 `AMRSpecificBox`.
public struct AMRSpecificBox: TypedBox {
  public static let structureName: StaticString = "AMRSpecificBox"
  public static var boxType: FourCC { "damr" }

  /// Vendor of the encoder.
  public var vendor = FourCC(rawValue: 0)
  /// Version of the encoder.
  public var decoderVersion: UInt8 = 0
  /// One bit for each mode used, lowest rate in the least significant bit.
  public var modeSet: UInt16 = 0x81FF
  /// Minimum number of frames between mode changes; 0 for no restriction.
  public var modeChangePeriod: UInt8 = 0
  /// Frames per sample, 1 to 15.
  public var framesPerSample: UInt8 = 1

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fourCC("vendor", &vendor)
    try c.u("decoder_version", &decoderVersion, bits: 8)
    try c.u("mode_set", &modeSet, bits: 16)
    try c.u("mode_change_period", &modeChangePeriod, bits: 8)
    try c.u("frames_per_sample", &framesPerSample, bits: 8)
  }
}
