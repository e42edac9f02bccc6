import BitstreamKit

/// Time codes: how a sample's number of frames becomes hours, minutes, seconds and frames.
///
/// QuickTime File Format, "Timecode Sample Description", `tmcd`.
public struct TimecodeSampleEntry: Box {
  public static let structureName: StaticString = "TimecodeSampleEntry"
  public static var holdsBoxes: Bool { true }

  /// What every sample entry starts with.
  public var head = SampleEntryHead()
  /// 0.
  public var reserved: UInt32 = 0
  /// 0x1 drop frame, 0x2 wraps at 24 hours, 0x4 times below zero are legal, 0x8 a counter and no time.
  public var flags: UInt32 = 0
  /// Units in a second.
  public var timeScale: UInt32 = 25
  /// Units that a frame lasts.
  public var frameDuration: UInt32 = 1
  /// Frames in a second of the time code, rounded up; in a tick, for a counter.
  public var numberOfFrames: UInt8 = 25
  /// 0; what stands here is no part of the number of frames.
  public var reserved2: UInt8 = 0

  /// 25 frames in a second.
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

  /// Whether two, or four, numbers of frames are left out each minute but the tenth, so that the code keeps to the clock.
  public var isDropFrame: Bool { flags & 1 != 0 }
  /// Frames in a second; nil for a frame of no duration.
  public var frameRate: Double? { frameDuration == 0 ? nil : Double(timeScale) / Double(frameDuration) }
}
