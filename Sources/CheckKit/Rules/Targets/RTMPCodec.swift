import BitstreamKit
import MP4Kit
import RemuxKit

/// RTMP has no code for the codec of a track.
final class RTMPCodec: MovieRule {
  override var page: RulePage {
    RulePage(
      "rtmp.codec", .error, "RTMP has no code for the codec of a track",
      clause: "Adobe FLV 10.1, E.4.2.1 and E.4.3.1; Enhanced RTMP v2, 'Enhanced Audio' and 'Enhanced Video'",
      cause: "The file was made for players of files. It cannot be published without the track.",
      remedy: "Encode with H.264 and AAC, which all servers take.",
      targets: [.rtmp])
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.media.kind == .video || track.media.kind == .audio else { return }
    switch track.media.codec {
    case .h264, .hevc, .vvc, .av1, .vp8, .vp9, .aac, .ac3, .eac3, .mp3, .opus, .flac: return
    default: break
    }
    run.find(
      self, "the codec is \(track.media.codec.name)", at: file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset,
      path: track.tablePath + "/stsd")
  }
}
