import BitstreamKit

/// One message of supplemental enhancement information.
///
/// ITU-T H.264 (08/2021) 7.3.2.3.1 `sei_message( )`. Whatever a payload holds, its bytes come back as they were.
public struct SEIMessage: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "sei_message"

  /// What the message is about.
  public var payloadType: UInt32 = 0
  /// What it says.
  public var payload: SEIPayload = .other(.empty)
  /// Bits behind the payload's elements that are not the ones the specification asks for; nil where they are.
  public var irregularEnding: BitString?

  /// An empty message.
  public init() {}

  /// The elements.
  /// - Parameter sets: the parameter sets that timing messages are written for.
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

  /// A payload that does not end as it should, or that is no payload of its type at all.
  mutating func irregular(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) {
    try c.attempt(!payload.isOther, &self) { (c, m) throws(SyntaxError) in
      try m.payload.syntax(&c, type: m.payloadType, sets: sets)
      try c.when(true, &m.irregularEnding, .empty) { (c, bits) throws(SyntaxError) in try c.rest("reserved_sei_payload_bits", &bits) }
    } otherwise: { (c, m) throws(SyntaxError) in
      try m.payload.other(&c)
    }
  }

  /// What the message is about, with its name.
  public var type: SEIPayloadType { SEIPayloadType(rawValue: payloadType) }
}

/// Supplemental enhancement information: messages that decoding does not need.
///
/// ITU-T H.264 (08/2021) 7.3.2.3 `sei_rbsp( )`, without its trailing bits.
public struct SupplementalEnhancementInformation: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "sei_rbsp"

  /// At least one.
  public var messages: [SEIMessage] = []

  /// No messages.
  public init() {}

  /// The elements; the trailing bits must follow, for their place tells which message is the last.
  /// - Parameter sets: the parameter sets that timing messages are written for. A buffering period says which of them is meant by
  ///   the messages behind it.
  public mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) {
    var sets = sets
    let count = messages.count
    try c.listThrough("sei_message", &messages, most: Int.max, SEIMessage()) { (c, message, index) throws(SyntaxError) -> Bool in
      try c.structure(SEIMessage.structureName, &message) { (c, m) throws(SyntaxError) in try m.syntax(&c, sets: sets) }
      if case .bufferingPeriod(let period) = message.payload { sets.activeSeqParameterSetId = period.seqParameterSetId }
      return try !c.moreRBSPData(index + 1 < count)
    }
  }
}
