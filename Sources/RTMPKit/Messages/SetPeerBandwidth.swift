import BitstreamKit

/// How many bytes the receiver may have under way without an acknowledgement.
///
/// Adobe RTMP 1.0 (2012), 5.4.5.
public struct SetPeerBandwidth: Syntax {
  public static let structureName: StaticString = "Set Peer Bandwidth"

  /// Bytes.
  public var acknowledgementWindowSize: UInt32 = 0
  /// 0 hard: this window. 1 soft: this one or the one in force, the smaller. 2 dynamic: hard where the last one was hard, else void.
  public var limitType: UInt8 = 0

  /// A hard window of nothing.
  @inlinable public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("Acknowledgement Window size", &acknowledgementWindowSize, bits: 32)
    try c.u("Limit Type", &limitType, bits: 8, in: 0...2)
  }
}
