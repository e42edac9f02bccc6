import BitstreamKit

/// An event on the media timeline.
///
/// ISO/IEC 23009-1, 5.10.3.3 `DASHEventMessageBox`.
public struct DASHEventMessageBox: TypedBox {
  public static let structureName: StaticString = "DASHEventMessageBox"
  public static var boxType: FourCC { "emsg" }

  /// FullBox version: 1 if the time is on the movie timeline.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// URI of the event scheme.
  public var schemeIdUri = TerminatedString()
  /// Value that identifies the event stream within the scheme.
  public var value = TerminatedString()
  /// Time scale in units per second.
  public var timescale: UInt32 = 1
  /// Time since the start of the segment in units of `timescale`; present in version 0.
  public var presentationTimeDelta: UInt32?
  /// Time on the movie timeline in units of `timescale`; present in version 1.
  public var presentationTime: UInt64?
  /// Duration in units of `timescale`; 0xFFFFFFFF if unknown.
  public var eventDuration: UInt32 = 0
  /// Event ID; events with equal scheme, value and ID are identical.
  public var id: UInt32 = 0
  /// Scheme-specific message.
  public var messageData: [UInt8] = []

  /// Creates a box with default values.
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
