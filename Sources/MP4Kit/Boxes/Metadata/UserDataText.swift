import BitstreamKit

/// User data text: UTF-8, or UTF-16 after a byte order mark.
///
/// 3GPP TS 26.244, 8.2; ISO/IEC 14496-12:2022, 8.10.2.
public struct UserDataText: Equatable, Sendable, CustomStringConvertible {
  /// Big-endian UTF-16 text, without the byte order mark.
  public struct UTF16Text: Equatable, Sendable {
    /// Code units, without zeros.
    public var codeUnits: [UInt16] = []
    /// Whether a terminating zero follows.
    public var isTerminated = true

    /// Creates an instance with default values.
    public init() {}
  }

  /// UTF-8 text; used if `utf16` is nil.
  public var utf8 = TerminatedString()
  /// UTF-16 text; nil if the text is UTF-8.
  public var utf16: UTF16Text?

  /// Creates an instance with no text.
  public init() {}

  /// Creates UTF-8 text.
  public init(_ text: String) { utf8 = TerminatedString(text) }

  /// Codes the text under `name`.
  public mutating func syntax(_ c: inout SyntaxCoder, _ name: StaticString) throws(SyntaxError) {
    try c.optional(announcedBy: "byte_order_mark", 0xFEFF, bits: 16, atLeast: 16, when: true, &utf16, UTF16Text()) {
      (c, v) throws(SyntaxError) in
      try c.listUntil(0, &v.codeUnits, isTerminated: &v.isTerminated, 0) { (c, unit, i) throws(SyntaxError) in
        try c.u(name, &unit, bits: 16, at: i)
      }
    }
    if utf16 == nil { try c.text(name, &utf8) }
  }

  /// Decoded text; invalid code units are replaced.
  public var description: String { utf16.map { String(decoding: $0.codeUnits, as: UTF16.self) } ?? utf8.description }
}
