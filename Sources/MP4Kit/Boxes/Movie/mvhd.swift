import BitstreamKit

/// Properties of the whole movie.
///
/// ISO/IEC 14496-12:2022, 8.2.2 `MovieHeaderBox`.
public struct MovieHeaderBox: TypedBox {
  public static let structureName: StaticString = "MovieHeaderBox"
  public static var boxType: FourCC { "mvhd" }

  /// FullBox version: 1 for 64-bit times.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Seconds since 1904-01-01 UTC.
  public var creationTime: UInt64 = 0
  /// Seconds since 1904-01-01 UTC.
  public var modificationTime: UInt64 = 0
  /// Movie time scale in units per second; used by `duration` and edit lists.
  public var timescale: UInt32 = 1000
  /// Duration of the longest track in units of `timescale`; all ones if unknown.
  public var duration: UInt64 = 0
  /// Playback rate as 16.16 fixed point; 0x10000 is 1.0.
  public var rate: Int32 = 0x10000
  /// Volume as 8.8 fixed point; 0x100 is full volume.
  public var volume: Int16 = 0x100
  /// Reserved: 0.
  public var reserved = Reserved()
  /// Transformation matrix of the picture.
  public var matrix = TransformationMatrix()
  /// Pre-defined: 0; in QuickTime, preview, poster, selection and current times.
  public var preDefined: [UInt32] = [0, 0, 0, 0, 0, 0]
  /// Greater than the largest track ID.
  public var nextTrackID: UInt32 = 1

  /// The ten reserved bytes after the volume.
  public struct Reserved: Equatable, Sendable {
    /// First two bytes.
    public var first: UInt16 = 0
    /// Last eight bytes.
    public var second: UInt64 = 0
  }

  /// Creates a box with default values (no duration, time scale 1000).
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
