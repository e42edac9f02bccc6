import BitstreamKit

/// How many samples have to be decoded before one is right: `roll` and, for sound, `prol`.
///
/// ISO/IEC 14496-12:2022, 10.1 `VisualRollRecoveryEntry`, `AudioRollRecoveryEntry`, `AudioPreRollEntry`.
public struct RollRecoveryEntry: Syntax {
  public static let structureName: StaticString = "RollRecoveryEntry"

  /// In samples: negative for those in front of the sample, positive for it and those behind.
  public var rollDistance: Int16 = 0

  /// No distance.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.i("roll_distance", &rollDistance, bits: 16)
  }
}
