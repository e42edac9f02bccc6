import BitstreamKit

/// Stereo video information: assignment of pictures to views.
///
/// ITU-T H.264 (08/2021) D.1.23 `stereo_video_info( )`, semantics D.2.23.
public struct StereoVideoInfo: Syntax {
  public static let structureName: StaticString = "stereo_video_info"

  /// Whether the fields of a frame are the two views.
  public var fieldViewsFlag = false
  /// Present if field_views_flag.
  public var topFieldIsLeftViewFlag: Bool?
  /// Present if field_views_flag is 0.
  public var currentFrameIsLeftViewFlag: Bool? = false
  /// Present if field_views_flag is 0: whether the next frame is the other view (otherwise the previous one is).
  public var nextFrameIsSecondViewFlag: Bool? = false
  /// Whether the left view is decodable without the right view.
  public var leftViewSelfContainedFlag = false
  /// Whether the right view is decodable without the left view.
  public var rightViewSelfContainedFlag = false

  /// Creates a right-view frame that follows its left-view frame.
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
