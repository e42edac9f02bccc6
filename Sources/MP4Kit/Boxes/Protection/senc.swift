import BitstreamKit

/// How each sample of a fragment or track is encrypted.
///
/// ISO/IEC 23001-7:2023, 7.2 `SampleEncryptionBox`. How large the initialization vectors are is said elsewhere, in `tenc` or in a
/// sample group `seig`: the samples are kept as they are coded until that is known.
public struct SampleEncryptionBox: TypedBox {
  public static let structureName: StaticString = "SampleEncryptionBox"
  public static var boxType: FourCC { "senc" }

  /// 0.
  public var version: UInt8 = 0
  /// 2: samples have parts.
  public var flags: UInt32 = 0
  /// How many samples.
  public var sampleCount: UInt32 = 0
  /// The samples as coded.
  public var samples: [UInt8] = []

  /// No samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("sample_count", &sampleCount, bits: 32)
    try c.restBytes("samples", &samples)
  }

  /// Whether samples have parts.
  public var hasSubsamples: Bool { flags & 2 != 0 }

  /// The samples one by one.
  /// - Parameter perSampleIVSize: bytes of an initialization vector: 0, 8 or 16.
  /// - Returns: nil where the bytes do not hold as many samples with vectors of that size, or hold more. Empty for samples of which
  ///   nothing is said.
  public func entries(perSampleIVSize: Int) -> [SampleEncryption]? {
    SampleEncryption.decode(samples, count: sampleCount, perSampleIVSize: perSampleIVSize, hasSubsamples: hasSubsamples)
  }

  /// The one size of vectors that fits the bytes; nil where more than one size or none does.
  public var plausibleIVSize: Int? { SampleEncryption.plausibleIVSize(samples, count: sampleCount, hasSubsamples: hasSubsamples) }
}
