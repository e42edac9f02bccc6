import BitstreamKit
import MP4Kit
import RemuxKit

/// A sample is not in media data.
final class SampleOutsideMediaData: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.sample-outside-media-data", .error, "a sample is not in media data",
      clause: "ISO/IEC 14496-12:2022 8.1.1 and 8.7.5: offsets point into mdat, imda or idat",
      cause: """
        The media data was moved, by adding boxes before it, without updating the offsets. The samples are other bytes: \
        nothing decodes.
        """,
      remedy: "Correct the offsets, or use 'mediaprobe recover' if only some are wrong.")
  }

  private var map: MediaDataMap?
  private var isExternal = false

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    map = map ?? MediaDataMap(file.source)
    isExternal = false
    if let node = track.movieTrack?.node {
      var tree = file.movie.tree
      isExternal = !((try? tree.isSelfContained(track: node)) ?? true)
    }
  }

  override func sample(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    let sample = track.sample
    guard !isExternal, sample.size > 0, sample.offset < file.byteCount, let isInside = try? map?.holds(sample.offset, 1), !isInside else {
      return
    }
    run.find(
      self, "the sample at byte \(sample.offset) is outside of any mdat", at: sample.offset, size: sample.size, path: track.tablePath)
  }
}
