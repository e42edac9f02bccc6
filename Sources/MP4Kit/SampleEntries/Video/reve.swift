import BitstreamKit

/// Viewing environment in which a picture was mastered.
///
/// ISO/IEC 23008-12:2022/Amd 1 `ReferenceViewingEnvironmentBox`.
public struct ReferenceViewingEnvironmentBox: TypedBox {
  public static let structureName: StaticString = "ReferenceViewingEnvironmentBox"
  public static var boxType: FourCC { "reve" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Luminance of the surround, in units of 0.0001 cd/m².
  public var surroundLuminance: UInt32 = 0
  /// Chromaticity x of the surround in units of 0.00002.
  public var surroundLightX: UInt16 = 0
  /// Chromaticity y of the surround in units of 0.00002.
  public var surroundLightY: UInt16 = 0
  /// Luminance of the periphery, in units of 0.0001 cd/m².
  public var peripheryLuminance: UInt32 = 0
  /// Chromaticity x of the periphery in units of 0.00002.
  public var peripheryLightX: UInt16 = 0
  /// Chromaticity y of the periphery in units of 0.00002.
  public var peripheryLightY: UInt16 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("surround_luminance", &surroundLuminance, bits: 32)
    try c.u("surround_light_x", &surroundLightX, bits: 16)
    try c.u("surround_light_y", &surroundLightY, bits: 16)
    try c.u("periphery_luminance", &peripheryLuminance, bits: 32)
    try c.u("periphery_light_x", &peripheryLightX, bits: 16)
    try c.u("periphery_light_y", &peripheryLightY, bits: 16)
  }
}
