import BitstreamKit

/// MPEG-H 3D Audio decoder configuration.
///
/// ISO/IEC 23008-3:2022, 20.5.2 `MHADecoderConfigurationRecord`.
public struct MHAConfigurationBox: TypedBox {
  public static let structureName: StaticString = "MHAConfigurationBox"
  public static var boxType: FourCC { "mhaC" }

  /// Configuration version: 1.
  public var configurationVersion: UInt8 = 1
  /// Profile and level: 0x0B to 0x0F Low Complexity, 0x10 to 0x14 Baseline, by level.
  public var mpegh3daProfileLevelIndication: UInt8 = 0
  /// Reference layout: ChannelConfiguration of ISO/IEC 23091-3.
  public var referenceChannelLayout: UInt8 = 0
  /// mpegh3daConfig( ), at most 65535 bytes.
  public var mpegh3daConfig: [UInt8] = []

  /// Creates a box with no configuration.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("configurationVersion", &configurationVersion, bits: 8)
    try c.u("mpegh3daProfileLevelIndication", &mpegh3daProfileLevelIndication, bits: 8)
    try c.u("referenceChannelLayout", &referenceChannelLayout, bits: 8)
    let length = try c.count("mpegh3daConfigLength", mpegh3daConfig.count, bits: 16)
    try c.bytes("mpegh3daConfig", &mpegh3daConfig, count: length)
  }
}
