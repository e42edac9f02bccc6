import BitstreamKit

/// The picture before splits in a slide show.
///
/// ISO/IEC 23008-12:2022, `SplitTransitionEffectProperty`.
public struct SplitTransitionEffectProperty: TypedBox {
  public static let structureName: StaticString = "SplitTransitionEffectProperty"
  public static var boxType: FourCC { "splt" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// In which direction.
  public var transitionDirection: UInt8 = 0

  /// Nothing said as yet.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("transition_direction", &transitionDirection, bits: 8)
  }
}
