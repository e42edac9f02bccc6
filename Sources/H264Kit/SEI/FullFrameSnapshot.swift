import BitstreamKit

/// Full-frame snapshot: the picture is a still-image snapshot.
///
/// ITU-T H.264 (08/2021) D.1.17 `full_frame_snapshot( )`, semantics D.2.17.
public struct FullFrameSnapshot: Syntax {
  public static let structureName: StaticString = "full_frame_snapshot"

  /// Identifies the snapshot.
  public var snapshotId: UInt32 = 0

  /// Creates a snapshot with id 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("snapshot_id", &snapshotId)
  }
}
