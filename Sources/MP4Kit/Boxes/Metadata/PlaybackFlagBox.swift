import BitstreamKit

/// Whether to play all frames even if playback slows down (`AllF`), or only the selection (`SelO`).
///
/// QuickTime File Format, User Data Atoms.
public struct PlaybackFlagBox: Box {
  public static let structureName: StaticString = "PlaybackFlagBox"

  /// 1 if enabled.
  public var value: UInt8 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("value", &value, bits: 8)
  }
}
