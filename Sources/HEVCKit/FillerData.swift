import BitstreamKit

/// Filler data: padding without meaning, used to keep the bit rate constant.
///
/// ITU-T H.265 (08/2021) 7.3.2.8 `filler_data_rbsp( )`.
public struct FillerData: Syntax {
  public static let structureName: StaticString = "filler_data_rbsp"

  /// The padding, normally 0xFF; stored as parsed, because some writers use other values.
  public var ffBytes = BitString.empty
  /// Surplus bytes after the trailing bits.
  public var trailing: [UInt8] = []

  /// Creates an empty payload.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.rbspRest("ff_byte", &ffBytes)
    try c.rbspTrailingBits(&trailing)
  }

  /// Whether the padding consists of 0xFF bytes only.
  public var isRegular: Bool { ffBytes.count % 8 == 0 && ffBytes.bytes.allSatisfy { $0 == 0xFF } }
}
