import BitstreamKit

/// A subset of the samples that follow a sync sample, with which output can start earlier.
///
/// ISO/IEC 14496-12:2022, 10.3 `AlternativeStartupEntry`.
public struct AlternativeStartupEntry: Syntax {
  public static let structureName: StaticString = "AlternativeStartupEntry"

  /// A run of samples of which a part is output.
  public struct Rate: Equatable, Sendable {
    /// Number of output samples.
    public var numOutputSamples: UInt16 = 0
    /// Total number of samples.
    public var numTotalSamples: UInt16 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// 1-based number of the first output sample in the sequence.
  public var firstOutputSample: UInt16 = 0
  /// Decoding time delta of each sample of the sequence, in units of the track time scale.
  public var sampleOffset: [UInt32] = []
  /// Output sample rates of the runs.
  public var rates: [Rate] = []

  /// Creates an entry with no samples.
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
