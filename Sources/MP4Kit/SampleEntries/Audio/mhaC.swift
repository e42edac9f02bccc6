import BitstreamKit

/// The configuration of an MPEG-H decoder.
///
/// ISO/IEC 23008-3:2022, 20.5.2 `MHADecoderConfigurationRecord`.
public struct MHAConfigurationBox: TypedBox {
  public static let structureName: StaticString = "MHAConfigurationBox"
  public static var boxType: FourCC { "mhaC" }

  /// 1.
  public var configurationVersion: UInt8 = 1
  /// 0x0B to 0x0F low complexity, 0x10 to 0x14 baseline, by level.
  public var mpegh3daProfileLevelIndication: UInt8 = 0
  /// A ChannelConfiguration of ISO/IEC 23091-3.
  public var referenceChannelLayout: UInt8 = 0
  /// mpegh3daConfig( ), at most 65535 bytes.
  public var mpegh3daConfig: [UInt8] = []

  /// No configuration.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("configurationVersion", &configurationVersion, bits: 8)
    try c.u("mpegh3daProfileLevelIndication", &mpegh3daProfileLevelIndication, bits: 8)
    try c.u("referenceChannelLayout", &referenceChannelLayout, bits: 8)
    let length = try c.count("mpegh3daConfigLength", mpegh3daConfig.count, bits: 16)
    try c.bytes("mpegh3daConfig", &mpegh3daConfig, count: length)
  }
}
