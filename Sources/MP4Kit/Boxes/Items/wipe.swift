import BitstreamKit

/// A picture wipes away the one before in a slide show.
///
/// ISO/IEC 23008-12:2022, `WipeTransitionEffectProperty`.
public struct WipeTransitionEffectProperty: TypedBox {
  public static let structureName: StaticString = "WipeTransitionEffectProperty"
  public static var boxType: FourCC { "wipe" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// From which side or corner.
  public var transitionDirection: UInt8 = 0

  /// Nothing said as yet.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("transition_direction", &transitionDirection, bits: 8)
  }
}
