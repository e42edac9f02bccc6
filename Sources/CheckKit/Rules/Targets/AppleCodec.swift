import BitstreamKit
import RemuxKit

/// Apple's players do not promise to play the codec of a track.
final class AppleCodec: CarriedCodec {
  override var page: RulePage {
    RulePage(
      "apple.codec", .warning, "Apple's players do not promise to play the codec of a track",
      clause: """
        Apple, technical specifications of iPhone and Mac, 'Video playback' and 'Audio playback'; QuickTime File Format Specification, \
        'Sound Sample Descriptions', for PCM
        """,
      cause: """
        The file was made for other players. The track is missing, or plays on new machines alone: PCM of ISO/IEC 23003-5 plays from Safari \
        18 on, that of QuickTime's sample entries everywhere.
        """,
      remedy: "Encode with H.264 or H.265, and with AAC; PCM in a QuickTime movie has the sample entries sowt, twos, in24 or lpcm.",
      targets: [.safari, .quicktime])
  }

  override func carries(_ codec: MediaCodec) -> Bool {
    switch codec {
    case .h264, .hevc, .av1, .vp9, .mpeg4Visual, .aac, .mp3, .opus, .flac, .ac3, .eac3: true
    case .other(let type): Self.types.contains(type)
    default: false
    }
  }

  private static let types: Set<FourCC> = [
    "ap4x", "ap4h", "apch", "apcn", "apcs", "apco", "jpeg", "mjpa", "alac", "apac", "usac", "sowt", "twos", "raw ", "NONE", "lpcm", "in24",
    "in32", "fl32", "fl64", "ulaw", "alaw", "ima4",
  ]
}
