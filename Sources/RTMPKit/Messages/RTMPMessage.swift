/// What a message is, its payload apart.
///
/// Adobe RTMP 1.0 (2012), 6.1.1.
public struct RTMPMessage: Sendable, Hashable {
  /// What the payload holds.
  public var type: RTMPMessageType
  /// Milliseconds, by a clock of which the other side knows no more than that it turns over after 2^32.
  public var timestamp: UInt32
  /// Bytes of the payload: 0 to 2^24 − 1.
  public var length: Int
  /// The message stream, 0 for what concerns the connection.
  public var streamID: UInt32

  /// A message.
  @inlinable public init(_ type: RTMPMessageType, timestamp: UInt32 = 0, length: Int, streamID: UInt32 = 0) {
    self.type = type
    self.timestamp = timestamp
    self.length = length
    self.streamID = streamID
  }
}

/// What the payload of a message holds.
///
/// Adobe RTMP 1.0 (2012), 5.4, 6.2 and 7.1.
public struct RTMPMessageType: RawRepresentable, Hashable, Sendable {
  /// 0 to 255.
  public let rawValue: UInt8

  /// The type of a number.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// How large the sender's chunks are from now on.
  public static let setChunkSize = RTMPMessageType(rawValue: 1)
  /// The rest of a message does not come.
  public static let abort = RTMPMessageType(rawValue: 2)
  /// How many bytes came so far.
  public static let acknowledgement = RTMPMessageType(rawValue: 3)
  /// Events of streams, pings.
  public static let userControl = RTMPMessageType(rawValue: 4)
  /// After how many bytes the sender wants an acknowledgement.
  public static let windowAcknowledgementSize = RTMPMessageType(rawValue: 5)
  /// How many bytes may be under way without one.
  public static let setPeerBandwidth = RTMPMessageType(rawValue: 6)
  /// Sound: the body of an FLV tag.
  public static let audio = RTMPMessageType(rawValue: 8)
  /// Pictures: the body of an FLV tag.
  public static let video = RTMPMessageType(rawValue: 9)
  /// Script data behind a byte that says how it is coded.
  public static let dataAMF3 = RTMPMessageType(rawValue: 15)
  /// A command behind a byte that says how it is coded.
  public static let commandAMF3 = RTMPMessageType(rawValue: 17)
  /// Script data: the body of an FLV tag.
  public static let dataAMF0 = RTMPMessageType(rawValue: 18)
  /// A command.
  public static let commandAMF0 = RTMPMessageType(rawValue: 20)
  /// Several messages, each as an FLV tag.
  public static let aggregate = RTMPMessageType(rawValue: 22)

  /// Whether media can make the payload large.
  var isMedia: Bool { self == .audio || self == .video || self == .aggregate }
}
