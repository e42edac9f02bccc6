import BitstreamKit

/// Media data with an identifier by which it can be referenced independently of its location. The data stays in place.
///
/// ISO/IEC 14496-12:2022, 9.1.4 `IdentifiedMediaDataBox`.
public struct IdentifiedMediaDataBox: TypedBox {
  public static let structureName: StaticString = "IdentifiedMediaDataBox"
  public static var boxType: FourCC { "imda" }

  /// Identifier.
  public var imdaIdentifier: UInt32 = 0

  /// Creates a box with default values (identifier 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("imda_identifier", &imdaIdentifier, bits: 32)
  }
}
