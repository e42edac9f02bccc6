import BitstreamKit

/// Duration of a fragmented movie, including all fragments.
///
/// ISO/IEC 14496-12:2022, 8.8.2 `MovieExtendsHeaderBox`.
public struct MovieExtendsHeaderBox: TypedBox {
  public static let structureName: StaticString = "MovieExtendsHeaderBox"
  public static var boxType: FourCC { "mehd" }

  /// FullBox version: 1 for a 64-bit duration.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Duration in units of the movie time scale.
  public var fragmentDuration: UInt64 = 0

  /// Creates a box with no duration.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.sizedByVersion("fragment_duration", &fragmentDuration, version)
  }
}
