import BitstreamKit

/// How many bits in a second a stream of H.263 takes.
///
/// 3GPP TS 26.244, 6.9 `BitrateBox`.
public struct BitrateBox: TypedBox {
  public static let structureName: StaticString = "BitrateBox"
  public static var boxType: FourCC { "bitr" }

  /// Bits in a second over all of the track.
  public var avgBitrate: UInt32 = 0
  /// Bits in any window of one second, at most.
  public var maxBitrate: UInt32 = 0

  /// Nothing known.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("avg_bitrate", &avgBitrate, bits: 32)
    try c.u("max_bitrate", &maxBitrate, bits: 32)
  }
}
