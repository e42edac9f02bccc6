import RTMPKit

/// The time span of a stream. The last frame is assumed to be as long as the one before.
struct StreamSpan {
  private struct Track {
    var last: Int64
    var step: Int64 = 0
    /// The latest time at which a frame begins to be shown.
    var shown: Int64
  }

  private var video: Track?
  private var audio: Track?
  private var first: Int64?

  /// Adds a tag; only pictures and audio count.
  mutating func take(_ tag: RTMPTag) {
    switch tag.kind {
    case .picture: Self.take(tag, &video)
    case .sound: Self.take(tag, &audio)
    default: return
    }
    first = min(first ?? tag.time, tag.time)
  }

  private static func take(_ tag: RTMPTag, _ track: inout Track?) {
    let time = tag.time
    guard let before = track else { return track = Track(last: time, shown: tag.presentationTime) }
    track = Track(
      last: max(before.last, time), step: time > before.last ? time - before.last : before.step,
      shown: max(before.shown, tag.presentationTime))
  }

  /// The end of what is shown in milliseconds; nil if there is none.
  var shownEnd: Int64? { [video, audio].compactMap { $0.map { $0.shown + $0.step } }.max() }

  /// The latest time of the pictures or of the sound; nil if there is none.
  func last(ofTrack type: RTMPMessageType) -> Int64? {
    switch type {
    case .video: video?.last
    case .audio: audio?.last
    default: nil
    }
  }

  /// End of the last frame in milliseconds; nil if there is none.
  var end: Int64? {
    let ends = [video, audio].compactMap { $0.map { $0.last + $0.step } }
    return ends.max()
  }

  /// Milliseconds.
  var duration: Int64 { end.flatMap { end in first.map { end - $0 } } ?? 0 }
}
