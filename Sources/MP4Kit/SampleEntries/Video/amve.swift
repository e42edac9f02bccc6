import BitstreamKit

/// Ambient viewing environment for which a picture is intended.
///
/// ISO/IEC 23008-12:2022 and 14496-12:2022 `AmbientViewingEnvironmentBox`; H.265, D.2.39.
public struct AmbientViewingEnvironmentBox: TypedBox {
  public static let structureName: StaticString = "AmbientViewingEnvironmentBox"
  public static var boxType: FourCC { "amve" }

  /// Illuminance in units of 0.0001 lux.
  public var ambientIlluminance: UInt32 = 0
  /// Chromaticity x in units of 0.00002.
  public var ambientLightX: UInt16 = 0
  /// Chromaticity y in units of 0.00002.
  public var ambientLightY: UInt16 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("ambient_illuminance", &ambientIlluminance, bits: 32)
    try c.u("ambient_light_x", &ambientLightX, bits: 16)
    try c.u("ambient_light_y", &ambientLightY, bits: 16)
  }
}
