import BitstreamKit
import RemuxKit

/// RTMP has no code for the codec of a track.
final class RTMPCodec: CarriedCodec {
  override var page: RulePage {
    RulePage(
      "rtmp.codec", .error, "RTMP has no code for the codec of a track",
      clause: "Adobe FLV 10.1, E.4.2.1 and E.4.3.1; Enhanced RTMP v2, 'Enhanced Audio' and 'Enhanced Video'",
      cause: "The file was made for players of files. It cannot be published without the track.",
      remedy: "Encode with H.264 and AAC, which all servers take.",
      targets: [.rtmp])
  }

  override func carries(_ codec: MediaCodec) -> Bool {
    switch codec {
    case .h264, .hevc, .vvc, .av1, .vp8, .vp9, .aac, .ac3, .eac3, .mp3, .opus, .flac: true
    default: false
    }
  }
}
