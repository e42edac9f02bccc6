import BitstreamKit

/// Media header of a subtitle track.
///
/// ISO/IEC 14496-12:2022, 12.6.2 `SubtitleMediaHeaderBox`.
public struct SubtitleMediaHeaderBox: TypedBox {
  public static let structureName: StaticString = "SubtitleMediaHeaderBox"
  public static var boxType: FourCC { "sthd" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
  }
}
