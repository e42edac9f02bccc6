import BitstreamKit

/// The number of bytes received by the sender of this message.
///
/// Adobe RTMP 1.0 (2012), 5.4.3.
public struct Acknowledgement: Syntax {
  public static let structureName: StaticString = "Acknowledgement"

  /// The number of bytes received so far, modulo 2^32.
  public var sequenceNumber: UInt32 = 0

  /// No bytes.
  @inlinable public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("sequence number", &sequenceNumber, bits: 32)
  }
}
