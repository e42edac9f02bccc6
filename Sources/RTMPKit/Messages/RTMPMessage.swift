/// The header of a message.
///
/// Adobe RTMP 1.0 (2012), 6.1.1.
public struct RTMPMessage: Sendable, Hashable {
  /// The message type.
  public var type: RTMPMessageType
  /// The timestamp in milliseconds from an arbitrary epoch, modulo 2^32.
  public var timestamp: UInt32
  /// The payload length in bytes, 0 to 2^24 − 1.
  public var length: Int
  /// The message stream ID, 0 for the connection itself.
  public var streamID: UInt32

  /// Creates a message header.
  @inlinable public init(_ type: RTMPMessageType, timestamp: UInt32 = 0, length: Int, streamID: UInt32 = 0) {
    self.type = type
    self.timestamp = timestamp
    self.length = length
    self.streamID = streamID
  }
}

/// The type of a message.
///
/// Adobe RTMP 1.0 (2012), 5.4, 6.2 and 7.1.
public struct RTMPMessageType: RawRepresentable, Hashable, Sendable {
  /// 0 to 255.
  public let rawValue: UInt8

  /// Creates a type.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Set Chunk Size: the chunk size of the sender from now on.
  public static let setChunkSize = RTMPMessageType(rawValue: 1)
  /// Abort Message: discards an incomplete message.
  public static let abort = RTMPMessageType(rawValue: 2)
  /// Acknowledgement: the number of bytes received.
  public static let acknowledgement = RTMPMessageType(rawValue: 3)
  /// User Control Message: stream events and pings.
  public static let userControl = RTMPMessageType(rawValue: 4)
  /// Window Acknowledgement Size: the number of bytes between acknowledgements.
  public static let windowAcknowledgementSize = RTMPMessageType(rawValue: 5)
  /// Set Peer Bandwidth: the limit of unacknowledged bytes.
  public static let setPeerBandwidth = RTMPMessageType(rawValue: 6)
  /// Audio: the body of an FLV tag.
  public static let audio = RTMPMessageType(rawValue: 8)
  /// Video: the body of an FLV tag.
  public static let video = RTMPMessageType(rawValue: 9)
  /// Script data, preceded by a byte for the encoding.
  public static let dataAMF3 = RTMPMessageType(rawValue: 15)
  /// A command, preceded by a byte for the encoding.
  public static let commandAMF3 = RTMPMessageType(rawValue: 17)
  /// Script data: the body of an FLV tag.
  public static let dataAMF0 = RTMPMessageType(rawValue: 18)
  /// A command.
  public static let commandAMF0 = RTMPMessageType(rawValue: 20)
  /// Several messages, each as an FLV tag.
  public static let aggregate = RTMPMessageType(rawValue: 22)

  /// Whether the payload is media, which may be large.
  var isMedia: Bool { self == .audio || self == .video || self == .aggregate }
}
