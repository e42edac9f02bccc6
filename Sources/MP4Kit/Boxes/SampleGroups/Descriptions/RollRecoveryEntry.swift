import BitstreamKit

/// Number of samples to decode for recovery (`roll`) or audio pre-roll (`prol`).
///
/// ISO/IEC 14496-12:2022, 10.1 `VisualRollRecoveryEntry`, `AudioRollRecoveryEntry`, `AudioPreRollEntry`.
public struct RollRecoveryEntry: Syntax {
  public static let structureName: StaticString = "RollRecoveryEntry"

  /// Distance in samples: negative counts samples before the sample, positive counts it and the samples after it.
  public var rollDistance: Int16 = 0

  /// Creates an entry with distance 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.i("roll_distance", &rollDistance, bits: 16)
  }
}
