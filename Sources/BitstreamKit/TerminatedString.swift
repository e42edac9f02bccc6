/// Characters as they were coded, in front of a zero byte or of the end of what they stand in.
public struct TerminatedString: Equatable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The characters, as a rule UTF-8; no zero among them.
  public var bytes: [UInt8]
  /// Whether a zero byte stands behind them.
  public var isTerminated: Bool

  /// Coded characters.
  public init(bytes: [UInt8] = [], isTerminated: Bool = true) {
    self.bytes = bytes
    self.isTerminated = isTerminated
  }

  /// A string as UTF-8.
  public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// A literal as UTF-8.
  public init(stringLiteral value: StaticString) { self.init(value.description) }

  /// The characters read as UTF-8; what is none is replaced.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
