import BitstreamKit

/// Samples that are visually equivalent to items or samples of other tracks of the group.
///
/// ISO/IEC 23008-12, 7.4.3 `VisualEquivalenceEntry`.
public struct VisualEquivalenceEntry: Syntax {
  public static let structureName: StaticString = "VisualEquivalenceEntry"

  /// Time offset in units of the time scale below.
  public var timeOffset: Int16 = 0
  /// The time scale is the track time scale times this value divided by 256.
  public var timescaleMultiplier: UInt16 = 0

  /// Creates an entry with offset 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.i("time_offset", &timeOffset, bits: 16)
    try c.u("timescale_multiplier", &timescaleMultiplier, bits: 16)
  }
}
