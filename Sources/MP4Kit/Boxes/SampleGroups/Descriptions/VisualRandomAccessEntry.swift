import BitstreamKit

/// An open random access point: samples behind it and shown before it may not be decodable.
///
/// ISO/IEC 14496-12:2022, 10.4 `VisualRandomAccessEntry`.
public struct VisualRandomAccessEntry: Syntax {
  public static let structureName: StaticString = "VisualRandomAccessEntry"

  /// Whether the number is known.
  public var numLeadingSamplesKnown = false
  /// How many samples that is; 0 where it is not known.
  public var numLeadingSamples: UInt8 = 0

  /// Nothing known.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.flag("num_leading_samples_known", &numLeadingSamplesKnown)
    try c.u("num_leading_samples", &numLeadingSamples, bits: 7)
  }
}
