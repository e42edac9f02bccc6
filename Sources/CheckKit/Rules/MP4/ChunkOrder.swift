import BitstreamKit
import MP4Kit
import RemuxKit

/// Samples are not in decoding order in the file.
final class ChunkOrder: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.chunk-order", .note, "samples are not in decoding order in the file",
      clause: "none; ISO/IEC 14496-12:2022 8.7.5 allows chunks in any order",
      cause: "An editor rearranged the movie without copying the media, or a chunk offset is wrong. Players that read over a network seek.",
      remedy: "mediaprobe remux FILE OUT",
      command: "mediaprobe remux FILE OUT")
  }

  override func sample(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let previous = track.previous, track.sample.offset < previous.offset else { return }
    run.find(
      self, "the sample begins at \(track.sample.offset), the one before at \(previous.offset)", at: track.sample.offset,
      size: track.sample.size, path: file.tablePath("stco", of: track))
  }
}
