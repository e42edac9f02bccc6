import BitstreamKit
import MP4Kit

/// `track_ID` is 0.
final class TrackIDZero: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.track-id-zero", .error, "track_ID is 0",
      clause: "ISO/IEC 14496-12:2022 8.3.2: track IDs cannot be zero",
      cause: "A faulty writer. Players ignore the track.",
      remedy: "'mediaprobe check --fix' numbers the tracks anew.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let header = track.movieTrack?.header, header.trackID == 0 else { return }
    run.find(self, "track_ID is 0", at: file.place("tkhd", in: track.movieTrack?.node)?.offset, path: track.path + "/tkhd")
  }
}
