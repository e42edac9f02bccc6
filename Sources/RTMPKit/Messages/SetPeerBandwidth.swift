import BitstreamKit

/// The limit of unacknowledged bytes of the receiver of this message.
///
/// Adobe RTMP 1.0 (2012), 5.4.5.
public struct SetPeerBandwidth: Syntax {
  public static let structureName: StaticString = "Set Peer Bandwidth"

  /// The window in bytes.
  public var acknowledgementWindowSize: UInt32 = 0
  /// 0 hard: this window. 1 soft: the smaller of this and the current window. 2 dynamic: hard if the previous limit was hard, otherwise
  /// ignored.
  public var limitType: UInt8 = 0

  /// A hard limit of 0.
  @inlinable public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("Acknowledgement Window size", &acknowledgementWindowSize, bits: 32)
    try c.u("Limit Type", &limitType, bits: 8, in: 0...2)
  }
}
