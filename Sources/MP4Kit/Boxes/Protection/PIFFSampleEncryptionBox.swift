import BitstreamKit

/// How each sample of a fragment is encrypted, in PIFF. `uuid` a2394f52-5a9b-4f14-a244-6c427c648df4.
///
/// Protected Interoperable File Format 1.1, 5.3.2 `SampleEncryptionBox`.
public struct PIFFSampleEncryptionBox: Box {
  public static let structureName: StaticString = "PIFF SampleEncryptionBox"

  /// What holds for the fragment in place of the track's own.
  public struct Override: Equatable, Sendable {
    /// 0 none, 1 AES in counter mode, 2 AES in cipher block chaining.
    public var algorithmID: UInt32 = 1
    /// Bytes of an initialization vector: 8 or 16.
    public var ivSize: UInt8 = 8
    /// The key's identifier.
    public var kid = [UInt8](repeating: 0, count: 16)

    /// AES in counter mode.
    public init() {}
  }

  /// 0.
  public var version: UInt8 = 0
  /// 1: algorithm and key are said here. 2: samples have parts.
  public var flags: UInt32 = 0
  /// There for flag 1.
  public var override: Override?
  /// How many samples.
  public var sampleCount: UInt32 = 0
  /// The samples as coded.
  public var samples: [UInt8] = []

  /// No samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.when(flags & 1 != 0, &override, Override()) { (c, v) throws(SyntaxError) in
      try c.u("AlgorithmID", &v.algorithmID, bits: 24)
      try c.u("IV_size", &v.ivSize, bits: 8)
      try c.bytes("KID", &v.kid, count: 16)
    }
    try c.u("sample_count", &sampleCount, bits: 32)
    try c.restBytes("samples", &samples)
  }

  /// Whether samples have parts.
  public var hasSubsamples: Bool { flags & 2 != 0 }

  /// The samples one by one.
  /// - Parameter perSampleIVSize: bytes of an initialization vector, as the track's box says; what the fragment says goes before it.
  /// - Returns: nil where the bytes do not hold as many samples with vectors of that size, or hold more.
  public func entries(perSampleIVSize: Int) -> [SampleEncryption]? {
    SampleEncryption.decode(
      samples, count: sampleCount, perSampleIVSize: override.map { Int($0.ivSize) } ?? perSampleIVSize, hasSubsamples: hasSubsamples)
  }
}
