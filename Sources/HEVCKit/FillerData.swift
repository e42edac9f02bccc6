import BitstreamKit

/// Bytes that keep the bit rate constant and mean nothing.
///
/// ITU-T H.265 (08/2021) 7.3.2.8 `filler_data_rbsp( )`.
public struct FillerData: Syntax {
  public static let structureName: StaticString = "filler_data_rbsp"

  /// Bytes 0xFF; kept as they are, for some writers use others.
  public var ffBytes = BitString.empty
  /// What follows the trailing bits.
  public var trailing: [UInt8] = []

  /// No filling.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.rbspRest("ff_byte", &ffBytes)
    try c.rbspTrailingBits(&trailing)
  }

  /// Whether it is all 0xFF.
  public var isRegular: Bool { ffBytes.count % 8 == 0 && ffBytes.bytes.allSatisfy { $0 == 0xFF } }
}
