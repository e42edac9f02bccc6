/// The highest tier of several parameter sets, and the highest level in it: what a decoder of all of them needs, and a configuration record
/// states (ISO/IEC 14496-15:2022 8.3.3.1.2).
package struct HighestLevel {
  /// `general_tier_flag`.
  package private(set) var tierFlag: Bool
  /// `general_level_idc`.
  package private(set) var levelIdc: UInt8

  /// Begins with a tier and a level; by default with the lowest of both.
  package init(tierFlag: Bool = false, levelIdc: UInt8 = 0) { (self.tierFlag, self.levelIdc) = (tierFlag, levelIdc) }

  /// Covers a set. The High tier of a level exceeds its Main tier.
  package mutating func take(_ set: ProfileTierLevel) {
    guard let general = set.general else { return }
    if general.tierFlag == tierFlag {
      levelIdc = max(levelIdc, set.generalLevelIdc)
    } else if general.tierFlag {
      (tierFlag, levelIdc) = (true, set.generalLevelIdc)
    }
  }
}
