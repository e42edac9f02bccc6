import BitstreamKit

/// Aborts a message: its received part is discarded.
///
/// Adobe RTMP 1.0 (2012), 5.4.2.
public struct AbortMessage: Syntax {
  public static let structureName: StaticString = "Abort Message"

  /// The chunk stream of the message.
  public var chunkStreamId: UInt32 = 0

  /// Chunk stream 0, which does not exist.
  @inlinable public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("chunk stream id", &chunkStreamId, bits: 32)
  }
}
