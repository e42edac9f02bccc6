import BitstreamKit
import RemuxKit

/// HTTP Live Streaming does not carry the codec of a track.
final class HLSCodec: CarriedCodec {
  override var page: RulePage {
    RulePage(
      "hls.codec", .error, "HTTP Live Streaming does not carry the codec of a track",
      clause: "Apple, HLS authoring specification, 'Video encoding requirements' and 'Audio encoding requirements'",
      cause: "The file was made for editing or for other players. Apple's players show the stream without the track, or not at all.",
      remedy: "Encode with H.264, H.265 or AV1, and with AAC, AC-3, E-AC-3, FLAC, ALAC or MP3.",
      targets: [.hls])
  }

  override func carries(_ codec: MediaCodec) -> Bool {
    switch codec {
    case .h264, .hevc, .av1, .aac, .ac3, .eac3, .mp3, .flac, .other("alac"), .other("apac"), .other("usac"): true
    default: false
    }
  }
}
