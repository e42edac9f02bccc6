import BitstreamKit

/// The nominal ambient viewing conditions for the video.
///
/// ITU-T H.264 (08/2021) D.1.34 `ambient_viewing_environment( )`, semantics D.2.34; ITU-T H.265 (08/2021) D.2, semantics D.3.
public struct AmbientViewingEnvironment: Syntax {
  public static let structureName: StaticString = "ambient_viewing_environment"

  /// The illuminance in units of 0.0001 lux, at least 1.
  public var ambientIlluminance: UInt32 = 1
  /// The chromaticity in units of 0.00002 (CIE 1931), 0 to 50000.
  public var ambientLightX: UInt16 = 0, ambientLightY: UInt16 = 0

  /// The minimum illuminance.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("ambient_illuminance", &ambientIlluminance, bits: 32, in: 1...UInt32.max)
    try c.u("ambient_light_x", &ambientLightX, bits: 16, in: 0...50000)
    try c.u("ambient_light_y", &ambientLightY, bits: 16, in: 0...50000)
  }
}
