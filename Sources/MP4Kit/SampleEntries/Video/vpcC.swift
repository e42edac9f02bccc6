import BitstreamKit

/// VP8 or VP9 decoder configuration.
///
/// VP Codec ISO Media File Format Binding 1.0, `VPCodecConfigurationBox`.
public struct VPCodecConfigurationBox: TypedBox {
  public static let structureName: StaticString = "VPCodecConfigurationBox"
  public static var boxType: FourCC { "vpcC" }

  /// FullBox version: 1.
  public var version: UInt8 = 1
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Profile, 0 to 3.
  public var profile: UInt8 = 0
  /// Ten times the level, e.g. 31 for 3.1; 0 if unknown.
  public var level: UInt8 = 0
  /// Bit depth: 8, 10 or 12.
  public var bitDepth: UInt8 = 8
  /// 0 4:2:0 with vertical chroma position, 1 4:2:0 with co-located chroma, 2 4:2:2, 3 4:4:4.
  public var chromaSubsampling: UInt8 = 1
  /// Whether samples use the full range.
  public var videoFullRangeFlag = false
  /// Colour primaries of ITU-T H.273, e.g. 1 BT.709, 9 BT.2020.
  public var colourPrimaries: UInt8 = 2
  /// Transfer characteristics of ITU-T H.273, e.g. 1 BT.709, 16 PQ, 18 HLG.
  public var transferCharacteristics: UInt8 = 2
  /// Matrix coefficients of ITU-T H.273, e.g. 1 BT.709, 9 BT.2020.
  public var matrixCoefficients: UInt8 = 2
  /// Codec initialization data; empty for VP8 and VP9.
  public var codecInitializationData: [UInt8] = []

  /// Creates a box with default values (profile 0, 8 bits, 4:2:0).
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
