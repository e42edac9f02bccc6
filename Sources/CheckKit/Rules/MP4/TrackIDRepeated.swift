import BitstreamKit
import MP4Kit

/// Two tracks have the same track_ID.
final class TrackIDRepeated: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.track-id-repeated", .error, "two tracks have the same track_ID",
      clause: "ISO/IEC 14496-12:2022 8.3.2: track IDs are unique",
      cause: "Movies were merged without numbering their tracks anew. References and fragments go to the first of them.",
      remedy: "'mediaprobe check --fix' numbers the tracks anew.")
  }

  private var seen: Set<UInt32> = []

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let header = track.movieTrack?.header, !seen.insert(header.trackID).inserted else { return }
    run.find(
      self, "track_ID \(header.trackID) is used by a track before", at: file.place("tkhd", in: track.movieTrack?.node)?.offset,
      path: track.path + "/tkhd")
  }
}
