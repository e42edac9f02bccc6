import BitstreamKit

/// The room that a picture was graded in.
///
/// ISO/IEC 23008-12:2022/Amd 1 `ReferenceViewingEnvironmentBox`.
public struct ReferenceViewingEnvironmentBox: TypedBox {
  public static let structureName: StaticString = "ReferenceViewingEnvironmentBox"
  public static var boxType: FourCC { "reve" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Behind the screen, in units of 0.0001 cd/m².
  public var surroundLuminance: UInt32 = 0
  /// In units of 0.00002.
  public var surroundLightX: UInt16 = 0
  /// In units of 0.00002.
  public var surroundLightY: UInt16 = 0
  /// Of the rest of the room, in units of 0.0001 cd/m².
  public var peripheryLuminance: UInt32 = 0
  /// In units of 0.00002.
  public var peripheryLightX: UInt16 = 0
  /// In units of 0.00002.
  public var peripheryLightY: UInt16 = 0

  /// In the dark.
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
