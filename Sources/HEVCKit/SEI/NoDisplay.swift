import BitstreamKit

/// No display: the picture must not be displayed. The message has no elements.
///
/// ITU-T H.265 (08/2021) D.2.26 `no_display( )`, semantics D.3.26.
public struct NoDisplay: Syntax {
  public static let structureName: StaticString = "no_display"

  /// Creates the message.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {}
}
