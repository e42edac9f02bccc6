import BitstreamKit

/// An open-GOP random access point: leading samples may not be decodable.
///
/// ISO/IEC 14496-12:2022, 10.4 `VisualRandomAccessEntry`.
public struct VisualRandomAccessEntry: Syntax {
  public static let structureName: StaticString = "VisualRandomAccessEntry"

  /// Whether `numLeadingSamples` is known.
  public var numLeadingSamplesKnown = false
  /// Number of leading samples; 0 if unknown.
  public var numLeadingSamples: UInt8 = 0

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.flag("num_leading_samples_known", &numLeadingSamplesKnown)
    try c.u("num_leading_samples", &numLeadingSamples, bits: 7)
  }
}
