import BitstreamKit
import MP4Kit
import RemuxKit

/// Composition times contradict the picture order counts.
final class CompositionOrder: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.composition-order", .error, "composition times contradict the picture order counts",
      clause: """
        ISO/IEC 14496-15:2022 4.6 and ISO/IEC 14496-12:2022 8.6.1.3: composition times give the output order of the bitstream
        """,
      cause: """
        ctts is missing, or was written for another stream, or a tool moved samples. Players show pictures in the wrong \
        order: the video jerks.
        """,
      remedy: "Extract the stream and remux it with '--fps': times are computed from the picture order counts.")
  }

  /// Order counts and times of the last pictures of the sequence.
  private var recent: [(order: Int, time: Int64)] = []
  /// The place of the oldest of them, once all places are taken.
  private var oldest = 0
  /// No count and no time of them is higher.
  private var highest: (order: Int, time: Int64) = (.min, .min)
  private var wrong: (count: Int, first: UInt64, offset: UInt64) = (0, 0, 0)
  private static let maxPictures = 17

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    restart()
    wrong = (0, 0, 0)
  }

  override func picture(_ picture: TrackPicture, _ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    if picture.startsOrder { restart() }
    let (order, time) = (picture.pictureOrderCount, picture.sample.presentationTime)
    if order > highest.order, time > highest.time {
      highest = (order, time)
    } else if recent.contains(where: { $0.order < order && $0.time > time || $0.order > order && $0.time < time }) {
      // Equal counts and equal times have rules of their own.
      if wrong.count == 0 { (wrong.first, wrong.offset) = (picture.index, picture.sample.offset) }
      wrong.count += 1
    }
    if order > highest.order { highest.order = order }
    if time > highest.time { highest.time = time }
    if recent.count < Self.maxPictures {
      recent.append((order, time))
    } else {
      recent[oldest] = (order, time)
      oldest = (oldest &+ 1) % Self.maxPictures
    }
  }

  private func restart() {
    recent.removeAll(keepingCapacity: true)
    (oldest, highest) = (0, (.min, .min))
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    if wrong.count == 0 { return }
    run.find(
      self, "\(wrong.count) pictures are presented before or after others against their order counts; the first is sample \(wrong.first)",
      at: wrong.offset, path: file.tablePath("ctts", of: track))
  }
}
