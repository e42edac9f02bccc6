import BitstreamKit
import MP4Kit

/// A timecode: a frame number and the rate it counts at.
///
/// QuickTime File Format, "Timecode Media"; SMPTE ST 12-1 for drop-frame counting.
public struct Timecode: Equatable, Sendable {
  /// Frames since 00:00:00:00.
  public var frameNumber: Int64
  /// Frames per second, rounded up.
  public var framesPerSecond: Int64
  /// Whether two frame numbers are dropped in every minute except each tenth (`;` before the frames).
  public var isDropFrame: Bool

  /// - Parameter framesPerSecond: at least 1.
  public init(frameNumber: Int64, framesPerSecond: Int64, isDropFrame: Bool) {
    self.frameNumber = frameNumber
    self.framesPerSecond = max(1, framesPerSecond)
    self.isDropFrame = isDropFrame && framesPerSecond > 0 && framesPerSecond % 30 == 0
  }

  /// The timecode of the first sample of a timecode track; nil for other tracks, plain counters, or if the sample is missing.
  /// - Parameter isEdited: whether to give the timecode of the first frame that the track's edit list shows instead.
  /// - Throws: `ByteError` if reading fails.
  public init?(_ movie: Movie<AnyByteSource>, track index: Int, isEdited: Bool = false) throws(ByteError) {
    guard movie.tracks.indices.contains(index), let description = movie.tracks[index].descriptions.first, description.type == "tmcd"
    else { return nil }
    var tree = movie.tree
    guard let entry = try? tree.read(TimecodeSampleEntry.self, at: description.node), entry.numberOfFrames > 0, entry.flags & 8 == 0
    else { return nil }
    var samples = movie.samples(ofTrack: index)
    guard var sample = try samples.next()?.sample else { return nil }
    var frames: Int64 = 0
    if isEdited {
      let track = movie.tracks[index]
      let shown = track.timeline(movieTimescale: movie.timescale).segments.first { $0.mediaTime != nil }?.mediaTime ?? 0
      while sample.decodeTime &+ Int64(sample.duration) <= shown, let next = try samples.next()?.sample { sample = next }
      let late = MediaTime(value: max(0, shown &- sample.decodeTime), timescale: track.timescale)?.value(in: entry.timeScale) ?? 0
      frames = late / max(1, Int64(entry.frameDuration))
    }
    guard sample.size >= 4 else { return nil }
    var bytes: [UInt8] = []
    try tree.source.read(at: sample.offset, count: 4, into: &bytes)
    guard bytes.count == 4 else { return nil }
    let number = Int32(bitPattern: UInt32(unpacking: bytes, at: 0))
    self.init(frameNumber: Int64(number) &+ frames, framesPerSecond: Int64(entry.numberOfFrames), isDropFrame: entry.isDropFrame)
  }

  /// `01:00:00:00`; hours wrap after 23, negative times have a sign.
  public var text: String {
    var number = frameNumber.magnitude
    let rate = UInt64(max(1, framesPerSecond))
    if isDropFrame {
      let dropped = rate / 30 * 2
      let tenMinutes = rate / 30 * 17982
      let (tens, rest) = (number / tenMinutes, number % tenMinutes)
      number += 9 * dropped * tens + (rest > dropped ? dropped * ((rest - dropped) / (tenMinutes / 10)) : 0)
    }
    let seconds = number / rate
    let text = Self.text(
      hours: Int(seconds / 3600 % 24), minutes: Int(seconds / 60 % 60), seconds: Int(seconds % 60), frames: Int(number % rate),
      isDropFrame: isDropFrame)
    return frameNumber < 0 ? "-" + text : text
  }

  /// `01:00:00:00`, with a semicolon before the frames of a drop-frame timecode.
  package static func text(hours: Int, minutes: Int, seconds: Int, frames: Int, isDropFrame: Bool) -> String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(two(hours)):\(two(minutes)):\(two(seconds))\(isDropFrame ? ";" : ":")\(two(frames))"
  }
}
