import BitstreamKit

/// Whether all frames are played, even if that takes longer (`AllF`), or only what is selected (`SelO`).
///
/// QuickTime File Format, User Data Atoms.
public struct PlaybackFlagBox: Box {
  public static let structureName: StaticString = "PlaybackFlagBox"

  /// 1 where it is so.
  public var value: UInt8 = 0

  /// Not so.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("value", &value, bits: 8)
  }
}
