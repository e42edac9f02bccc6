import BitstreamKit

/// SEI messages that a decoder must process and those it may ignore.
///
/// ISO/IEC 14496-15:2022, `SeiInformationBox`.
public struct SeiInformationBox: TypedBox {
  public static let structureName: StaticString = "SeiInformationBox"
  public static var boxType: FourCC { "seii" }

  /// payloadType values of required SEI messages.
  public var requiredSEIs: [UInt16] = []
  /// payloadType values of optional SEI messages.
  public var notRequiredSEIs: [UInt16] = []

  /// Creates a box with no messages.
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
