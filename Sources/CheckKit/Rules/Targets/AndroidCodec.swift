import AACKit
import BitstreamKit
import MP4Kit
import RemuxKit

/// Android does not promise a decoder for the codec of a track.
final class AndroidCodec: MovieRule {
  override var page: RulePage {
    RulePage(
      "android.codec", .error, "Android does not promise a decoder for the codec of a track",
      clause: "developer.android.com, 'Supported media formats', 'Audio support' and 'Video support'",
      cause: "The file was made for other players, or for editing. Most devices do not play the track.",
      remedy: "Encode with H.264 and with AAC at 8 to 48 kHz.",
      targets: [.android])
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.media.kind == .video || track.media.kind == .audio else { return }
    let offset = file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset
    if case .aac(let configuration) = track.media.configuration, let rate = configuration.sampleRate, !(8000...48_000).contains(rate) {
      return run.find(self, "AAC at \(rate) Hz", at: offset, path: track.tablePath + "/stsd")
    }
    switch track.media.codec {
    case .h264, .hevc, .av1, .vp8, .vp9, .mpeg4Visual, .aac, .mp3, .opus, .flac: return
    case .other("s263"), .other("h263"), .other("samr"), .other("sawb"), .other("sowt"), .other("ipcm"), .other("raw "): return
    default: break
    }
    run.find(self, "the codec is \(track.media.codec.name)", at: offset, path: track.tablePath + "/stsd")
  }
}
