import BitstreamKit

/// Filler data: padding without meaning, used to keep the bit rate constant.
///
/// ITU-T H.264 (08/2021) 7.3.2.7 `filler_data_rbsp( )`, without its trailing bits.
public struct FillerData: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "filler_data_rbsp"

  /// The padding, normally 0xFF; stored as parsed, because some writers use other values.
  public var ffBytes: BitString = .empty

  /// Creates an empty payload.
  public init() {}

  /// Codes the element. The trailing bits must follow, because the element extends up to them.
  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.rbspRest("ff_byte", &ffBytes)
  }

  /// Whether the padding consists of 0xFF bytes only.
  public var isRegular: Bool { ffBytes.count % 8 == 0 && ffBytes.bytes.allSatisfy { $0 == 0xFF } }
}
