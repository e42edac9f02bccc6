import BitstreamKit

/// A picture that shall not be shown; the message has no elements.
///
/// ITU-T H.265 (08/2021) D.2.26 `no_display( )`, semantics D.3.26.
public struct NoDisplay: Syntax {
  public static let structureName: StaticString = "no_display"

  /// The message.
  public init() {}

  @inlinable public mutating func syntax<C: SyntaxCoder>(_ c: inout C) throws(SyntaxError) {}
}

extension NoDisplay: SEIPayloadStructure {
  @inlinable public init?(_ payload: SEIPayload) {
    guard case .noDisplay(let value) = payload else { return nil }
    self = value
  }

  @inlinable public var payload: SEIPayload { .noDisplay(self) }
}
