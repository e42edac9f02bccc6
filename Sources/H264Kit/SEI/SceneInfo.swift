import BitstreamKit

/// Scene information: scenes and transitions.
///
/// ITU-T H.264 (08/2021) D.1.11 `scene_info( )`, semantics D.2.11.
public struct SceneInfo: Syntax {
  public static let structureName: StaticString = "scene_info"

  /// Elements present if the presence flag is 1.
  public struct Content: Equatable, Sendable {
    /// Identifies the scene.
    public var sceneId: UInt32 = 0
    /// 0 none, 1 fade to black, 2 fade from black, 3 other transition from or to constant colour, 4 dissolve, 5 wipe, 6 other mixture.
    public var sceneTransitionType: UInt32 = 0
    /// The next scene; present if scene_transition_type > 3.
    public var secondSceneId: UInt32?

    /// Creates content without transition.
    public init() {}
  }

  /// nil without scene_info_present_flag.
  public var content: Content?

  /// Creates an empty message.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.optional("scene_info_present_flag", &content, .init()) { (c, v) throws(SyntaxError) in
      try c.ue("scene_id", &v.sceneId)
      try c.ue("scene_transition_type", &v.sceneTransitionType, in: 0...6)
      try c.ue("second_scene_id", &v.secondSceneId, in: 0...0xFFFF_FFFE, when: v.sceneTransitionType > 3)
    }
  }
}
