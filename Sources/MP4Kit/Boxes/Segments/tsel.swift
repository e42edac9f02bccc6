import BitstreamKit

/// By what a player chooses between tracks.
///
/// ISO/IEC 14496-12:2022, 8.10.3 `TrackSelectionBox`.
public struct TrackSelectionBox: TypedBox {
  public static let structureName: StaticString = "TrackSelectionBox"
  public static var boxType: FourCC { "tsel" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Tracks of one number can be switched between; 0 for none.
  public var switchGroup: Int32 = 0
  /// What makes the track different, or what it is good for: `cdec`, `scsz`, `bitr` and their like.
  public var attributeList: [FourCC] = []

  /// No group.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.i("switch_group", &switchGroup, bits: 32)
    try c.listToEnd(&attributeList, FourCC(rawValue: 0)) { (c, v, i) throws(SyntaxError) in try c.fourCC("attribute_list", &v, at: i) }
  }
}
