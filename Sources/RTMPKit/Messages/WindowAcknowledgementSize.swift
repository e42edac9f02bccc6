import BitstreamKit

/// The number of bytes after which the sender expects an acknowledgement.
///
/// Adobe RTMP 1.0 (2012), 5.4.4.
public struct WindowAcknowledgementSize: Syntax {
  public static let structureName: StaticString = "Window Acknowledgement Size"

  /// The number of bytes between acknowledgements.
  public var acknowledgementWindowSize: UInt32 = 0

  /// No window.
  @inlinable public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("Acknowledgement Window size", &acknowledgementWindowSize, bits: 32)
  }
}
