import BitstreamKit

/// Zoom transition of a slide show.
///
/// ISO/IEC 23008-12:2022, `ZoomTransitionEffectProperty`.
public struct ZoomTransitionEffectProperty: TypedBox {
  public static let structureName: StaticString = "ZoomTransitionEffectProperty"
  public static var boxType: FourCC { "zoom" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// 0 or 1: zoom in or out.
  public var transitionDirection: UInt8 = 0
  /// Shape of the zoomed area.
  public var transitionShape: UInt8 = 0

  /// Creates an instance with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("transition_direction", &transitionDirection, bits: 1)
    try c.u("transition_shape", &transitionShape, bits: 7)
  }
}
