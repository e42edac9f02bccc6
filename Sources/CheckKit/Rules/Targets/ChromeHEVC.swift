import BitstreamKit
import MP4Kit
import RemuxKit

/// Chrome plays H.265 only where the machine decodes it in hardware.
final class ChromeHEVC: MovieRule {
  override var page: RulePage {
    RulePage(
      "chrome.hevc", .warning, "Chrome plays H.265 only where the machine decodes it in hardware",
      clause: "chromium.org, 'Audio/Video', 'Codec and Container Support'",
      cause: "The file was encoded for devices that decode H.265. On other machines the sound plays without pictures.",
      remedy: "Offer a version in H.264 or VP9 too.",
      targets: [.chrome])
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.media.codec == .hevc else { return }
    run.find(
      self, "the track is H.265", at: file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset, path: track.tablePath + "/stsd"
    )
  }
}
