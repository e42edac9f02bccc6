import BitstreamKit

/// An event of a stream or of the connection.
///
/// Adobe RTMP 1.0 (2012), 6.2 and 7.1.7.
public struct UserControlMessage: Syntax {
  public static let structureName: StaticString = "User Control Message"

  /// The event type (`UserControlEvent`).
  public var eventType: UInt16 = 0
  /// The event data.
  public var eventData: [UInt8] = []

  /// Event 0 without data.
  @inlinable public init() {}

  /// Creates an event with numbers as data.
  public init(_ event: UserControlEvent, _ numbers: UInt32...) {
    eventType = event.rawValue
    for number in numbers { eventData.append(bigEndian: number) }
  }

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("Event Type", &eventType, bits: 16)
    try c.restBytes("Event Data", &eventData)
  }
}

extension UserControlMessage {
  /// The event type.
  public var event: UserControlEvent { UserControlEvent(rawValue: eventType) }
  /// The first number: a message stream ID, or the timestamp of a ping; nil if there is none.
  public var value: UInt32? { eventData.count >= 4 ? UInt32(unpacking: eventData, at: 0) : nil }
}

/// The type of a user control event.
///
/// Adobe RTMP 1.0 (2012), 7.1.7.
public struct UserControlEvent: RawRepresentable, Hashable, Sendable {
  /// 0 to 65,535.
  public let rawValue: UInt16

  /// Creates an event type.
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A stream is usable.
  public static let streamBegin = UserControlEvent(rawValue: 0)
  /// A stream has ended.
  public static let streamEOF = UserControlEvent(rawValue: 1)
  /// A stream has no data for the moment.
  public static let streamDry = UserControlEvent(rawValue: 2)
  /// The buffer length of a player in milliseconds.
  public static let setBufferLength = UserControlEvent(rawValue: 3)
  /// A stream is recorded.
  public static let streamIsRecorded = UserControlEvent(rawValue: 4)
  /// A ping.
  public static let pingRequest = UserControlEvent(rawValue: 6)
  /// The response to a ping, with its timestamp.
  public static let pingResponse = UserControlEvent(rawValue: 7)
}
