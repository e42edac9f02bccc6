import BitstreamKit

/// Level of a VVC subpicture.
///
/// ISO/IEC 14496-15:2022, `SubpicLevelInfoEntry`.
public struct SubpicLevelInfoEntry: Syntax {
  public static let structureName: StaticString = "SubpicLevelInfoEntry"

  /// general_level_idc of the subpicture alone.
  public var levelIdc: UInt8 = 0

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("level_idc", &levelIdc, bits: 8)
  }
}
