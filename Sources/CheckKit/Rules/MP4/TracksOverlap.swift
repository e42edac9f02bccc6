import BitstreamKit
import MP4Kit
import RemuxKit

/// Samples of two tracks share bytes.
final class TracksOverlap: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.tracks-overlap", .warning, "samples of two tracks share bytes",
      clause: "ISO/IEC 14496-12:2022 8.7.5: chunk offsets locate the chunks of a track in their files",
      cause: "A chunk offset or a sample size is wrong. The samples of one of the tracks decode to rubbish.",
      remedy: "'mediaprobe recover' finds the samples without the tables.",
      command: "mediaprobe recover FILE OUT")
  }

  /// A run of samples of a track without a gap.
  private struct Extent {
    var track: Int
    var start: UInt64
    var end: UInt64
  }

  /// The maximum number of extents of a track that are compared.
  private static let limit = 1 << 14
  private var extents: [Extent] = []
  /// The extent under way, and how many its track has.
  private var open: Extent?
  private var trackExtents = 0

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) { trackExtents = 0 }

  override func sample(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    let sample = track.sample
    if let last = open, last.track == track.index, last.end == sample.offset {
      open?.end = sample.offset &+ sample.size
      return
    }
    close()
    if trackExtents >= Self.limit || sample.size == 0 { return }
    open = Extent(track: track.index, start: sample.offset, end: sample.offset &+ sample.size)
    trackExtents += 1
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) { close() }

  private func close() {
    if let open, open.start < open.end { extents.append(open) }
    open = nil
  }

  override func end(_ file: MovieFacts, _ run: CheckRun) {
    extents = extents.ordered { ($0.start, $0.end, $0.track) < ($1.start, $1.end, $1.track) }
    var told: Set<[Int]> = []
    // The extent that ends last of those so far.
    var last: Extent?
    for extent in extents {
      // The same samples in two tracks, such as two edits of one recording, are no mistake.
      if let last, last.track != extent.track, extent.start < last.end, extent.start != last.start || extent.end != last.end {
        let shared = min(last.end, extent.end) - extent.start
        if told.count < 16, told.insert([last.track, extent.track].ordered()).inserted {
          run.find(
            self, "track \(extent.track) and track \(last.track) share \(counted(shared, "byte"))", at: extent.start, size: shared,
            path: "mdat")
        }
      }
      if last.map({ extent.end > $0.end }) ?? true { last = extent }
    }
  }
}
