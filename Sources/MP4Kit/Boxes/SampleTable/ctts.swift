import BitstreamKit

/// Composition offsets of samples, run-length coded.
///
/// ISO/IEC 14496-12:2022, 8.6.1.3 `CompositionOffsetBox`.
public struct CompositionOffsetBox: TypedBox {
  public static let structureName: StaticString = "CompositionOffsetBox"
  public static var boxType: FourCC { "ctts" }

  /// A run of samples with equal offsets.
  public struct Entry: PackedRow {
    /// Number of samples.
    public var sampleCount: UInt32 = 0
    /// Composition time minus decoding time, in units of the track time scale; in version 1 the bit pattern of a signed number.
    public var sampleOffset: UInt32 = 0

    /// Creates an entry with default values.
    public init() {}

    /// 8 bytes in both versions.
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

  /// FullBox version: 1 for signed offsets.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Runs in order.
  public var entries = PackedTable<Entry>()

  /// Creates a box with no entries.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    let count = try c.count("entry_count", entries.codedCount, bits: 32)
    try c.table("entries", &entries, count: count, layout: UInt32(version))
  }
}
