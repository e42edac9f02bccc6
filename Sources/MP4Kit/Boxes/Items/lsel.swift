import BitstreamKit

/// Layer of a layered picture to display.
///
/// ISO/IEC 23008-12:2022, 6.5.11 `LayerSelectorProperty`.
public struct LayerSelectorProperty: TypedBox {
  public static let structureName: StaticString = "LayerSelectorProperty"
  public static var boxType: FourCC { "lsel" }

  /// Layer ID; in AV1, 0xFFFF for progressive display of all layers.
  public var layerId: UInt16 = 0

  /// Creates an instance with default values (layer 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("layer_id", &layerId, bits: 16)
  }
}
