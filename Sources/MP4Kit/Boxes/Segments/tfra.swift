import BitstreamKit

/// Locations of sync samples of a track in movie fragments.
///
/// ISO/IEC 14496-12:2022, 8.8.10 `TrackFragmentRandomAccessBox`.
public struct TrackFragmentRandomAccessBox: TypedBox {
  public static let structureName: StaticString = "TrackFragmentRandomAccessBox"
  public static var boxType: FourCC { "tfra" }

  /// One sync sample.
  public struct Entry: PackedRow {
    /// Presentation time in units of the track time scale.
    public var time: UInt64 = 0
    /// Offset of its `moof` in the file, in bytes.
    public var moofOffset: UInt64 = 0
    /// 1-based number of its `traf` in the `moof`.
    public var trafNumber: UInt32 = 1
    /// 1-based number of its `trun` in the `traf`.
    public var trunNumber: UInt32 = 1
    /// 1-based number of the sample in the `trun`.
    public var sampleNumber: UInt32 = 1

    /// Creates an entry with default values (time 0).
    public init() {}

    /// 11 to 28 bytes.
    public static func byteCount(layout: UInt32) -> Int {
      (layout & 0x40 == 0 ? 11 : 19) + Int(layout >> 4 & 3) + Int(layout >> 2 & 3) + Int(layout & 3)
    }

    public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      let bits = layout & 0x40 == 0 ? 32 : 64
      try c.u("time", &time, bits: bits, at: index)
      try c.u("moof_offset", &moofOffset, bits: bits, at: index)
      try c.u("traf_number", &trafNumber, bits: 8 * Int(layout >> 4 & 3) + 8, at: index)
      try c.u("trun_number", &trunNumber, bits: 8 * Int(layout >> 2 & 3) + 8, at: index)
      try c.u("sample_number", &sampleNumber, bits: 8 * Int(layout & 3) + 8, at: index)
    }
  }

  /// FullBox version: 1 for 64-bit times and offsets.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Track ID.
  public var trackID: UInt32 = 1
  /// Reserved: 0.
  public var reserved: UInt32 = 0
  /// Size of a `traf_number` in bytes minus 1: 0 to 3.
  public var lengthSizeOfTrafNum: UInt8 = 0
  /// Size of a `trun_number` in bytes minus 1: 0 to 3.
  public var lengthSizeOfTrunNum: UInt8 = 0
  /// Size of a `sample_number` in bytes minus 1: 0 to 3.
  public var lengthSizeOfSampleNum: UInt8 = 0
  /// Entries in increasing order of time; the layout is the three coded sizes, plus 0x40 in version 1.
  public var entries = PackedTable<Entry>()

  /// Creates a box with no samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.u("track_ID", &trackID, bits: 32)
    try c.u("reserved", &reserved, bits: 26)
    try c.u("length_size_of_traf_num", &lengthSizeOfTrafNum, bits: 2, in: 0...3, sizing: true, at: -1, -1)
    try c.u("length_size_of_trun_num", &lengthSizeOfTrunNum, bits: 2, in: 0...3, sizing: true, at: -1, -1)
    try c.u("length_size_of_sample_num", &lengthSizeOfSampleNum, bits: 2, in: 0...3, sizing: true, at: -1, -1)
    let count = try c.count("number_of_entry", entries.codedCount, bits: 32)
    let lengths = UInt32(lengthSizeOfTrafNum) << 4 | UInt32(lengthSizeOfTrunNum) << 2 | UInt32(lengthSizeOfSampleNum)
    try c.table("entries", &entries, count: count, layout: lengths | (version == 1 ? 0x40 : 0))
  }
}
