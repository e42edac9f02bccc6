import BitstreamKit
import FLVKit

extension RTMPTag {
  /// Whether it is a picture or an audio frame.
  package var isFrame: Bool {
    switch kind {
    case .picture, .sound: true
    case .configuration, .metaData, .other: false
    }
  }

  /// Whether it is the decoder configuration of a track.
  package var isConfiguration: Bool {
    if case .configuration = kind { return true }
    return false
  }

  /// Whether it is an end of sequence, after which no media should follow.
  package var isSequenceEnd: Bool {
    guard kind == .other, type == .video, let header = videoHeader else { return false }
    if let ex = header.exVideoTagHeader { return ex.packetType == .sequenceEnd }
    return header.avcPacketType == 2
  }

  /// The time at which a frame is shown, in milliseconds.
  package var presentationTime: Int64 {
    guard case .picture = kind else { return time }
    return time &+ Int64(videoHeader?.compositionOffset ?? 0)
  }

  /// The header of a video tag's body; nil if malformed.
  package var videoHeader: VideoTagHeader? { Self.videoHeader(of: body) }

  /// The header of an audio tag's body; nil if malformed.
  package var audioHeader: AudioTagHeader? { Self.audioHeader(of: body) }

  static func videoHeader(of body: [UInt8]) -> VideoTagHeader? {
    var header = VideoTagHeader()
    var bits = BitReader(body, 0..<min(body.count, 64), policy: .lenient)
    return (try? header.syntax(&bits)) == nil ? nil : header
  }

  static func audioHeader(of body: [UInt8]) -> AudioTagHeader? {
    var header = AudioTagHeader()
    var bits = BitReader(body, 0..<min(body.count, 64), policy: .lenient)
    return (try? header.syntax(&bits)) == nil ? nil : header
  }
}
