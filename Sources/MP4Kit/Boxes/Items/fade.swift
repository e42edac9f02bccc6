import BitstreamKit

/// Fade transition of a slide show.
///
/// ISO/IEC 23008-12:2022, `FadeTransitionEffectProperty`.
public struct FadeTransitionEffectProperty: TypedBox {
  public static let structureName: StaticString = "FadeTransitionEffectProperty"
  public static var boxType: FourCC { "fade" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Transition direction: through a colour, or from the previous picture.
  public var transitionDirection: UInt8 = 0

  /// Creates an instance with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("transition_direction", &transitionDirection, bits: 8)
  }
}
