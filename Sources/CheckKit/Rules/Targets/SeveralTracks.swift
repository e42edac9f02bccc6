import BitstreamKit
import MP4Kit

/// The file has several tracks.
final class SeveralTracks: MovieRule {
  override var page: RulePage {
    RulePage(
      "cmaf.one-track", .error, "the file has several tracks",
      clause: "ISO/IEC 23000-19:2020 7.3.1: a CMAF track file contains one track",
      cause: "Video and sound were muxed together. CMAF keeps each in its own file.",
      remedy: "mediaprobe extract --track 0 --fragment 2s FILE OUT.mp4, and so for each track.",
      command: "mediaprobe extract --track 0 --fragment 2s FILE OUT.mp4",
      targets: [.cmaf])
  }

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    guard file.movie.tracks.count > 1 else { return }
    run.find(self, "\(file.movie.tracks.count) tracks", at: file.movie.moovOffset, path: "moov")
  }
}
