import BitstreamKit

/// A sub-track: part of a track that a player can select like a track.
///
/// ISO/IEC 14496-12:2022, 8.14.4 `SubTrackInformationBox`.
public struct SubTrackInformationBox: TypedBox {
  public static let structureName: StaticString = "SubTrackInformationBox"
  public static var boxType: FourCC { "stri" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Switch group, as in `tsel`.
  public var switchGroup: Int16 = 0
  /// Alternate group, as in `tkhd`.
  public var alternateGroup: Int16 = 0
  /// Sub-track ID.
  public var subTrackID: UInt32 = 0
  /// Attributes, as in `tsel`.
  public var attributeList: [FourCC] = []

  /// Creates a box with default values (sub-track 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.i("switch_group", &switchGroup, bits: 16)
    try c.i("alternate_group", &alternateGroup, bits: 16)
    try c.u("sub_track_ID", &subTrackID, bits: 32)
    try c.listToEnd(&attributeList, FourCC(rawValue: 0)) { (c, v, i) throws(SyntaxError) in try c.fourCC("attribute_list", &v, at: i) }
  }
}
