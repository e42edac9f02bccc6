import BitstreamKit

/// Which layer of a picture in layers is shown.
///
/// ISO/IEC 23008-12:2022, 6.5.11 `LayerSelectorProperty`.
public struct LayerSelectorProperty: TypedBox {
  public static let structureName: StaticString = "LayerSelectorProperty"
  public static var boxType: FourCC { "lsel" }

  /// The layer; 0xFFFF for all in turn, in AV1.
  public var layerId: UInt16 = 0

  /// Layer 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("layer_id", &layerId, bits: 16)
  }
}
