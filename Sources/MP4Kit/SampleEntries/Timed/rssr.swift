import BitstreamKit

/// SSRC of the RTP stream in a reception hint track.
///
/// ISO/IEC 14496-12:2022, 9.4.1 `ReceivedSsrcBox`.
public struct ReceivedSsrcBox: TypedBox {
  public static let structureName: StaticString = "ReceivedSsrcBox"
  public static var boxType: FourCC { "rssr" }

  /// RTP synchronization source identifier.
  public var ssrc: UInt32 = 0

  /// Creates a box with default values (SSRC 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("SSRC", &ssrc, bits: 32)
  }
}
