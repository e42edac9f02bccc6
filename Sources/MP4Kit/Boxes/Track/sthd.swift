import BitstreamKit

/// The media header of a track of subtitles.
///
/// ISO/IEC 14496-12:2022, 12.6.2 `SubtitleMediaHeaderBox`.
public struct SubtitleMediaHeaderBox: TypedBox {
  public static let structureName: StaticString = "SubtitleMediaHeaderBox"
  public static var boxType: FourCC { "sthd" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0

  /// A header.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
  }
}
