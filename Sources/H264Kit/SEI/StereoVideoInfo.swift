import BitstreamKit

/// Which pictures are for which eye.
///
/// ITU-T H.264 (08/2021) D.1.23 `stereo_video_info( )`, semantics D.2.23.
public struct StereoVideoInfo: Syntax {
  public static let structureName: StaticString = "stereo_video_info"

  /// Whether fields are views.
  public var fieldViewsFlag = false
  /// With field_views_flag.
  public var topFieldIsLeftViewFlag: Bool?
  /// Without field_views_flag.
  public var currentFrameIsLeftViewFlag: Bool? = false
  /// Without field_views_flag: whether the other view follows (else it came before).
  public var nextFrameIsSecondViewFlag: Bool? = false
  /// Whether the left view is predicted from itself alone.
  public var leftViewSelfContainedFlag = false
  /// Whether the right view is predicted from itself alone.
  public var rightViewSelfContainedFlag = false

  /// Frames for the right eye, each behind its counterpart.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.flag("field_views_flag", &fieldViewsFlag)
    try c.flag("top_field_is_left_view_flag", &topFieldIsLeftViewFlag, when: fieldViewsFlag)
    try c.flag("current_frame_is_left_view_flag", &currentFrameIsLeftViewFlag, when: !fieldViewsFlag)
    try c.flag("next_frame_is_second_view_flag", &nextFrameIsSecondViewFlag, when: !fieldViewsFlag)
    try c.flag("left_view_self_contained_flag", &leftViewSelfContainedFlag)
    try c.flag("right_view_self_contained_flag", &rightViewSelfContainedFlag)
  }
}

extension StereoVideoInfo: SEIPayloadStructure {
  public init?(_ payload: SEIPayload) {
    guard case .stereoVideoInfo(let value) = payload else { return nil }
    self = value
  }

  public var payload: SEIPayload { .stereoVideoInfo(self) }
}
