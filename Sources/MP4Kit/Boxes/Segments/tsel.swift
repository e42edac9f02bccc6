import BitstreamKit

/// Attributes for selecting among alternative tracks.
///
/// ISO/IEC 14496-12:2022, 8.10.3 `TrackSelectionBox`.
public struct TrackSelectionBox: TypedBox {
  public static let structureName: StaticString = "TrackSelectionBox"
  public static var boxType: FourCC { "tsel" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Switch group; a player can switch among tracks with equal values; 0 for none.
  public var switchGroup: Int32 = 0
  /// Attributes that describe or differentiate the track, e.g. `cdec`, `scsz`, `bitr`.
  public var attributeList: [FourCC] = []

  /// Creates a box with no group.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.i("switch_group", &switchGroup, bits: 32)
    try c.listToEnd(&attributeList, FourCC(rawValue: 0)) { (c, v, i) throws(SyntaxError) in try c.fourCC("attribute_list", &v, at: i) }
  }
}
