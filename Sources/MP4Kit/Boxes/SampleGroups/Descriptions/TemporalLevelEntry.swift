import BitstreamKit

/// A temporal level; its samples depend only on samples of the same or lower levels.
///
/// ISO/IEC 14496-12:2022, 10.5 `TemporalLevelEntry`.
public struct TemporalLevelEntry: Syntax {
  public static let structureName: StaticString = "TemporalLevelEntry"

  /// Whether each sample depends only on samples of lower levels.
  public var levelIndependentlyDecodable = false
  /// Reserved: 0.
  public var reserved: UInt8 = 0

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.flag("level_independently_decodable", &levelIndependentlyDecodable)
    try c.u("reserved", &reserved, bits: 7)
  }
}
