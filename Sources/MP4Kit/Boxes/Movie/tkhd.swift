import BitstreamKit

/// Properties of a track.
///
/// ISO/IEC 14496-12:2022, 8.3.2 `TrackHeaderBox`.
public struct TrackHeaderBox: TypedBox {
  public static let structureName: StaticString = "TrackHeaderBox"
  public static var boxType: FourCC { "tkhd" }

  /// FullBox version: 1 for 64-bit times.
  public var version: UInt8 = 0
  /// FullBox flags; 1: enabled; 2: in the presentation; 4: in previews; 8: width and height are an aspect ratio.
  public var flags: UInt32 = 3
  /// Seconds since 1904-01-01 UTC.
  public var creationTime: UInt64 = 0
  /// Seconds since 1904-01-01 UTC.
  public var modificationTime: UInt64 = 0
  /// Track ID, unique in the file; not 0.
  public var trackID: UInt32 = 1
  /// Reserved: 0.
  public var reserved1: UInt32 = 0
  /// Duration after edits in units of the movie time scale; all ones if unknown.
  public var duration: UInt64 = 0
  /// Reserved: 0.
  public var reserved2: UInt64 = 0
  /// Front-to-back order; lower layers are in front.
  public var layer: Int16 = 0
  /// Group of alternative tracks; 0 for none.
  public var alternateGroup: Int16 = 0
  /// Volume as 8.8 fixed point; 0x100 is full volume, 0 for tracks without audio.
  public var volume: Int16 = 0
  /// Reserved: 0.
  public var reserved3: UInt16 = 0
  /// Transformation matrix of the picture.
  public var matrix = TransformationMatrix()
  /// Display width as 16.16 fixed point.
  public var width: UInt32 = 0
  /// Display height as 16.16 fixed point.
  public var height: UInt32 = 0

  /// Creates a box with default values (track 1, enabled and in the presentation).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.sizedByVersion("creation_time", &creationTime, version)
    try c.sizedByVersion("modification_time", &modificationTime, version)
    try c.u("track_ID", &trackID, bits: 32)
    try c.u("reserved", &reserved1, bits: 32)
    try c.sizedByVersion("duration", &duration, version)
    try c.u("reserved", &reserved2, bits: 64)
    try c.i("layer", &layer, bits: 16)
    try c.i("alternate_group", &alternateGroup, bits: 16)
    try c.fixedPoint("volume", &volume, bits: 16, fraction: 8)
    try c.u("reserved", &reserved3, bits: 16)
    try matrix.syntax(&c)
    try c.fixedPoint("width", &width, bits: 32, fraction: 16)
    try c.fixedPoint("height", &height, bits: 32, fraction: 16)
  }
}
