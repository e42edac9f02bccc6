import BitstreamKit

/// A run of samples that are contiguous in the file.
///
/// ISO/IEC 14496-12:2022, 8.8.8 `TrackRunBox`. Fields that are nil take their values from `tfhd`.
public struct TrackRunBox: TypedBox {
  public static let structureName: StaticString = "TrackRunBox"
  public static var boxType: FourCC { "trun" }

  /// Fields of one sample of the run.
  public struct Sample: PackedRow {
    /// Sample duration in units of the track time scale.
    public var sampleDuration: UInt32?
    /// Sample size in bytes.
    public var sampleSize: UInt32?
    /// Sample flags as one number; see `SampleFlags`.
    public var sampleFlags: UInt32?
    /// Composition time minus decoding time, in units of the track time scale; in version 1 the bit pattern of a signed number.
    public var sampleCompositionTimeOffset: UInt32?

    /// Layout bit: composition offsets are signed (version 1). The other layout bits are the run's flags for the per-sample fields.
    public static let signedOffsets: UInt32 = 1

    /// Creates a sample with no fields.
    @inlinable public init() {}

    /// Four bytes for each field present.
    @inlinable public static func byteCount(layout: UInt32) -> Int { 4 * (layout & 0xF00).nonzeroBitCount }

    public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      try c.u("sample_duration", &sampleDuration, bits: 32, when: layout & 0x100 != 0, at: index)
      try c.u("sample_size", &sampleSize, bits: 32, when: layout & 0x200 != 0, at: index)
      try c.u("sample_flags", &sampleFlags, bits: 32, when: layout & 0x400 != 0, at: index)
      try c.when(layout & 0x800 != 0, &sampleCompositionTimeOffset, 0) { (c, coded) throws(SyntaxError) in
        let name: StaticString = "sample_composition_time_offset"
        if layout & Self.signedOffsets == 0 { return try c.u(name, &coded, bits: 32, at: index) }
        var offset = Int32(bitPattern: coded)
        try c.i(name, &offset, bits: 32, at: index)
        coded = UInt32(bitPattern: offset)
      }
    }

    /// Fields that are in the layout but nil are written as 0.
    @inlinable public func pack(into bytes: inout [UInt8], layout: UInt32) {
      if layout & 0x100 != 0 { bytes.append(bigEndian: sampleDuration ?? 0) }
      if layout & 0x200 != 0 { bytes.append(bigEndian: sampleSize ?? 0) }
      if layout & 0x400 != 0 { bytes.append(bigEndian: sampleFlags ?? 0) }
      if layout & 0x800 != 0 { bytes.append(bigEndian: sampleCompositionTimeOffset ?? 0) }
    }

    @inlinable public init(unpacking bytes: [UInt8], at offset: Int, layout: UInt32) {
      var next = offset
      func take(_ flag: UInt32) -> UInt32? {
        if layout & flag == 0 { return nil }
        next &+= 4
        return UInt32(truncatingIfNeeded: bytes.bigEndian64(at: next &- 4) &>> 32)
      }
      sampleDuration = take(0x100)
      sampleSize = take(0x200)
      sampleFlags = take(0x400)
      sampleCompositionTimeOffset = take(0x800)
    }
  }

  /// FullBox version: 1 for signed composition offsets.
  public var version: UInt8 = 0
  /// FullBox flags: fields present: 0x1 data offset, 0x4 first sample's flags, 0x100 to 0x800 per-sample fields.
  public var flags: UInt32 = 0
  /// Number of samples.
  public var sampleCount: UInt32 = 0
  /// Offset of the first sample in bytes, relative to the base that `tfhd` sets.
  public var dataOffset: Int32?
  /// Flags of the first sample; override the default.
  public var firstSampleFlags: SampleFlags?
  /// One row for each sample; a row can be 0 bytes long.
  public var samples = PackedTable<Sample>()

  /// Creates a box with no samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.u("sample_count", &sampleCount, bits: 32, in: 0...UInt32.max, sizing: true, at: -1, -1)
    try c.when(flags & 0x1 != 0, &dataOffset, 0) { (c, v) throws(SyntaxError) in try c.i("data_offset", &v, bits: 32) }
    try c.when(flags & 0x4 != 0, &firstSampleFlags, SampleFlags()) { (c, v) throws(SyntaxError) in
      try c.structure("first_sample_flags", &v) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    }
    try c.table("samples", &samples, count: Int(clamping: sampleCount), layout: layout)
  }

  /// Fields present in each row, and whether composition offsets are signed.
  public var layout: UInt32 { flags & 0xF00 | (version == 0 ? 0 : Sample.signedOffsets) }
}
