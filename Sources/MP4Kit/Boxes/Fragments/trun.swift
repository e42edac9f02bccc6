import BitstreamKit

/// A run of samples that lie one behind the other in the file.
///
/// ISO/IEC 14496-12:2022, 8.8.8 `TrackRunBox`. What is nil is as `tfhd` says it.
public struct TrackRunBox: TypedBox {
  public static let structureName: StaticString = "TrackRunBox"
  public static var boxType: FourCC { "trun" }

  /// What the run says about one sample.
  public struct Sample: PackedRow {
    /// In units of the track's time scale.
    public var sampleDuration: UInt32?
    /// In bytes.
    public var sampleSize: UInt32?
    /// As `SampleFlags` takes it apart.
    public var sampleFlags: UInt32?
    /// Composition time minus decoding time, in units of the track's time scale: the bits of a signed number in version 1.
    public var sampleCompositionTimeOffset: UInt32?

    /// Of a layout: composition offsets are signed, as in version 1. The other bits are those of the run's flags that name parts.
    public static let signedOffsets: UInt32 = 1

    /// A sample of which nothing is said.
    @inlinable public init() {}

    /// Four bytes for each part that the flags of the run name.
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

    /// What is nil where the layout has it goes as 0.
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

  /// 1 where composition offsets are signed.
  public var version: UInt8 = 0
  /// Which of the parts are there: 0x1 data offset, 0x4 first sample's flags, 0x100 to 0x800 the parts of each sample.
  public var flags: UInt32 = 0
  /// How many samples.
  public var sampleCount: UInt32 = 0
  /// Where the first sample starts, counted from what `tfhd` says.
  public var dataOffset: Int32?
  /// Of the first sample, in place of the default.
  public var firstSampleFlags: SampleFlags?
  /// A row for each sample, which may be a row of no bytes.
  public var samples = PackedTable<Sample>()

  /// No samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.u("sample_count", &sampleCount, bits: 32, in: 0...UInt32.max, sizing: true, at: -1, -1)
    try c.when(flags & 0x1 != 0, &dataOffset, 0) { (c, v) throws(SyntaxError) in try c.i("data_offset", &v, bits: 32) }
    try c.when(flags & 0x4 != 0, &firstSampleFlags, SampleFlags()) { (c, v) throws(SyntaxError) in
      try c.structure("first_sample_flags", &v) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    }
    try c.table("samples", &samples, count: Int(sampleCount), layout: layout)
  }

  /// What decides the form of a row.
  public var layout: UInt32 { flags & 0xF00 | (version == 0 ? 0 : Sample.signedOffsets) }
}
