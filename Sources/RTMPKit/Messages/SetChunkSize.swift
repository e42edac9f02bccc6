import BitstreamKit

/// How large the chunks of the sender are from the next one on.
///
/// Adobe RTMP 1.0 (2012), 5.4.1.
public struct SetChunkSize: Syntax {
  public static let structureName: StaticString = "Set Chunk Size"

  /// Bytes of a chunk's payload: 1 to 2^31 − 1.
  public var chunkSize: UInt32 = 128

  /// 128, as it is from the beginning.
  @inlinable public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("chunk size", &chunkSize, bits: 32, in: 1...0x7FFF_FFFF, sizing: true, at: -1, -1)
  }
}
