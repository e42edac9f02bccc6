import BitstreamKit
import MP4Kit

/// `next_track_ID` is not above the track IDs in use.
final class NextTrackID: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.next-track-id", .note, "next_track_ID is not above the track IDs in use",
      clause: "ISO/IEC 14496-12:2022 8.2.2: next_track_ID shall be larger than the largest track-ID in use",
      cause:
        "A tool added tracks and did not update mvhd; ffmpeg writes 2 into fragmented files of any number of tracks. The next tool that adds a track reuses an ID.",
      remedy: "'mediaprobe remux' writes the right value.")
  }

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    guard let header = file.movie.header, let largest = file.movie.tracks.map({ $0.trackID }).max(), header.nextTrackID <= largest else {
      return
    }
    run.find(
      self, "next_track_ID is \(header.nextTrackID), track \(largest) exists", at: file.place("moov/mvhd")?.offset, path: "moov/mvhd")
  }
}
