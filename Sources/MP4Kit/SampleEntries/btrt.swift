import BitstreamKit

/// How many bits in a second the samples take.
///
/// ISO/IEC 14496-12:2022, 8.5.2.2 `BitRateBox`.
public struct BitRateBox: TypedBox {
  public static let structureName: StaticString = "BitRateBox"
  public static var boxType: FourCC { "btrt" }

  /// Bytes of the decoding buffer.
  public var bufferSizeDB: UInt32 = 0
  /// Bits in any window of one second, at most.
  public var maxBitrate: UInt32 = 0
  /// Bits in a second over all of the track.
  public var avgBitrate: UInt32 = 0

  /// Nothing known.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("bufferSizeDB", &bufferSizeDB, bits: 32)
    try c.u("maxBitrate", &maxBitrate, bits: 32)
    try c.u("avgBitrate", &avgBitrate, bits: 32)
  }
}
