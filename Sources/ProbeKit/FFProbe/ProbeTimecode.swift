import H264Kit
import HEVCKit
import RemuxKit

/// A timecode of a picture as FFmpeg prints it: it packs it as SMPTE ST 12-1 first.
struct ProbeTimecode {
  private let hours: Int
  private let minutes: Int
  private let seconds: Int
  private let frames: Int
  private let isDropFrame: Bool

  init(_ clock: H264Kit.ClockTimestamp) {
    hours = Int(clock.hoursValue ?? 0)
    minutes = Int(clock.minutesValue ?? 0)
    seconds = Int(clock.secondsValue ?? 0)
    frames = Int(clock.nFrames)
    // ITU-T H.264 (08/2021), Table D-3: the other types drop no counts.
    isDropFrame = clock.cntDroppedFlag && 2...6 ~= clock.countingType
  }

  /// - Parameter clock: nil for a picture whose clock_timestamp_flag is 0.
  init(_ clock: HEVCKit.TimeCode.Clock?) {
    hours = Int(clock?.hoursValue ?? 0)
    minutes = Int(clock?.minutesValue ?? 0)
    seconds = Int(clock?.secondsValue ?? 0)
    frames = Int(clock?.nFrames ?? 0)
    isDropFrame = clock?.cntDroppedFlag ?? false
  }

  /// `20:39:40:05`, with a semicolon for a drop-frame timecode.
  ///
  /// Above 30 pictures per second, the packed number counts pairs of pictures, and a bit tells which of a pair it is. FFmpeg packs by the rate
  /// of the parameter sets; ffprobe unpacks side data by the average rate of the stream.
  /// - Parameters:
  ///   - packed: the rate by which the number is packed, in pictures per second.
  ///   - shown: the rate by which it is unpacked.
  func text(packedAt packed: Double, shownAt shown: Double) -> String {
    let (number, bit) = packed > 30 ? (frames / 2 % 40, frames % 2) : (frames % 40, 0)
    let count = shown > 30 ? number * 2 + bit : number
    return Timecode.text(
      hours: hours % 24, minutes: min(59, minutes), seconds: min(59, seconds), frames: count, isDropFrame: isDropFrame)
  }
}
