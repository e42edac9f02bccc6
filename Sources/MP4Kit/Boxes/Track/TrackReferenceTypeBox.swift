import BitstreamKit

/// Other tracks that a track needs, for the reason that the box's type names: `chap`, `cdsc`, `tmcd`, `hint`, `subt`, `vdep`.
///
/// ISO/IEC 14496-12:2022, 8.3.3 `TrackReferenceTypeBox`. In `tref`.
public struct TrackReferenceTypeBox: Box {
  public static let structureName: StaticString = "TrackReferenceTypeBox"

  /// Numbers of tracks; 0 for none.
  public var trackIDs = PackedTable<UInt32>()

  /// No track.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.tableToEnd("track_IDs", &trackIDs)
  }
}
