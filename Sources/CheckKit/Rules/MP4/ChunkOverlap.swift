import BitstreamKit
import MP4Kit
import RemuxKit

/// Samples of a track share bytes.
final class ChunkOverlap: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.chunk-overlap", .warning, "samples of a track share bytes",
      clause: "ISO/IEC 14496-12:2022 8.7.5: chunk offsets locate the chunks of a track in their files",
      cause: "A chunk offset or a sample size is wrong. One of the samples decodes to rubbish, or the same picture or sound is repeated.",
      remedy: "'mediaprobe check' names what is wrong with the samples; 'mediaprobe recover' finds them without the table.",
      command: "mediaprobe recover FILE OUT")
  }

  override func sample(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let previous = track.previous else { return }
    let offset = track.sample.offset
    if offset < previous.offset || offset &- previous.offset >= previous.size || track.sample.size == 0 { return }
    run.find(
      self, "\(previous.size - (offset - previous.offset)) bytes belong to the sample before too", at: offset, size: track.sample.size,
      path: file.tablePath("stco", of: track))
  }
}
