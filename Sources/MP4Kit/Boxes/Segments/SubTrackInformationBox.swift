import BitstreamKit

/// A part of a track that a player can choose like a track.
///
/// ISO/IEC 14496-12:2022, 8.14.4 `SubTrackInformationBox`.
public struct SubTrackInformationBox: TypedBox {
  public static let structureName: StaticString = "SubTrackInformationBox"
  public static var boxType: FourCC { "stri" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// As in `tsel`.
  public var switchGroup: Int16 = 0
  /// As in `tkhd`.
  public var alternateGroup: Int16 = 0
  /// The part.
  public var subTrackID: UInt32 = 0
  /// As in `tsel`.
  public var attributeList: [FourCC] = []

  /// Part 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.i("switch_group", &switchGroup, bits: 16)
    try c.i("alternate_group", &alternateGroup, bits: 16)
    try c.u("sub_track_ID", &subTrackID, bits: 32)
    try c.listToEnd(&attributeList, FourCC(rawValue: 0)) { (c, v, i) throws(SyntaxError) in try c.fourCC("attribute_list", &v, at: i) }
  }
}
