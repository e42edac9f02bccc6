import BitstreamKit
import FLVKit

/// A part of a stream to send: the body of an FLV tag, and its role for the decoder.
public struct RTMPTag: Sendable, Equatable {
  /// The kind of a tag.
  public enum Kind: Sendable, Equatable {
    /// A picture; decoding can start at a keyframe.
    case picture(isKey: Bool)
    /// Audio.
    case sound
    /// The decoder configuration of a track; the number identifies the track.
    case configuration(track: UInt16)
    /// `onMetaData`.
    case metaData
    /// Anything else.
    case other
  }

  /// The kind of the tag.
  public let kind: Kind
  /// The message type, equal to the tag type.
  public let type: RTMPMessageType
  /// The timestamp in milliseconds.
  public var time: Int64
  /// The tag body.
  public let body: [UInt8]

  /// The name as an AMF0 string.
  static let onMetaData: [UInt8] = [2, 0, 10] + Array("onMetaData".utf8)

  /// Creates a tag.
  public init(_ type: TagType, at time: Int64, _ body: [UInt8]) {
    self.type = RTMPMessageType(rawValue: type.rawValue)
    self.time = time
    self.body = body
    switch type {
    case .video: kind = Self.video(body)
    case .audio: kind = Self.audio(body)
    default: kind = body.starts(with: Self.onMetaData) ? .metaData : .other
    }
  }

  /// Creates a tag of a stream; its role is known, so its body is not parsed.
  public init(_ tag: FLVStreamTag) {
    type = RTMPMessageType(rawValue: tag.type.rawValue)
    (time, body) = (tag.time, tag.body)
    switch tag.role {
    case .metaData: kind = .metaData
    case .configuration: kind = .configuration(track: 0)
    case .sequenceEnd: kind = .other
    case .frame(let sample):
      kind = sample.frameType.map { .picture(isKey: $0 == .key || $0 == .generatedKey) } ?? .sound
    }
  }

  private static func video(_ body: [UInt8]) -> Kind {
    guard let header = videoHeader(of: body) else { return .other }
    if header.isSequenceHeader { return .configuration(track: track(header.exVideoTagHeader?.videoTrackId)) }
    if header.hasPicture { return .picture(isKey: header.frame == .key || header.frame == .generatedKey) }
    return .other
  }

  private static func audio(_ body: [UInt8]) -> Kind {
    guard let header = audioHeader(of: body) else { return .other }
    if header.isSequenceHeader { return .configuration(track: track(header.exAudioTagHeader?.audioTrackId)) }
    if let packet = header.exAudioTagHeader?.packetType, packet != .codedFrames { return .other }
    return .sound
  }

  private static func track(_ id: UInt8?) -> UInt16 { id.map { UInt16($0) + 1 } ?? 0 }

  /// Whether a late joiner needs the last tag of this kind.
  var isHead: Bool {
    switch kind {
    case .configuration, .metaData: true
    default: false
    }
  }

  /// Whether it supersedes another tag.
  func replaces(_ other: RTMPTag) -> Bool { isHead && type == other.type && kind == other.kind }
}
