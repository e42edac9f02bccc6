import BitstreamKit

/// A small picture of what the file shows.
///
/// At the top level or in `udta`, as some writers put it there; no published standard has it.
public struct ThumbnailBox: TypedBox {
  public static let structureName: StaticString = "ThumbnailBox"
  public static var boxType: FourCC { "thmb" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// How it is coded.
  public var format = FourCC(rawValue: 0)
  /// The picture.
  public var data: [UInt8] = []

  /// No picture.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fourCC("format", &format)
    try c.restBytes("data", &data)
  }
}
