/// A string as coded, up to a zero byte or the end of its region.
public struct TerminatedString: Equatable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The characters, usually UTF-8, without zero bytes.
  public var bytes: [UInt8]
  /// Whether a zero byte follows.
  public var isTerminated: Bool

  /// Creates a string of coded characters.
  public init(bytes: [UInt8] = [], isTerminated: Bool = true) {
    self.bytes = bytes
    self.isTerminated = isTerminated
  }

  /// Creates a string encoded as UTF-8.
  public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// Creates a string from a literal, encoded as UTF-8.
  public init(stringLiteral value: StaticString) { self.init(value.description) }

  /// The characters decoded as UTF-8; invalid bytes are replaced.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
