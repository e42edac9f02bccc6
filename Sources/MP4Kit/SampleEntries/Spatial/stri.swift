import BitstreamKit

/// Which eyes there are pictures for.
///
/// Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, `StereoViewInformationBox`.
public struct StereoViewInformationBox: TypedBox {
  public static let structureName: StaticString = "StereoViewInformationBox"
  public static var boxType: FourCC { "stri" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// 0.
  public var reserved: UInt8 = 0
  /// Whether the right eye comes first.
  public var eyeViewsReversed = false
  /// Whether there are more pictures than for two eyes.
  public var hasAdditionalViews = false
  /// Whether there is one for the right eye.
  public var hasRightEyeView = true
  /// Whether there is one for the left eye.
  public var hasLeftEyeView = true

  /// Both eyes.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("reserved", &reserved, bits: 4)
    try c.flag("eye_views_reversed", &eyeViewsReversed)
    try c.flag("has_additional_views", &hasAdditionalViews)
    try c.flag("has_right_eye_view", &hasRightEyeView)
    try c.flag("has_left_eye_view", &hasLeftEyeView)
  }
}
