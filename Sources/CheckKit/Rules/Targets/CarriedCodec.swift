import BitstreamKit
import MP4Kit
import RemuxKit

/// A rule about the codecs that a target has a decoder or a code for.
class CarriedCodec: MovieRule {
  /// Whether the target plays or carries a codec of video or audio.
  func carries(_ codec: MediaCodec) -> Bool { true }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.media.kind == .video || track.media.kind == .audio, !carries(track.media.codec) else { return }
    run.find(
      self, "the codec is \(track.media.codec.name)", at: file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset,
      path: track.tablePath + "/stsd")
  }
}
