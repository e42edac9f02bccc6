import BitstreamKit

/// The chunk size of the sender from the next chunk on.
///
/// Adobe RTMP 1.0 (2012), 5.4.1.
public struct SetChunkSize: Syntax {
  public static let structureName: StaticString = "Set Chunk Size"

  /// The maximum payload size of a chunk in bytes, 1 to 2^31 − 1.
  public var chunkSize: UInt32 = 128

  /// 128, the initial chunk size.
  @inlinable public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("chunk size", &chunkSize, bits: 32, in: 1...0x7FFF_FFFF, sizing: true, at: -1, -1)
  }
}
