import BitstreamKit

/// The configuration of a VP8 or VP9 decoder.
///
/// VP Codec ISO Media File Format Binding 1.0, `VPCodecConfigurationBox`.
public struct VPCodecConfigurationBox: TypedBox {
  public static let structureName: StaticString = "VPCodecConfigurationBox"
  public static var boxType: FourCC { "vpcC" }

  /// 1.
  public var version: UInt8 = 1
  /// 0.
  public var flags: UInt32 = 0
  /// 0 to 3.
  public var profile: UInt8 = 0
  /// Ten times the level: 31 for 3.1; 0 unknown.
  public var level: UInt8 = 0
  /// 8, 10 or 12.
  public var bitDepth: UInt8 = 8
  /// 0 4:2:0 with chroma between rows, 1 4:2:0 with chroma in the corner, 2 4:2:2, 3 4:4:4.
  public var chromaSubsampling: UInt8 = 1
  /// True where all numbers are used.
  public var videoFullRangeFlag = false
  /// Of ITU-T H.273: 1 for BT.709, 9 for BT.2020.
  public var colourPrimaries: UInt8 = 2
  /// Of ITU-T H.273: 1 for BT.709, 16 for PQ, 18 for HLG.
  public var transferCharacteristics: UInt8 = 2
  /// Of ITU-T H.273: 1 for BT.709, 9 for BT.2020.
  public var matrixCoefficients: UInt8 = 2
  /// Empty for VP8 and VP9.
  public var codecInitializationData: [UInt8] = []

  /// Profile 0, 8 bits, 4:2:0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 1...1)
    try c.u("profile", &profile, bits: 8)
    try c.u("level", &level, bits: 8)
    try c.u("bitDepth", &bitDepth, bits: 4)
    try c.u("chromaSubsampling", &chromaSubsampling, bits: 3)
    try c.flag("videoFullRangeFlag", &videoFullRangeFlag)
    try c.u("colourPrimaries", &colourPrimaries, bits: 8)
    try c.u("transferCharacteristics", &transferCharacteristics, bits: 8)
    try c.u("matrixCoefficients", &matrixCoefficients, bits: 8)
    let size = try c.count("codecInitializationDataSize", codecInitializationData.count, bits: 16)
    try c.bytes("codecInitializationData", &codecInitializationData, count: size)
  }
}
