import HEVCKit

/// The limits of a level of H.265.
///
/// ITU-T H.265 (08/2021) Tables A.8 and A.9.
struct HEVCLevel {
  /// The maximum picture size in luma samples.
  var maxLumaPs: UInt64
  /// The maximum number of luma samples a second.
  var maxLumaSr: UInt64
  /// The maximum bit rate of the tier, in units of CpbVclFactor or CpbNalFactor bits a second.
  var maxBR: UInt64
  /// The maximum size of the coded picture buffer of the tier, in units of CpbVclFactor or CpbNalFactor bits.
  var maxCPB: UInt64
  /// The minimum compression ratio of the tier (MinCrBase).
  var minCr: UInt64
  /// The maximum number of slice segments of a picture.
  var maxSliceSegments: Int
  /// The maximum number of tile rows.
  var maxTileRows: Int
  /// The maximum number of tile columns.
  var maxTileCols: Int

  private struct Row {
    var (ps, sr): (UInt64, UInt64)
    /// Main and High tier; the High tier begins with level 4.
    var (br, highBR): (UInt64, UInt64)
    var (segments, rows, columns): (Int, Int, Int)
  }

  /// Whether a `general_level_idc` is in the table, or is one of those that later editions define (6.3, 7 to 7.2), or 8.5, which has no limits.
  static func isKnown(_ levelIdc: UInt8) -> Bool {
    var profile = ProfileTierLevel()
    profile.generalLevelIdc = levelIdc
    return HEVCLevel(profile) != nil || [189, 210, 213, 216, 255].contains(levelIdc)
  }

  /// The limits of a level and tier; nil if the level is not in the table.
  init?(_ profile: ProfileTierLevel) {
    let row: Row
    switch profile.generalLevelIdc {
    case 30: row = Row(ps: 36_864, sr: 552_960, br: 128, highBR: 128, segments: 16, rows: 1, columns: 1)
    case 60: row = Row(ps: 122_880, sr: 3_686_400, br: 1500, highBR: 1500, segments: 16, rows: 1, columns: 1)
    case 63: row = Row(ps: 245_760, sr: 7_372_800, br: 3000, highBR: 3000, segments: 20, rows: 1, columns: 1)
    case 90: row = Row(ps: 552_960, sr: 16_588_800, br: 6000, highBR: 6000, segments: 30, rows: 2, columns: 2)
    case 93: row = Row(ps: 983_040, sr: 33_177_600, br: 10_000, highBR: 10_000, segments: 40, rows: 3, columns: 3)
    case 120: row = Row(ps: 2_228_224, sr: 66_846_720, br: 12_000, highBR: 30_000, segments: 75, rows: 5, columns: 5)
    case 123: row = Row(ps: 2_228_224, sr: 133_693_440, br: 20_000, highBR: 50_000, segments: 75, rows: 5, columns: 5)
    case 150: row = Row(ps: 8_912_896, sr: 267_386_880, br: 25_000, highBR: 100_000, segments: 200, rows: 11, columns: 10)
    case 153: row = Row(ps: 8_912_896, sr: 534_773_760, br: 40_000, highBR: 160_000, segments: 200, rows: 11, columns: 10)
    case 156: row = Row(ps: 8_912_896, sr: 1_069_547_520, br: 60_000, highBR: 240_000, segments: 200, rows: 11, columns: 10)
    case 180: row = Row(ps: 35_651_584, sr: 1_069_547_520, br: 60_000, highBR: 240_000, segments: 600, rows: 22, columns: 20)
    case 183: row = Row(ps: 35_651_584, sr: 2_139_095_040, br: 120_000, highBR: 480_000, segments: 600, rows: 22, columns: 20)
    case 186: row = Row(ps: 35_651_584, sr: 4_278_190_080, br: 240_000, highBR: 800_000, segments: 600, rows: 22, columns: 20)
    default: return nil
    }
    let isHigh = profile.general?.tierFlag == true
    (maxLumaPs, maxLumaSr, maxBR) = (row.ps, row.sr, isHigh ? row.highBR : row.br)
    maxCPB = profile.generalLevelIdc == 30 ? 350 : maxBR
    minCr = Self.minCrBase(profile.generalLevelIdc, isHigh)
    (maxSliceSegments, maxTileRows, maxTileCols) = (row.segments, row.rows, row.columns)
  }

  private static func minCrBase(_ level: UInt8, _ isHigh: Bool) -> UInt64 {
    if level < 120 { return 2 }
    if isHigh { return 4 }
    return level < 150 ? 4 : level == 150 || level == 186 ? 6 : 8
  }
}
