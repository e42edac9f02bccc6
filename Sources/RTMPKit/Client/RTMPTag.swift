import BitstreamKit
import FLVKit

/// A part of a stream on its way to a server: the body of an FLV tag, and what it means for those behind it.
public struct RTMPTag: Sendable, Equatable {
  /// What a part is.
  public enum Kind: Sendable, Equatable {
    /// A picture; decoding can start at a key picture.
    case picture(isKey: Bool)
    /// Sound.
    case sound
    /// What a decoder has to know before the first picture or sound of a track; the number tells tracks apart.
    case configuration(track: UInt16)
    /// `onMetaData`.
    case metaData
    /// Anything else.
    case other
  }

  /// What it is.
  public let kind: Kind
  /// The message's type, which is the tag's.
  public let type: RTMPMessageType
  /// Milliseconds.
  public var time: Int64
  /// The body.
  public let body: [UInt8]

  /// The name as a string of AMF 0.
  static let onMetaData: [UInt8] = [2, 0, 10] + Array("onMetaData".utf8)

  /// A part of a stream.
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

  private static func video(_ body: [UInt8]) -> Kind {
    var header = VideoTagHeader()
    var bits = BitReader(body, 0..<min(body.count, 64), policy: .lenient)
    guard (try? header.syntax(&bits)) != nil else { return .other }
    if header.isSequenceHeader { return .configuration(track: track(header.exVideoTagHeader?.videoTrackId)) }
    if header.hasPicture { return .picture(isKey: header.frame == .key || header.frame == .generatedKey) }
    return .other
  }

  private static func audio(_ body: [UInt8]) -> Kind {
    var header = AudioTagHeader()
    var bits = BitReader(body, 0..<min(body.count, 64), policy: .lenient)
    guard (try? header.syntax(&bits)) != nil else { return .other }
    if header.isSequenceHeader { return .configuration(track: track(header.exAudioTagHeader?.audioTrackId)) }
    return .sound
  }

  private static func track(_ id: UInt8?) -> UInt16 { id.map { UInt16($0) + 1 } ?? 0 }

  /// Whether whoever joins late needs it, the last of its kind.
  var isHead: Bool {
    switch kind {
    case .configuration, .metaData: true
    default: false
    }
  }

  /// Whether it takes the place of another.
  func replaces(_ other: RTMPTag) -> Bool { isHead && type == other.type && kind == other.kind }
}
