import BitstreamKit

/// A picture fades in in a slide show.
///
/// ISO/IEC 23008-12:2022, `FadeTransitionEffectProperty`.
public struct FadeTransitionEffectProperty: TypedBox {
  public static let structureName: StaticString = "FadeTransitionEffectProperty"
  public static var boxType: FourCC { "fade" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Through which colour, or out of the picture before.
  public var transitionDirection: UInt8 = 0

  /// Nothing said as yet.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("transition_direction", &transitionDirection, bits: 8)
  }
}
