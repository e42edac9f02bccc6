import BitstreamKit

/// Picture snapshot: the picture is a still-image snapshot.
///
/// ITU-T H.265 (08/2021) D.2 `picture_snapshot( )`, semantics D.3.
public struct PictureSnapshot: Syntax {
  public static let structureName: StaticString = "picture_snapshot"

  /// Identifies the snapshot.
  public var snapshotId: UInt32 = 0

  /// All zeros.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("snapshot_id", &snapshotId)
  }
}
