import BitstreamKit

/// Encryption of each sample of a fragment or track.
///
/// ISO/IEC 23001-7:2023, 7.2 `SampleEncryptionBox`. The initialization vector size is in `tenc` or in a `seig` sample group, so the
/// samples are kept in coded form.
public struct SampleEncryptionBox: TypedBox {
  public static let structureName: StaticString = "SampleEncryptionBox"
  public static var boxType: FourCC { "senc" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags; 2: samples have subsamples.
  public var flags: UInt32 = 0
  /// Number of samples.
  public var sampleCount: UInt32 = 0
  /// Coded samples.
  public var samples: [UInt8] = []

  /// Creates a box with no samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("sample_count", &sampleCount, bits: 32)
    try c.restBytes("samples", &samples)
  }

  /// Whether samples have subsamples.
  public var hasSubsamples: Bool { flags & 2 != 0 }

  /// Decodes the samples.
  /// - Parameter perSampleIVSize: initialization vector size in bytes: 0, 8 or 16.
  /// - Returns: nil if the bytes hold fewer or more samples than `sampleCount` for that size; empty if samples have no coded fields.
  public func entries(perSampleIVSize: Int) -> [SampleEncryption]? {
    SampleEncryption.decode(samples, count: sampleCount, perSampleIVSize: perSampleIVSize, hasSubsamples: hasSubsamples)
  }

  /// The only initialization vector size that fits the data; nil if no size or more than one size fits.
  public var plausibleIVSize: Int? { SampleEncryption.plausibleIVSize(samples, count: sampleCount, hasSubsamples: hasSubsamples) }
}
