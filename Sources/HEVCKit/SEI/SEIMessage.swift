import BitstreamKit

/// An SEI message.
///
/// ITU-T H.265 (08/2021) 7.3.5 `sei_message( )`, D.2.1. Parsing and encoding round-trips every payload byte for byte.
public struct SEIMessage: Equatable, Sendable {
  public static let structureName: StaticString = "sei_message"

  /// The payload type.
  public var payloadType: UInt32 = 0
  /// The parsed payload, which must be that of `payloadType`; `init(_:)` sets both.
  public var payload = SEIPayload.other(.empty)
  /// The bits after the payload's elements other than the stop bit and zero padding: extensions of later editions, or surplus data
  /// of the writer.
  public var reservedPayloadExtensionData = BitString.empty

  /// Creates an empty message.
  public init() {}

  /// Creates a message of a structure, which determines its type; nil for raw bytes.
  public init?(_ payload: SEIPayload) {
    guard let type = payload.payloadType else { return nil }
    (payloadType, self.payload) = (type, payload)
  }

  /// - Parameters:
  ///   - isSuffix: whether the message follows the slices.
  ///   - sets: the parameter sets that timing messages depend on.
  public mutating func syntax(_ c: inout SyntaxCoder, isSuffix: Bool, sets: ParameterSets) throws(SyntaxError) {
    try c.ffCoded("last_payload_type_byte", &payloadType)
    try c.sized(.ff("last_payload_size_byte")) { (c) throws(SyntaxError) in
      guard SEIPayload.isTyped(payloadType, isSuffix: isSuffix) else { return try payload.other(&c) }
      try c.attempt(!payload.isOther, &self) { (c, m) throws(SyntaxError) in
        try m.payload.syntax(&c, type: m.payloadType, sets: sets)
        try c.payloadTrailingBits(&m.reservedPayloadExtensionData, always: m.payload.hasExtension)
      } otherwise: { (c, m) throws(SyntaxError) in
        try m.payload.other(&c)
      }
    }
  }

  /// The payload type, which has a name.
  public var type: SEIPayloadType { SEIPayloadType(rawValue: payloadType) }
}

/// Supplemental enhancement information: messages that are not required for decoding.
///
/// ITU-T H.265 (08/2021) 7.3.2.4 `sei_rbsp( )`.
public struct SupplementalEnhancementInformation: Equatable, Sendable {
  public static let structureName: StaticString = "sei_rbsp"

  /// At least one.
  public var messages: [SEIMessage] = []
  /// Surplus bytes after the trailing bits.
  public var trailing: [UInt8] = []

  /// Creates SEI without messages.
  public init() {}

  /// - Parameters:
  ///   - isSuffix: whether the messages follow the slices.
  ///   - sets: the parameter sets that timing messages depend on. A message that refers to a set selects it for later messages.
  public mutating func syntax(_ c: inout SyntaxCoder, isSuffix: Bool, sets: ParameterSets) throws(SyntaxError) {
    var sets = sets
    let count = messages.count
    try c.listThrough("sei_message", &messages, limit: Int.max, SEIMessage()) { (c, message, index) throws(SyntaxError) -> Bool in
      try c.structure(SEIMessage.structureName, &message) { (c, m) throws(SyntaxError) in
        try m.syntax(&c, isSuffix: isSuffix, sets: sets)
      }
      message.payload.activate(in: &sets)
      return try !c.moreRBSPData(index + 1 < count)
    }
    try c.rbspTrailingBits(&trailing)
  }
}

extension ParameterSets {
  /// Whether the sets allow a message: without HRD parameters there are no buffering periods and no information on decoding units, and
  /// picture timing only with frame and field information (ITU-T H.265 (08/2021) D.3.2, D.3.3 and D.3.22). Other messages, and those of
  /// unknown sets, are allowed.
  package func allow(_ message: SEIMessage) -> Bool {
    var set = upcomingSeqParameterSet
    if case .bufferingPeriod(let period) = message.payload { set = seqParameterSet(period.bpSeqParameterSetId) }
    guard let set else { return true }
    // The parameters may be those of the video parameter set.
    if videoParameterSet(set.spsVideoParameterSetId)?.timingInfo?.hrdParameters.isEmpty == false { return true }
    let buffering = set.vuiParameters?.timingInfo?.hrdParameters?.common?.buffering
    switch message.payloadType {
    case 0: return buffering != nil
    case 1: return buffering != nil || set.vuiParameters?.frameFieldInfoPresentFlag == true
    case 130: return buffering?.subPictures != nil
    default: return true
    }
  }
}
