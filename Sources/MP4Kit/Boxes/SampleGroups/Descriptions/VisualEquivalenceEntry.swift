import BitstreamKit

/// Samples that show the same thing as items or samples of other tracks of the group.
///
/// ISO/IEC 23008-12, 7.4.3 `VisualEquivalenceEntry`.
public struct VisualEquivalenceEntry: Syntax {
  public static let structureName: StaticString = "VisualEquivalenceEntry"

  /// Added to the samples' time, in units of the time scale below.
  public var timeOffset: Int16 = 0
  /// The time scale is the track's times this divided by 256.
  public var timescaleMultiplier: UInt16 = 0

  /// No offset.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.i("time_offset", &timeOffset, bits: 16)
    try c.u("timescale_multiplier", &timescaleMultiplier, bits: 16)
  }
}
