import BitstreamKit

/// A picture zooms in or out in a slide show.
///
/// ISO/IEC 23008-12:2022, `ZoomTransitionEffectProperty`.
public struct ZoomTransitionEffectProperty: TypedBox {
  public static let structureName: StaticString = "ZoomTransitionEffectProperty"
  public static var boxType: FourCC { "zoom" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// In or out.
  public var transitionDirection: UInt8 = 0
  /// The shape of the part that grows or shrinks.
  public var transitionShape: UInt8 = 0

  /// Nothing said as yet.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("transition_direction", &transitionDirection, bits: 1)
    try c.u("transition_shape", &transitionShape, bits: 7)
  }
}
