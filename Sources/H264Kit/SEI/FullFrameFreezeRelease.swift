import BitstreamKit

/// Full-frame freeze release: ends a freeze.
///
/// ITU-T H.264 (08/2021) D.1.16 `full_frame_freeze_release( )`, semantics D.2.16.
public struct FullFrameFreezeRelease: Syntax {
  public static let structureName: StaticString = "full_frame_freeze_release"

  /// Creates the message, which has no elements.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
  }
}
