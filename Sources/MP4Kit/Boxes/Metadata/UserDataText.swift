import BitstreamKit

/// A text of user data: UTF-8, or UTF-16 behind a byte order mark.
///
/// 3GPP TS 26.244, 8.2; ISO/IEC 14496-12:2022, 8.10.2.
public struct UserDataText: Equatable, Sendable, CustomStringConvertible {
  /// UTF-16 in big-endian order, without the mark in front of it.
  public struct UTF16Text: Equatable, Sendable {
    /// The code units; no zero among them.
    public var codeUnits: [UInt16] = []
    /// Whether a zero stands behind them.
    public var isTerminated = true

    /// Nothing said as yet.
    public init() {}
  }

  /// The text, where it is no UTF-16.
  public var utf8 = TerminatedString()
  /// The text, where it is UTF-16.
  public var utf16: UTF16Text?

  /// No text.
  public init() {}

  /// A text as UTF-8.
  public init(_ text: String) { utf8 = TerminatedString(text) }

  /// Names the text.
  public mutating func syntax(_ c: inout SyntaxCoder, _ name: StaticString) throws(SyntaxError) {
    try c.optional(announcedBy: "byte_order_mark", 0xFEFF, bits: 16, atLeast: 16, when: true, &utf16, UTF16Text()) {
      (c, v) throws(SyntaxError) in
      try c.listUntil(0, &v.codeUnits, isTerminated: &v.isTerminated, 0) { (c, unit, i) throws(SyntaxError) in
        try c.u(name, &unit, bits: 16, at: i)
      }
    }
    if utf16 == nil { try c.text(name, &utf8) }
  }

  /// The text; what is no text is replaced.
  public var description: String { utf16.map { String(decoding: $0.codeUnits, as: UTF16.self) } ?? utf8.description }
}
