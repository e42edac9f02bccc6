import BitstreamKit

/// A transfer function preferred over the one in the VUI.
///
/// ITU-T H.264 (08/2021) D.1.32 `alternative_transfer_characteristics( )`, semantics D.2.32; ITU-T H.265 (08/2021) D.2, semantics D.3.
public struct AlternativeTransferCharacteristics: Syntax {
  public static let structureName: StaticString = "alternative_transfer_characteristics"

  /// Table E-4 of H.264, E.4 of H.265.
  public var preferredTransferCharacteristics: UInt8 = 2

  /// Unspecified (2).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("preferred_transfer_characteristics", &preferredTransferCharacteristics, bits: 8)
  }
}
