import BitstreamKit
import MP4Kit
import RemuxKit

/// All video or audio tracks are disabled.
final class TrackDisabled: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.track-disabled", .warning, "all video or audio tracks are disabled",
      clause: "ISO/IEC 14496-12:2022 8.3.2: track_enabled; a track that is not enabled is treated as if it were not there",
      cause: "The writer left the flags of tkhd at 0. QuickTime and other players that heed them show no picture, or play no sound.",
      remedy: "'mediaprobe remux' enables the first of them, and '--track' selects another one.")
  }

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    for (handler, name) in [("vide", "video"), ("soun", "audio")] as [(FourCC, String)] {
      let tracks = file.movie.tracks.filter { track in
        // Pictures of chapters are not to be played.
        let isStill = track.descriptions.first.map { MediaCodec(sampleEntry: $0.codec).isStillPicture } ?? false
        return track.handlerType == handler && track.header != nil && !isStill
      }
      guard let first = tracks.first, tracks.allSatisfy({ ($0.header?.flags ?? 1) & 1 == 0 }) else { continue }
      let which = tracks.count == 1 ? "the only \(name) track is" : "all \(tracks.count) \(name) tracks are"
      let path = file.trakIndex(of: first.node).map { "moov/trak[\($0)]/tkhd" } ?? "moov/trak"
      run.find(self, "\(which) disabled", at: file.place("tkhd", in: first.node)?.offset, path: path)
    }
  }
}
