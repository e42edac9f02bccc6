import BitstreamKit

/// Time code sample entry; a sample is a frame number that maps to hours, minutes, seconds and frames.
///
/// QuickTime File Format, "Timecode Sample Description", `tmcd`.
public struct TimecodeSampleEntry: Box {
  public static let structureName: StaticString = "TimecodeSampleEntry"
  public static var holdsBoxes: Bool { true }

  /// Fields common to all sample entries.
  public var head = SampleEntryHead()
  /// Reserved: 0.
  public var reserved: UInt32 = 0
  /// 0x1 drop frame, 0x2 wraps at 24 hours, 0x4 negative times allowed, 0x8 counter instead of time.
  public var flags: UInt32 = 0
  /// Time scale in units per second.
  public var timeScale: UInt32 = 25
  /// Duration of a frame in units of `timeScale`.
  public var frameDuration: UInt32 = 1
  /// Frames per second of the time code, rounded up; for a counter, frames per tick.
  public var numberOfFrames: UInt8 = 25
  /// Reserved: 0; not part of `numberOfFrames`.
  public var reserved2: UInt8 = 0

  /// Creates an entry with default values (25 frames per second).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    try c.u("reserved", &reserved, bits: 32)
    try c.u("flags", &flags, bits: 32)
    try c.u("time_scale", &timeScale, bits: 32)
    try c.u("frame_duration", &frameDuration, bits: 32)
    try c.u("number_of_frames", &numberOfFrames, bits: 8)
    try c.u("reserved", &reserved2, bits: 8)
  }

  /// Whether the time code is drop-frame: it skips two or four frame numbers each minute, except every tenth.
  public var isDropFrame: Bool { flags & 1 != 0 }
  /// Frames per second; nil if `frameDuration` is 0.
  public var frameRate: Double? { frameDuration == 0 ? nil : Double(timeScale) / Double(frameDuration) }
}
