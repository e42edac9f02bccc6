import H264Kit

/// The limits of a level of H.264.
///
/// ITU-T H.264 (08/2021) Table A-1.
struct H264Level {
  /// The maximum number of macroblocks a second.
  var maxMBPS: UInt64
  /// The maximum frame size in macroblocks.
  var maxFS: UInt64
  /// The maximum bit rate, in units of `vclFactor` or `nalFactor` bits a second.
  var maxBR: UInt64
  /// The maximum size of the coded picture buffer, in units of `vclFactor` or `nalFactor` bits.
  var maxCPB: UInt64
  /// The minimum compression ratio.
  var minCR: UInt64

  /// Whether a `level_idc` is in the table.
  static func isKnown(_ levelIdc: UInt8) -> Bool {
    var set = SeqParameterSet()
    set.levelIdc = levelIdc
    return H264Level(set) != nil
  }

  /// The level of a set; nil if it is not in the table.
  init?(_ set: SeqParameterSet) {
    let row: (UInt64, UInt64, UInt64, UInt64)
    switch set.isLevel1b ? 9 : set.levelIdc {
    case 9: row = (1485, 99, 128, 350)
    case 10: row = (1485, 99, 64, 175)
    case 11: row = (3000, 396, 192, 500)
    case 12: row = (6000, 396, 384, 1000)
    case 13: row = (11_880, 396, 768, 2000)
    case 20: row = (11_880, 396, 2000, 2000)
    case 21: row = (19_800, 792, 4000, 4000)
    case 22: row = (20_250, 1620, 4000, 4000)
    case 30: row = (40_500, 1620, 10_000, 10_000)
    case 31: row = (108_000, 3600, 14_000, 14_000)
    case 32: row = (216_000, 5120, 20_000, 20_000)
    case 40: row = (245_760, 8192, 20_000, 25_000)
    case 41: row = (245_760, 8192, 50_000, 62_500)
    case 42: row = (522_240, 8704, 50_000, 62_500)
    case 50: row = (589_824, 22_080, 135_000, 135_000)
    case 51: row = (983_040, 36_864, 240_000, 240_000)
    case 52: row = (2_073_600, 36_864, 240_000, 240_000)
    case 60: row = (4_177_920, 139_264, 240_000, 240_000)
    case 61: row = (8_355_840, 139_264, 480_000, 480_000)
    case 62: row = (16_711_680, 139_264, 800_000, 800_000)
    default: return nil
    }
    (maxMBPS, maxFS, maxBR, maxCPB) = row
    minCR = (31...40).contains(set.levelIdc) ? 4 : 2
  }

  /// cpbBrVclFactor (A.3.1 and Table A-2); nil for a profile without one.
  static func vclFactor(of profile: UInt8) -> UInt64? {
    switch profile {
    case 66, 77, 88: 1000
    case 100: 1250
    case 110: 3000
    case 122, 244, 44: 4000
    default: nil
    }
  }

  /// cpbBrNalFactor (A.3.1 and Table A-2); nil for a profile without one.
  static func nalFactor(of profile: UInt8) -> UInt64? { vclFactor(of: profile).map { $0 + $0 / 5 } }
}
