import BitstreamKit
import MP4Kit
import ProbeKit
import RemuxKit

/// The pictures carry captions, which the playlist has to name.
final class HLSCaptions: MovieRule {
  override var page: RulePage {
    RulePage(
      "hls.captions", .note, "the pictures carry captions, which the playlist has to name",
      clause:
        "RFC 8216 4.3.4.1 and 4.3.4.2: EXT-X-MEDIA of TYPE=CLOSED-CAPTIONS with an INSTREAM-ID, and CLOSED-CAPTIONS of EXT-X-STREAM-INF",
      cause:
        """
        Captions of CEA-608 and CEA-708 are inside of the pictures. Apple's players offer those that the multivariant playlist names; without \
        the attribute some offer captions that do not exist, and others none.
        """,
      remedy: "Name the channels or services in the multivariant playlist. 'mediaprobe info' lists them.",
      targets: [.hls])
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.media.kind == .video, let captions = InfoMessages.captions(of: file.source, track: track.media.index) else { return }
    run.find(self, captions, path: track.path)
  }
}
