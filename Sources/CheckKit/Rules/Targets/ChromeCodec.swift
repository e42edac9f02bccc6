import BitstreamKit
import RemuxKit

/// Chrome has no decoder for the codec of a track.
final class ChromeCodec: CarriedCodec {
  override var page: RulePage {
    RulePage(
      "chrome.codec", .error, "Chrome has no decoder for the codec of a track",
      clause: "chromium.org, 'Audio/Video', 'Codec and Container Support'",
      cause: "The file was made for other players, or for editing. The track is missing, or the file does not play at all.",
      remedy: "Encode with H.264, VP9 or AV1, and with AAC, Opus or FLAC.",
      targets: [.chrome])
  }

  override func carries(_ codec: MediaCodec) -> Bool {
    switch codec {
    case .h264, .hevc, .av1, .vp8, .vp9, .aac, .mp3, .opus, .flac: true
    // PCM, mu-law and Vorbis.
    case .other("sowt"), .other("raw "), .other("ulaw"), .other("ipcm"), .other("fpcm"), .other("lpcm"), .other("twos"): true
    default: false
    }
  }
}
