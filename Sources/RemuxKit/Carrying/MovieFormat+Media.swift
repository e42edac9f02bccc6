import AACKit
import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit

extension MovieFormat {
  /// The sample format of a track whose samples need no conversion.
  /// - Throws: `MediaError` if MP4 does not support it, or the samples are those of a byte stream: they have start codes, and are appended
  ///   with `append(byteStream:)` to an input of `avc(byteStream:)` or `hevc(byteStream:)`.
  public init(_ track: MediaTrack) throws(MediaError) {
    if track.framing == .annexB {
      throw .unsupported(
        "track \(track.index) is a byte stream (Annex B), whose samples have start codes: convert them with append(byteStream:)")
    }
    try self.init(configurationOf: track)
  }

  /// The format that the configuration of a track makes, however its samples are framed.
  init(configurationOf track: MediaTrack) throws(MediaError) {
    switch track.configuration {
    case .avc(let record): self = .avc(record)
    case .hevc(let record): self = .hevc(record)
    case .aac(let config): self = .aac(config)
    case .box: self = .entry(handler: track.kind == .video ? "vide" : "soun", try TrackBlueprint.entry(track, setsInSamples: false))
    case .none:
      if track.codec != .mp3 { throw .unsupported("\(track.codec.name) cannot be put into an MP4 without a configuration") }
      self = .mp3(sampleRate: track.sampleRate, channels: track.channels)
    }
  }
}
