import BitstreamKit

/// Encryption of one sample.
///
/// ISO/IEC 23001-7:2023, 7.2.1.
public struct SampleEncryption: Equatable, Sendable {
  /// A range of clear bytes followed by protected bytes.
  public struct Subsample: Equatable, Sendable {
    /// Number of clear bytes.
    public var bytesOfClearData: UInt16 = 0
    /// Number of protected bytes.
    public var bytesOfProtectedData: UInt32 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// Initialization vector, 8 or 16 bytes; empty if all samples share one.
  public var initializationVector: [UInt8] = []
  /// Subsamples; empty if the whole sample is encrypted.
  public var subsamples: [Subsample] = []

  /// Creates an instance with default values.
  public init() {}

  /// Codes the fields of one sample.
  public mutating func syntax(_ c: inout SyntaxCoder, perSampleIVSize: Int, hasSubsamples: Bool) throws(SyntaxError) {
    try c.bytes("InitializationVector", &initializationVector, count: perSampleIVSize)
    let count = hasSubsamples ? try c.count("subsample_count", subsamples.count, bits: 16) : 0
    try c.list("subsample", &subsamples, count: count, atLeast: 48, Subsample()) { (c, v, i) throws(SyntaxError) in
      try c.u("BytesOfClearData", &v.bytesOfClearData, bits: 16, at: i)
      try c.u("BytesOfProtectedData", &v.bytesOfProtectedData, bits: 32, at: i)
    }
  }

  /// Decodes `count` samples.
  /// - Returns: nil if the bytes hold fewer or more samples than `count` for that initialization vector size.
  static func decode(_ coded: [UInt8], count: UInt32, perSampleIVSize: Int, hasSubsamples: Bool) -> [SampleEncryption]? {
    if perSampleIVSize < 0 || perSampleIVSize > 16 { return nil }
    // Without vectors and subsamples each sample is 0 bytes long, so that `count` cannot be checked against the data.
    if perSampleIVSize == 0 && !hasSubsamples { return coded.isEmpty ? [] : nil }
    var reader = SyntaxCoder(reading: coded)
    var samples: [SampleEncryption] = []
    while samples.count < Int(count) {
      var sample = SampleEncryption()
      do { try sample.syntax(&reader, perSampleIVSize: perSampleIVSize, hasSubsamples: hasSubsamples) } catch { return nil }
      samples.append(sample)
    }
    return reader.bitsLeft == 0 ? samples : nil
  }

  /// The initialization vector size of 8, 16 or 0 bytes with which the data holds exactly `count` samples; nil if no size or more than
  /// one size fits.
  static func plausibleIVSize(_ coded: [UInt8], count: UInt32, hasSubsamples: Bool) -> Int? {
    var found: Int?
    for size in [8, 16, 0] {
      if decode(coded, count: count, perSampleIVSize: size, hasSubsamples: hasSubsamples) == nil { continue }
      if found != nil { return nil }
      found = size
    }
    return found
  }
}
