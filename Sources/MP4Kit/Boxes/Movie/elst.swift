import BitstreamKit

/// How the media of a track is laid out on the movie's timeline.
///
/// ISO/IEC 14496-12:2022, 8.6.6 `EditListBox`.
public struct EditListBox: TypedBox {
  public static let structureName: StaticString = "EditListBox"
  public static var boxType: FourCC { "elst" }

  /// A stretch of the timeline.
  public struct Entry: PackedRow {
    /// How long, in units of the movie's time scale; 0 for all that is left, in a fragmented movie.
    public var editDuration: UInt64 = 0
    /// Where it starts in the media, in units of the track's time scale; −1 for nothing at all.
    public var mediaTime: Int64 = 0
    /// How fast: 1; 0 for a picture that stands still.
    public var mediaRateInteger: Int16 = 1
    /// 0.
    public var mediaRateFraction: Int16 = 0

    /// An edit of no duration.
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

  /// 1 for times of 64 bits.
  public var version: UInt8 = 0
  /// 1: the list is repeated.
  public var flags: UInt32 = 0
  /// The stretches in their order; their layout is the version.
  public var entries = PackedTable<Entry>()

  /// No edit.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    let count = try c.count("entry_count", entries.codedCount, bits: 32)
    try c.table("entries", &entries, count: count, layout: UInt32(version))
  }
}
