import BitstreamKit

/// Encryption of each sample of a fragment, in PIFF. `uuid` a2394f52-5a9b-4f14-a244-6c427c648df4.
///
/// Protected Interoperable File Format 1.1, 5.3.2 `SampleEncryptionBox`.
public struct PIFFSampleEncryptionBox: Box {
  public static let structureName: StaticString = "PIFF SampleEncryptionBox"

  /// Encryption parameters that override those of the track.
  public struct Override: Equatable, Sendable {
    /// 0 none, 1 AES-CTR, 2 AES-CBC.
    public var algorithmID: UInt32 = 1
    /// Initialization vector size in bytes: 8 or 16.
    public var ivSize: UInt8 = 8
    /// Key ID.
    public var kid = [UInt8](repeating: 0, count: 16)

    /// Creates an instance with default values (AES in counter mode).
    public init() {}
  }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags; 1: the override is present; 2: samples have subsamples.
  public var flags: UInt32 = 0
  /// Present if flag 1 is set.
  public var override: Override?
  /// Number of samples.
  public var sampleCount: UInt32 = 0
  /// Coded samples.
  public var samples: [UInt8] = []

  /// Creates a box with no samples.
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

  /// Whether samples have subsamples.
  public var hasSubsamples: Bool { flags & 2 != 0 }

  /// Decodes the samples.
  /// - Parameter perSampleIVSize: initialization vector size in bytes from the track; `override` takes precedence.
  /// - Returns: nil if the bytes hold fewer or more samples than `sampleCount` for that size.
  public func entries(perSampleIVSize: Int) -> [SampleEncryption]? {
    SampleEncryption.decode(
      samples, count: sampleCount, perSampleIVSize: override.map { Int($0.ivSize) } ?? perSampleIVSize, hasSubsamples: hasSubsamples)
  }
}
