import BitstreamKit

/// How many bits the channels of a picture have.
///
/// ISO/IEC 23008-12:2022, 6.5.6 `PixelInformationProperty`.
public struct PixelInformationProperty: TypedBox {
  public static let structureName: StaticString = "PixelInformationProperty"
  public static var boxType: FourCC { "pixi" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Of each channel.
  public var bitsPerChannel: [UInt8] = []

  /// No channels.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let count = try c.count("num_channels", bitsPerChannel.count, bits: 8)
    try c.list("bits_per_channel", &bitsPerChannel, count: count, atLeast: 8, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("bits_per_channel", &v, bits: 8, at: i)
    }
  }
}
