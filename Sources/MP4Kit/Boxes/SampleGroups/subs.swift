import BitstreamKit

/// Sub-samples of samples.
///
/// ISO/IEC 14496-12:2022, 8.7.7 `SubSampleInformationBox`.
public struct SubSampleInformationBox: TypedBox {
  public static let structureName: StaticString = "SubSampleInformationBox"
  public static var boxType: FourCC { "subs" }

  /// One sub-sample.
  public struct SubSample: Equatable, Sendable {
    /// Size in bytes.
    public var subsampleSize: UInt32 = 0
    /// Priority; higher values are more important.
    public var subsamplePriority: UInt8 = 0
    /// 0 if required to decode the sample, 1 if not.
    public var discardable: UInt8 = 0
    /// Codec-specific parameters.
    public var codecSpecificParameters: UInt32 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// A sample with sub-samples.
  public struct Entry: Equatable, Sendable {
    /// Difference of sample numbers from the previous entry; in the first entry, the 1-based sample number.
    public var sampleDelta: UInt32 = 0
    /// Sub-samples of the sample.
    public var subsamples: [SubSample] = []

    /// Creates an entry with default values.
    public init() {}
  }

  /// FullBox version: 1 for 32-bit sizes.
  public var version: UInt8 = 0
  /// FullBox flags: type of sub-sample; codec-specific.
  public var flags: UInt32 = 0
  /// Samples with sub-samples.
  public var entries: [Entry] = []

  /// Creates a box with no samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    let count = try c.count("entry_count", entries.count, bits: 32)
    let sizeBits = version == 1 ? 32 : 16
    try c.list("entries", &entries, count: count, atLeast: 48, Entry()) { (c, entry, i) throws(SyntaxError) in
      try c.u("sample_delta", &entry.sampleDelta, bits: 32, at: i)
      let parts = try c.count("subsample_count", entry.subsamples.count, bits: 16)
      try c.list("subsamples", &entry.subsamples, count: parts, atLeast: sizeBits + 48, SubSample()) { (c, v, j) throws(SyntaxError) in
        try c.u("subsample_size", &v.subsampleSize, bits: sizeBits, at: i, j)
        try c.u("subsample_priority", &v.subsamplePriority, bits: 8, at: i, j)
        try c.u("discardable", &v.discardable, bits: 8, at: i, j)
        try c.u("codec_specific_parameters", &v.codecSpecificParameters, bits: 32, at: i, j)
      }
    }
  }
}
