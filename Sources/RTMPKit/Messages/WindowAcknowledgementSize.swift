import BitstreamKit

/// After how many bytes the sender wants to hear that they came.
///
/// Adobe RTMP 1.0 (2012), 5.4.4.
public struct WindowAcknowledgementSize: Syntax {
  public static let structureName: StaticString = "Window Acknowledgement Size"

  /// Bytes from one acknowledgement to the next.
  public var acknowledgementWindowSize: UInt32 = 0

  /// No window.
  @inlinable public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("Acknowledgement Window size", &acknowledgementWindowSize, bits: 32)
  }
}
