import BitstreamKit

/// Eye whose picture is displayed if only one can be.
///
/// Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, `HeroStereoEyeDescriptionBox`.
public struct HeroStereoEyeDescriptionBox: TypedBox {
  public static let structureName: StaticString = "HeroStereoEyeDescriptionBox"
  public static var boxType: FourCC { "hero" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// 0 none, 1 left, 2 right.
  public var heroEyeIndicator: UInt8 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("hero_eye_indicator", &heroEyeIndicator, bits: 8)
  }
}
