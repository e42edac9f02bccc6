import BitstreamKit

/// Eyes for which there are views.
///
/// Apple, ISO Base Media File Format and Apple HEVC Stereo Video 1.0, `StereoViewInformationBox`.
public struct StereoViewInformationBox: TypedBox {
  public static let structureName: StaticString = "StereoViewInformationBox"
  public static var boxType: FourCC { "stri" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Whether the right eye view comes first.
  public var eyeViewsReversed = false
  /// Whether there are views other than those of the two eyes.
  public var hasAdditionalViews = false
  /// Whether there is a right eye view.
  public var hasRightEyeView = true
  /// Whether there is a left eye view.
  public var hasLeftEyeView = true

  /// Creates a box with default values (both eyes).
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
