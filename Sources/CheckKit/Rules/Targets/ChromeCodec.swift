import BitstreamKit
import MP4Kit
import RemuxKit

/// Chrome has no decoder for the codec of a track.
final class ChromeCodec: MovieRule {
  override var page: RulePage {
    RulePage(
      "chrome.codec", .error, "Chrome has no decoder for the codec of a track",
      clause: "chromium.org, 'Audio/Video', 'Codec and Container Support'",
      cause: "The file was made for other players, or for editing. The track is missing, or the file does not play at all.",
      remedy: "Encode with H.264, VP9 or AV1, and with AAC, Opus or FLAC.",
      targets: [.chrome])
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.media.kind == .video || track.media.kind == .audio else { return }
    switch track.media.codec {
    case .h264, .hevc, .av1, .vp8, .vp9, .aac, .mp3, .opus, .flac: return
    // PCM, mu-law and Vorbis.
    case .other("sowt"), .other("raw "), .other("ulaw"), .other("ipcm"), .other("fpcm"), .other("lpcm"), .other("twos"): return
    default: break
    }
    run.find(
      self, "the codec is \(track.media.codec.name)", at: file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset,
      path: track.tablePath + "/stsd")
  }
}
