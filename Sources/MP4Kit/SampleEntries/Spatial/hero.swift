import BitstreamKit

/// Which eye's picture stands for both where one alone is shown.
///
/// Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, `HeroStereoEyeDescriptionBox`.
public struct HeroStereoEyeDescriptionBox: TypedBox {
  public static let structureName: StaticString = "HeroStereoEyeDescriptionBox"
  public static var boxType: FourCC { "hero" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// 0 none, 1 left, 2 right.
  public var heroEyeIndicator: UInt8 = 0

  /// No eye.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("hero_eye_indicator", &heroEyeIndicator, bits: 8)
  }
}
