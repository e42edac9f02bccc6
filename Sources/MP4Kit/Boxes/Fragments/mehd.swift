import BitstreamKit

/// How long a fragmented movie is with all its fragments.
///
/// ISO/IEC 14496-12:2022, 8.8.2 `MovieExtendsHeaderBox`.
public struct MovieExtendsHeaderBox: TypedBox {
  public static let structureName: StaticString = "MovieExtendsHeaderBox"
  public static var boxType: FourCC { "mehd" }

  /// 1 for a duration of 64 bits.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// In units of the movie's time scale.
  public var fragmentDuration: UInt64 = 0

  /// No duration.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.sizedByVersion("fragment_duration", &fragmentDuration, version)
  }
}
