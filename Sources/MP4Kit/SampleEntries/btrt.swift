import BitstreamKit

/// Bit rate and buffer size of a track.
///
/// ISO/IEC 14496-12:2022, 8.5.2.2 `BitRateBox`.
public struct BitRateBox: TypedBox {
  public static let structureName: StaticString = "BitRateBox"
  public static var boxType: FourCC { "btrt" }

  /// Size of the decoding buffer in bytes.
  public var bufferSizeDB: UInt32 = 0
  /// Maximum bit rate in any one-second window, in bits per second.
  public var maxBitrate: UInt32 = 0
  /// Average bit rate of the whole track in bits per second.
  public var avgBitrate: UInt32 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("bufferSizeDB", &bufferSizeDB, bits: 32)
    try c.u("maxBitrate", &maxBitrate, bits: 32)
    try c.u("avgBitrate", &avgBitrate, bits: 32)
  }
}
