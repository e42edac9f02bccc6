import BitstreamKit

/// The parts of samples.
///
/// ISO/IEC 14496-12:2022, 8.7.7 `SubSampleInformationBox`.
public struct SubSampleInformationBox: TypedBox {
  public static let structureName: StaticString = "SubSampleInformationBox"
  public static var boxType: FourCC { "subs" }

  /// A part of a sample.
  public struct SubSample: Equatable, Sendable {
    /// In bytes.
    public var subsampleSize: UInt32 = 0
    /// A part of higher priority matters more.
    public var subsamplePriority: UInt8 = 0
    /// 0 where the sample cannot be decoded without it, 1 where it can.
    public var discardable: UInt8 = 0
    /// As the coding says.
    public var codecSpecificParameters: UInt32 = 0

    /// Nothing said as yet.
    public init() {}
  }

  /// A sample that has parts.
  public struct Entry: Equatable, Sendable {
    /// How many samples behind the one before it; the first is counted from 0, so that 1 is the first sample.
    public var sampleDelta: UInt32 = 0
    /// Its parts.
    public var subsamples: [SubSample] = []

    /// Nothing said as yet.
    public init() {}
  }

  /// 1 for sizes of 32 bits.
  public var version: UInt8 = 0
  /// As the coding says: which kind of parts.
  public var flags: UInt32 = 0
  /// The samples that have parts.
  public var entries: [Entry] = []

  /// No samples.
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
