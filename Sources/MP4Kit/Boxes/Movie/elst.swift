import BitstreamKit

/// Maps the media of a track to the movie timeline.
///
/// ISO/IEC 14496-12:2022, 8.6.6 `EditListBox`.
public struct EditListBox: TypedBox {
  public static let structureName: StaticString = "EditListBox"
  public static var boxType: FourCC { "elst" }

  /// One edit.
  public struct Entry: PackedRow {
    /// Duration in units of the movie time scale; in a fragmented movie, 0 means the rest of the track.
    public var editDuration: UInt64 = 0
    /// Start time in the media in units of the track time scale; −1 for an empty edit.
    public var mediaTime: Int64 = 0
    /// Playback rate: 1, or 0 for a still picture (dwell).
    public var mediaRateInteger: Int16 = 1
    /// Fractional part of the rate: 0.
    public var mediaRateFraction: Int16 = 0

    /// Creates an entry with default values (no duration).
    public init() {}

    /// 12 bytes, or 20 in version 1.
    public static func byteCount(layout: UInt32) -> Int { layout == 1 ? 20 : 12 }

    public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      let bits = layout == 1 ? 64 : 32
      try c.u("edit_duration", &editDuration, bits: bits, at: index)
      try c.i("media_time", &mediaTime, bits: bits, at: index)
      try c.i("media_rate_integer", &mediaRateInteger, bits: 16, at: index)
      try c.i("media_rate_fraction", &mediaRateFraction, bits: 16, at: index)
    }
  }

  /// FullBox version: 1 for 64-bit times.
  public var version: UInt8 = 0
  /// FullBox flags; 1: repeat the edit list.
  public var flags: UInt32 = 0
  /// Edits in order; the layout is the FullBox version.
  public var entries = PackedTable<Entry>()

  /// Creates a box with no edits.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    let count = try c.count("entry_count", entries.codedCount, bits: 32)
    try c.table("entries", &entries, count: count, layout: UInt32(version))
  }
}
