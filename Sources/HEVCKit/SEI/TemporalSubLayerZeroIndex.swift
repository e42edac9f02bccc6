import BitstreamKit

/// Temporal sub-layer zero index: a counter of lowest sub-layer pictures, for loss detection.
///
/// ITU-T H.265 (08/2021) D.2 `temporal_sub_layer_zero_index( )`, semantics D.3.
public struct TemporalSubLayerZeroIndex: Syntax {
  public static let structureName: StaticString = "temporal_sub_layer_zero_index"

  /// The counter of lowest sub-layer pictures.
  public var temporalSubLayerZeroIdx: UInt8 = 0
  /// Distinguishes IRAP pictures.
  public var irapPicId: UInt8 = 0

  /// All zeros.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("temporal_sub_layer_zero_idx", &temporalSubLayerZeroIdx, bits: 8)
    try c.u("irap_pic_id", &irapPicId, bits: 8)
  }
}
