import BitstreamKit

/// What holds for one track.
///
/// ISO/IEC 14496-12:2022, 8.3.2 `TrackHeaderBox`.
public struct TrackHeaderBox: TypedBox {
  public static let structureName: StaticString = "TrackHeaderBox"
  public static var boxType: FourCC { "tkhd" }

  /// 1 for times of 64 bits.
  public var version: UInt8 = 0
  /// 1: enabled; 2: used in the presentation; 4: used in previews; 8: width and height are an aspect ratio.
  public var flags: UInt32 = 3
  /// Seconds since the first of January 1904, UTC.
  public var creationTime: UInt64 = 0
  /// Seconds since the first of January 1904, UTC.
  public var modificationTime: UInt64 = 0
  /// The track's number in the file, not 0.
  public var trackID: UInt32 = 1
  /// 0.
  public var reserved1: UInt32 = 0
  /// With the edit list applied, in units of the movie's time scale; all ones where nobody knows.
  public var duration: UInt64 = 0
  /// 0.
  public var reserved2: UInt64 = 0
  /// Lower lies in front.
  public var layer: Int16 = 0
  /// Tracks of one group, not 0, are alternatives.
  public var alternateGroup: Int16 = 0
  /// How loud, with 8 bits behind the point: 0x100 is full; 0 for what is not heard.
  public var volume: Int16 = 0
  /// 0.
  public var reserved3: UInt16 = 0
  /// What becomes of the picture.
  public var matrix = TransformationMatrix()
  /// As shown, with 16 bits behind the point.
  public var width: UInt32 = 0
  /// As shown, with 16 bits behind the point.
  public var height: UInt32 = 0

  /// Track 1, enabled and in the presentation.
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
