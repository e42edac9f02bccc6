import BitstreamKit

/// An event of a stream or of the connection.
///
/// Adobe RTMP 1.0 (2012), 6.2 and 7.1.7.
public struct UserControlMessage: Syntax {
  public static let structureName: StaticString = "User Control Message"

  /// What happens (`UserControlEvent`).
  public var eventType: UInt16 = 0
  /// To what, and when.
  public var eventData: [UInt8] = []

  /// Event 0 of nothing.
  @inlinable public init() {}

  /// An event with numbers.
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
  /// What happens.
  public var event: UserControlEvent { UserControlEvent(rawValue: eventType) }
  /// The first number: a message stream, or the time of a ping; nil where there is none.
  public var value: UInt32? { eventData.count >= 4 ? UInt32(unpacking: eventData, at: 0) : nil }
}

/// What happens to a stream.
///
/// Adobe RTMP 1.0 (2012), 7.1.7.
public struct UserControlEvent: RawRepresentable, Hashable, Sendable {
  /// 0 to 65,535.
  public let rawValue: UInt16

  /// The event of a number.
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A stream can be used.
  public static let streamBegin = UserControlEvent(rawValue: 0)
  /// A stream has ended.
  public static let streamEOF = UserControlEvent(rawValue: 1)
  /// There is nothing to be had for the moment.
  public static let streamDry = UserControlEvent(rawValue: 2)
  /// How many milliseconds a player buffers.
  public static let setBufferLength = UserControlEvent(rawValue: 3)
  /// A stream is a recorded one.
  public static let streamIsRecorded = UserControlEvent(rawValue: 4)
  /// Asks for an answer.
  public static let pingRequest = UserControlEvent(rawValue: 6)
  /// The answer, with the time of the request.
  public static let pingResponse = UserControlEvent(rawValue: 7)
}
