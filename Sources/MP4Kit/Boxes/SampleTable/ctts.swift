import BitstreamKit

/// How far each sample is shown behind its decoding time, in runs of samples of one distance.
///
/// ISO/IEC 14496-12:2022, 8.6.1.3 `CompositionOffsetBox`.
public struct CompositionOffsetBox: TypedBox {
  public static let structureName: StaticString = "CompositionOffsetBox"
  public static var boxType: FourCC { "ctts" }

  /// A run of samples.
  public struct Entry: PackedRow {
    /// How many samples.
    public var sampleCount: UInt32 = 0
    /// Composition time minus decoding time, in units of the track's time scale: the bits of a signed number in version 1.
    public var sampleOffset: UInt32 = 0

    /// An entry of zeros.
    public init() {}

    /// 8 for both layouts: the version of the box.
    @inlinable public static func byteCount(layout: UInt32) -> Int { 8 }

    @inlinable public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      try c.u("sample_count", &sampleCount, bits: 32, at: index)
      if layout == 0 { return try c.u("sample_offset", &sampleOffset, bits: 32, at: index) }
      var offset = Int32(bitPattern: sampleOffset)
      try c.i("sample_offset", &offset, bits: 32, at: index)
      sampleOffset = UInt32(bitPattern: offset)
    }

    @inlinable public func pack(into bytes: inout [UInt8], layout: UInt32) {
      bytes.append(bigEndian: sampleCount)
      bytes.append(bigEndian: sampleOffset)
    }

    @inlinable public init(unpacking bytes: [UInt8], at offset: Int, layout: UInt32) {
      let word = bytes.bigEndian64(at: offset)
      sampleCount = UInt32(truncatingIfNeeded: word &>> 32)
      sampleOffset = UInt32(truncatingIfNeeded: word)
    }
  }

  /// 1 where offsets are signed.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The runs in their order.
  public var entries = PackedTable<Entry>()

  /// No entries.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    let count = try c.count("entry_count", entries.codedCount, bits: 32)
    try c.table("entries", &entries, count: count, layout: UInt32(version))
  }
}
