import BitstreamKit

/// An event on the timeline of the media.
///
/// ISO/IEC 23009-1, 5.10.3.3 `DASHEventMessageBox`.
public struct DASHEventMessageBox: TypedBox {
  public static let structureName: StaticString = "DASHEventMessageBox"
  public static var boxType: FourCC { "emsg" }

  /// 1 where the time is one of the movie.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Who says what the event is.
  public var schemeIdUri = TerminatedString()
  /// Which of the events of that scheme.
  public var value = TerminatedString()
  /// Units in a second.
  public var timescale: UInt32 = 1
  /// From the start of the segment on, in units of the time scale; in version 0.
  public var presentationTimeDelta: UInt32?
  /// On the timeline of the movie, in units of the time scale; in version 1.
  public var presentationTime: UInt64?
  /// In units of the time scale; 0xFFFFFFFF where unknown.
  public var eventDuration: UInt32 = 0
  /// Events of one scheme and value that have the same number are the same.
  public var id: UInt32 = 0
  /// As the scheme says.
  public var messageData: [UInt8] = []

  /// An event of no scheme.
  public init() { presentationTimeDelta = 0 }

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    let isOld = version == 0
    if isOld {
      try c.text("scheme_id_uri", &schemeIdUri)
      try c.text("value", &value)
    }
    try c.u("timescale", &timescale, bits: 32)
    try c.u("presentation_time_delta", &presentationTimeDelta, bits: 32, when: isOld)
    try c.u("presentation_time", &presentationTime, bits: 64, when: !isOld)
    try c.u("event_duration", &eventDuration, bits: 32)
    try c.u("id", &id, bits: 32)
    if !isOld {
      try c.text("scheme_id_uri", &schemeIdUri)
      try c.text("value", &value)
    }
    try c.restBytes("message_data", &messageData)
  }
}
