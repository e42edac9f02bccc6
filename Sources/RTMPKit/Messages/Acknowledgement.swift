import BitstreamKit

/// How much the sender has received.
///
/// Adobe RTMP 1.0 (2012), 5.4.3.
public struct Acknowledgement: Syntax {
  public static let structureName: StaticString = "Acknowledgement"

  /// Bytes so far, the low 32 bits of their number.
  public var sequenceNumber: UInt32 = 0

  /// Nothing so far.
  @inlinable public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("sequence number", &sequenceNumber, bits: 32)
  }
}
