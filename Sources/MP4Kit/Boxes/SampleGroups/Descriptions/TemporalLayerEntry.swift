import BitstreamKit

/// A temporal layer of H.265 and what it takes to decode it with those below.
///
/// ISO/IEC 14496-15:2022, `TemporalLayerEntry`.
public struct TemporalLayerEntry: Syntax {
  public static let structureName: StaticString = "TemporalLayerEntry"

  /// TemporalId plus 1.
  public var temporalLayerId: UInt8 = 0
  /// general_profile_space of the layer.
  public var tlprofileSpace: UInt8 = 0
  /// general_tier_flag of the layer.
  public var tltierFlag = false
  /// general_profile_idc of the layer.
  public var tlprofileIdc: UInt8 = 0
  /// general_profile_compatibility_flag of the layer.
  public var tlprofileCompatibilityFlags: UInt32 = 0
  /// The 48 bits of constraints.
  public var tlconstraintIndicatorFlags: UInt64 = 0
  /// general_level_idc of the layer.
  public var tllevelIdc: UInt8 = 0
  /// In units of 1000 bits in a second, over any window of one second.
  public var tlMaxBitRate: UInt16 = 0
  /// In units of 1000 bits in a second.
  public var tlAvgBitRate: UInt16 = 0
  /// 0 unknown, 1 constant, 2 constant in each layer.
  public var tlConstantFrameRate: UInt8 = 0
  /// In pictures in 256 seconds.
  public var tlAvgFrameRate: UInt16 = 0

  /// A layer of which nothing is known.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("temporalLayerId", &temporalLayerId, bits: 8)
    try c.u("tlprofile_space", &tlprofileSpace, bits: 2)
    try c.flag("tltier_flag", &tltierFlag)
    try c.u("tlprofile_idc", &tlprofileIdc, bits: 5)
    try c.u("tlprofile_compatibility_flags", &tlprofileCompatibilityFlags, bits: 32)
    try c.u("tlconstraint_indicator_flags", &tlconstraintIndicatorFlags, bits: 48)
    try c.u("tllevel_idc", &tllevelIdc, bits: 8)
    try c.u("tlMaxBitRate", &tlMaxBitRate, bits: 16)
    try c.u("tlAvgBitRate", &tlAvgBitRate, bits: 16)
    try c.u("tlConstantFrameRate", &tlConstantFrameRate, bits: 8)
    try c.u("tlAvgFrameRate", &tlAvgFrameRate, bits: 16)
  }
}
