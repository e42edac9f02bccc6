import BitstreamKit

/// Bit depth of the channels of a picture.
///
/// ISO/IEC 23008-12:2022, 6.5.6 `PixelInformationProperty`.
public struct PixelInformationProperty: TypedBox {
  public static let structureName: StaticString = "PixelInformationProperty"
  public static var boxType: FourCC { "pixi" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Bits of each channel.
  public var bitsPerChannel: [UInt8] = []

  /// Creates an instance with no channels.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let count = try c.count("num_channels", bitsPerChannel.count, bits: 8)
    try c.list("bits_per_channel", &bitsPerChannel, count: count, atLeast: 8, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("bits_per_channel", &v, bits: 8, at: i)
    }
  }
}
