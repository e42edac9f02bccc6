import BitstreamKit

/// Tile regions in a sub-track.
///
/// ISO/IEC 14496-15:2022, `TileSubTrackGroupBox`. In `strd`.
public struct TileSubTrackGroupBox: TypedBox {
  public static let structureName: StaticString = "TileSubTrackGroupBox"
  public static var boxType: FourCC { "tstb" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Group IDs of `trif` entries.
  public var tileGroupIDs: [UInt16] = []

  /// Creates a box with no regions.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let itemCount = try c.count("item_count", tileGroupIDs.count, bits: 16)
    try c.list("tileGroupID", &tileGroupIDs, count: itemCount, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("tileGroupID", &v, bits: 16, at: i)
    }
  }
}
