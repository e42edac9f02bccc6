import BitstreamKit

/// Bytes that keep the bit rate constant and mean nothing.
///
/// ITU-T H.264 (08/2021) 7.3.2.7 `filler_data_rbsp( )`, without its trailing bits.
public struct FillerData: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "filler_data_rbsp"

  /// Bytes 0xFF; kept as they are, for some writers use others.
  public var ffBytes: BitString = .empty

  /// No filling.
  public init() {}

  /// The element; the trailing bits must follow, for their place tells where it ends.
  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.rbspRest("ff_byte", &ffBytes)
  }

  /// Whether it is all 0xFF.
  public var isRegular: Bool { ffBytes.count % 8 == 0 && ffBytes.bytes.allSatisfy { $0 == 0xFF } }
}
