import BitstreamKit

/// The SSRC of the RTP stream that a reception hint track holds.
///
/// ISO/IEC 14496-12:2022, 9.4.1 `ReceivedSsrcBox`.
public struct ReceivedSsrcBox: TypedBox {
  public static let structureName: StaticString = "ReceivedSsrcBox"
  public static var boxType: FourCC { "rssr" }

  /// The synchronization source identifier of RTP.
  public var ssrc: UInt32 = 0

  /// SSRC 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("SSRC", &ssrc, bits: 32)
  }
}
