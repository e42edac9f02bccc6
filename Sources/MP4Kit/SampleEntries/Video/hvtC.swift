import BitstreamKit

/// Profile, tier and level of an HEVC tile track.
///
/// The record inside is kept as bytes.
///
/// ISO/IEC 14496-15:2022, `HEVCTileConfigurationBox`.
public struct HEVCTileConfigurationBox: TypedBox {
  public static let structureName: StaticString = "HEVCTileConfigurationBox"
  public static var boxType: FourCC { "hvtC" }

  /// `HEVCTileTierLevelConfigurationRecord`.
  public var hevcTileTierLevelConfig: [UInt8] = []

  /// Creates a box with an empty record.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.restBytes("HEVCTileTierLevelConfig", &hevcTileTierLevelConfig)
  }
}
