import BitstreamKit

/// An SEI message.
///
/// ITU-T H.264 (08/2021) 7.3.2.3.1 `sei_message( )`. Parsing and encoding round-trips every payload byte for byte.
public struct SEIMessage: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "sei_message"

  /// The payload type.
  public var payloadType: UInt32 = 0
  /// The parsed payload, which must be that of `payloadType`; `init(_:)` sets both.
  public var payload: SEIPayload = .other(.empty)
  /// The bits after the payload's elements if they deviate from the specification; otherwise nil.
  public var irregularEnding: BitString?

  /// Creates an empty message.
  public init() {}

  /// Creates a message of a structure, which determines its type; nil for raw bytes.
  public init?(_ payload: SEIPayload) {
    guard let type = payload.payloadType else { return nil }
    (payloadType, self.payload) = (type, payload)
  }

  /// Codes the elements.
  /// - Parameter sets: the parameter sets that timing messages depend on.
  public mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) {
    try c.ffCoded("last_payload_type_byte", &payloadType)
    try c.sized(.ff("last_payload_size_byte")) { (c) throws(SyntaxError) in
      guard SEIPayload.isTyped(payloadType) else { return try payload.other(&c) }
      try c.attempt(!payload.isOther && irregularEnding == nil, &self) { (c, m) throws(SyntaxError) in
        try m.payload.syntax(&c, type: m.payloadType, sets: sets)
        if !c.isByteAligned {
          try c.fixed("bit_equal_to_one", 1, bits: 1)
          try c.align("bit_equal_to_zero", with: 0)
        }
        try c.regionEnd("sei_payload")
      } otherwise: { (c, m) throws(SyntaxError) in
        try m.irregular(&c, sets: sets)
      }
    }
  }

  /// Codes a payload with an irregular ending, or one that cannot be parsed as its type.
  mutating func irregular(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) {
    try c.attempt(!payload.isOther, &self) { (c, m) throws(SyntaxError) in
      try m.payload.syntax(&c, type: m.payloadType, sets: sets)
      try c.when(true, &m.irregularEnding, .empty) { (c, bits) throws(SyntaxError) in try c.rest("reserved_sei_payload_bits", &bits) }
    } otherwise: { (c, m) throws(SyntaxError) in
      try m.payload.other(&c)
    }
  }

  /// The payload type, which has a name.
  public var type: SEIPayloadType { SEIPayloadType(rawValue: payloadType) }
}

/// Supplemental enhancement information: messages that are not required for decoding.
///
/// ITU-T H.264 (08/2021) 7.3.2.3 `sei_rbsp( )`, without its trailing bits.
public struct SupplementalEnhancementInformation: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "sei_rbsp"

  /// The messages, at least one.
  public var messages: [SEIMessage] = []

  /// Creates SEI without messages.
  public init() {}

  /// Codes the elements. The trailing bits must follow, because the last message is detected by more_rbsp_data( ).
  /// - Parameter sets: the parameter sets that timing messages depend on. A buffering period selects the one that applies to the
  ///   messages after it.
  public mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) {
    var sets = sets
    let count = messages.count
    try c.listThrough("sei_message", &messages, limit: Int.max, SEIMessage()) { (c, message, index) throws(SyntaxError) -> Bool in
      try c.structure(SEIMessage.structureName, &message) { (c, m) throws(SyntaxError) in try m.syntax(&c, sets: sets) }
      if case .bufferingPeriod(let period) = message.payload { sets.activate(period.seqParameterSetId) }
      return try !c.moreRBSPData(index + 1 < count)
    }
  }
}

extension ParameterSets {
  /// Whether the sets allow a message: without HRD parameters there are no buffering periods, and picture timing only with pic_struct
  /// (ITU-T H.264 (08/2021) D.2.1 and D.2.2). Other messages, and those of unknown sets, are allowed.
  package func allow(_ message: SEIMessage) -> Bool {
    var set = upcomingSeqParameterSet
    if case .bufferingPeriod(let period) = message.payload { set = seqParameterSet(period.seqParameterSetId) }
    guard message.payloadType <= 1, let set else { return true }
    let vui = set.vuiParameters
    if vui?.nalHrdParameters != nil || vui?.vclHrdParameters != nil { return true }
    return message.payloadType == 1 && vui?.picStructPresentFlag == true
  }
}
