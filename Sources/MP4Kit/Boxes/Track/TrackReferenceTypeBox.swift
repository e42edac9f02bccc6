import BitstreamKit

/// References of a track to other tracks; the box type is the reference type: `chap`, `cdsc`, `tmcd`, `hint`, `subt`, `vdep`.
///
/// ISO/IEC 14496-12:2022, 8.3.3 `TrackReferenceTypeBox`. In `tref`.
public struct TrackReferenceTypeBox: Box {
  public static let structureName: StaticString = "TrackReferenceTypeBox"

  /// Track IDs; 0 for none.
  public var trackIDs = PackedTable<UInt32>()

  /// Creates a box with no tracks.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.tableToEnd("track_IDs", &trackIDs)
  }
}
