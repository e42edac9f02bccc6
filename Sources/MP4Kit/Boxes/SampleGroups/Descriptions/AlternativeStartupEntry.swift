import BitstreamKit

/// A subset of the samples behind a sync sample that can be shown earlier than all of them.
///
/// ISO/IEC 14496-12:2022, 10.3 `AlternativeStartupEntry`.
public struct AlternativeStartupEntry: Syntax {
  public static let structureName: StaticString = "AlternativeStartupEntry"

  /// A stretch of samples that are shown in part.
  public struct Rate: Equatable, Sendable {
    /// How many are shown.
    public var numOutputSamples: UInt16 = 0
    /// Of how many.
    public var numTotalSamples: UInt16 = 0

    /// Nothing said as yet.
    public init() {}
  }

  /// The first sample that is shown, counted from 1 in the sequence.
  public var firstOutputSample: UInt16 = 0
  /// How much later than its decoding time each sample of the sequence may be decoded, in units of the track's time scale.
  public var sampleOffset: [UInt32] = []
  /// How many samples are shown, stretch by stretch.
  public var rates: [Rate] = []

  /// No samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.count("roll_count", sampleOffset.count, bits: 16)
    try c.u("first_output_sample", &firstOutputSample, bits: 16)
    try c.list("sample_offset", &sampleOffset, count: count, atLeast: 32, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("sample_offset", &v, bits: 32, at: i)
    }
    try c.listToEnd(&rates, Rate()) { (c, v, i) throws(SyntaxError) in
      try c.u("num_output_samples", &v.numOutputSamples, bits: 16, at: i)
      try c.u("num_total_samples", &v.numTotalSamples, bits: 16, at: i)
    }
  }
}
