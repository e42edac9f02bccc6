import BitstreamKit

/// What holds for the movie as a whole.
///
/// ISO/IEC 14496-12:2022, 8.2.2 `MovieHeaderBox`.
public struct MovieHeaderBox: TypedBox {
  public static let structureName: StaticString = "MovieHeaderBox"
  public static var boxType: FourCC { "mvhd" }

  /// 1 for times of 64 bits.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Seconds since the first of January 1904, UTC.
  public var creationTime: UInt64 = 0
  /// Seconds since the first of January 1904, UTC.
  public var modificationTime: UInt64 = 0
  /// Units in a second, for `duration` and for the edit lists.
  public var timescale: UInt32 = 1000
  /// The longest track's, in units of `timescale`; all ones where nobody knows.
  public var duration: UInt64 = 0
  /// How fast to play, with 16 bits behind the point: 0x10000 is 1.
  public var rate: Int32 = 0x10000
  /// How loud to play, with 8 bits behind the point: 0x100 is full.
  public var volume: Int16 = 0x100
  /// 0.
  public var reserved = Reserved()
  /// What becomes of the picture.
  public var matrix = TransformationMatrix()
  /// QuickTime's preview, poster, selection and current times; else 0.
  public var preDefined: [UInt32] = [0, 0, 0, 0, 0, 0]
  /// Larger than every track's number.
  public var nextTrackID: UInt32 = 1

  /// The reserved ten bytes behind the volume.
  public struct Reserved: Equatable, Sendable {
    /// The first two bytes.
    public var first: UInt16 = 0
    /// The other eight.
    public var second: UInt64 = 0
  }

  /// A movie of no duration in milliseconds.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.sizedByVersion("creation_time", &creationTime, version)
    try c.sizedByVersion("modification_time", &modificationTime, version)
    try c.u("timescale", &timescale, bits: 32)
    try c.sizedByVersion("duration", &duration, version)
    try c.fixedPoint("rate", &rate, bits: 32, fraction: 16)
    try c.fixedPoint("volume", &volume, bits: 16, fraction: 8)
    try c.u("reserved", &reserved.first, bits: 16)
    try c.u("reserved", &reserved.second, bits: 64)
    try matrix.syntax(&c)
    try c.list("pre_defined", &preDefined, count: 6, atLeast: 32, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("pre_defined", &v, bits: 32, at: i)
    }
    try c.u("next_track_ID", &nextTrackID, bits: 32)
  }
}
