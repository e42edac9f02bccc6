import BitstreamKit

/// VVC decoding capability information of a group of samples.
///
/// ISO/IEC 14496-15:2022, `DecodingCapabilityInformation`.
public struct DecodingCapabilityInformation: Syntax {
  public static let structureName: StaticString = "DecodingCapabilityInformation"

  /// The NAL unit.
  public var dciNalUnit: [UInt8] = []

  /// Creates an instance with no NAL unit.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let dciNalUnitLength = try c.count("dci_nal_unit_length", dciNalUnit.count, bits: 16)
    try c.bytes("dci_nal_unit", &dciNalUnit, count: dciNalUnitLength)
  }
}
