import BitstreamKit

/// Media data with a number, so that it can be referred to wherever it lies. The data stays where it is.
///
/// ISO/IEC 14496-12:2022, 9.1.4 `IdentifiedMediaDataBox`.
public struct IdentifiedMediaDataBox: TypedBox {
  public static let structureName: StaticString = "IdentifiedMediaDataBox"
  public static var boxType: FourCC { "imda" }

  /// The number.
  public var imdaIdentifier: UInt32 = 0

  /// Number 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("imda_identifier", &imdaIdentifier, bits: 32)
  }
}
