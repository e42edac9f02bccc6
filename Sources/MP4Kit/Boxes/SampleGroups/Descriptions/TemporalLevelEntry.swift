import BitstreamKit

/// A level of samples that depend on the same and on lower levels alone.
///
/// ISO/IEC 14496-12:2022, 10.5 `TemporalLevelEntry`.
public struct TemporalLevelEntry: Syntax {
  public static let structureName: StaticString = "TemporalLevelEntry"

  /// Whether each sample of the level depends on lower levels alone.
  public var levelIndependentlyDecodable = false
  /// 0.
  public var reserved: UInt8 = 0

  /// A level of which nothing is known.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.flag("level_independently_decodable", &levelIndependentlyDecodable)
    try c.u("reserved", &reserved, bits: 7)
  }
}
