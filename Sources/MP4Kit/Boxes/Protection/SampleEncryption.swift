import BitstreamKit

/// How one sample is encrypted.
///
/// ISO/IEC 23001-7:2023, 7.2.1.
public struct SampleEncryption: Equatable, Sendable {
  /// A part of a sample: bytes as they are, and encrypted bytes behind them.
  public struct Subsample: Equatable, Sendable {
    /// Bytes that are not encrypted.
    public var bytesOfClearData: UInt16 = 0
    /// Bytes that are.
    public var bytesOfProtectedData: UInt32 = 0

    /// A part of no bytes.
    public init() {}
  }

  /// 8 or 16 bytes; none where all samples have the same.
  public var initializationVector: [UInt8] = []
  /// The parts of the sample; empty where all of it is encrypted.
  public var subsamples: [Subsample] = []

  /// A sample that is encrypted as a whole.
  public init() {}

  /// Names the elements of one sample.
  public mutating func syntax(_ c: inout SyntaxCoder, perSampleIVSize: Int, hasSubsamples: Bool) throws(SyntaxError) {
    try c.bytes("InitializationVector", &initializationVector, count: perSampleIVSize)
    let count = hasSubsamples ? try c.count("subsample_count", subsamples.count, bits: 16) : 0
    try c.list("subsample", &subsamples, count: count, atLeast: 48, Subsample()) { (c, v, i) throws(SyntaxError) in
      try c.u("BytesOfClearData", &v.bytesOfClearData, bits: 16, at: i)
      try c.u("BytesOfProtectedData", &v.bytesOfProtectedData, bits: 32, at: i)
    }
  }

  /// Takes coded samples apart.
  /// - Returns: nil where the bytes do not hold as many with vectors of that size, or hold more.
  static func decode(_ coded: [UInt8], count: UInt32, perSampleIVSize: Int, hasSubsamples: Bool) -> [SampleEncryption]? {
    if perSampleIVSize < 0 || perSampleIVSize > 16 { return nil }
    // Samples of no bytes are no more than empty elements: as many as a count says would be believed on its word alone.
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

  /// The one size of vectors, of 8, 16 and 0 bytes, with which the bytes hold as many samples and no byte more; nil where more than
  /// one size or none does.
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
