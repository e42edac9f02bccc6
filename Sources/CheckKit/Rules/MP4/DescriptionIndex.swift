import BitstreamKit
import MP4Kit

/// A sample refers to a sample description that does not exist.
final class DescriptionIndex: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.sample-description-index", .error, "a sample refers to a sample description that does not exist",
      clause: "ISO/IEC 14496-12:2022 8.7.4, sample_description_index",
      cause: "Descriptions were removed, or movies merged without merging stsd. Players stop at the sample.",
      remedy: "mediaprobe check --fix FILE -o OUT.mp4, if the track has a single sample entry; else restore the file from its source.")
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let count = track.movieTrack?.descriptions.count, count > 0 else { return }
    for index in track.usedDescriptions where index == 0 || index > UInt32(clamping: count) {
      run.find(
        self, "sample_description_index is \(index), stsd has \(count)",
        at: file.place("mdia/minf/stbl/stsc", in: track.movieTrack?.node)?.offset,
        path: track.tablePath + "/stsc")
    }
  }
}
