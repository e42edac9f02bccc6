import BitstreamKit

/// Suggested duration of a slide show transition.
///
/// ISO/IEC 23008-12:2022, `SuggestedTransitionPeriodProperty`.
public struct SuggestedTransitionPeriodProperty: TypedBox {
  public static let structureName: StaticString = "SuggestedTransitionPeriodProperty"
  public static var boxType: FourCC { "stpe" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Duration in the unit of the specification.
  public var transitionPeriod: UInt8 = 0

  /// Creates an instance with duration 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("transition_period", &transitionPeriod, bits: 8)
  }
}
