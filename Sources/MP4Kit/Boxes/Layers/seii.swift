import BitstreamKit

/// The SEI messages that a decoder has to process, and those that it may leave out.
///
/// ISO/IEC 14496-15:2022, `SeiInformationBox`.
public struct SeiInformationBox: TypedBox {
  public static let structureName: StaticString = "SeiInformationBox"
  public static var boxType: FourCC { "seii" }

  /// payloadType of the required messages.
  public var requiredSEIs: [UInt16] = []
  /// payloadType of the others.
  public var notRequiredSEIs: [UInt16] = []

  /// No messages.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let numRequiredSEIs = try c.count("numRequiredSEIs", requiredSEIs.count, bits: 16)
    try c.list("requiredSEI_ID", &requiredSEIs, count: numRequiredSEIs, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("requiredSEI_ID", &v, bits: 16, at: i)
    }
    let numNotRequiredSEIs = try c.count("numNotRequiredSEIs", notRequiredSEIs.count, bits: 16)
    try c.list("notrequiredSEI_ID", &notRequiredSEIs, count: numNotRequiredSEIs, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("notrequiredSEI_ID", &v, bits: 16, at: i)
    }
  }
}
