import BitstreamKit

/// Bit rates of an H.263 stream.
///
/// 3GPP TS 26.244, 6.9 `BitrateBox`.
public struct BitrateBox: TypedBox {
  public static let structureName: StaticString = "BitrateBox"
  public static var boxType: FourCC { "bitr" }

  /// Average bit rate of the whole track in bits per second.
  public var avgBitrate: UInt32 = 0
  /// Maximum bit rate in any one-second window, in bits per second.
  public var maxBitrate: UInt32 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("avg_bitrate", &avgBitrate, bits: 32)
    try c.u("max_bitrate", &maxBitrate, bits: 32)
  }
}
