import BitstreamKit

/// Decoder requirements of an H.265 temporal layer, including the layers below it.
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
  /// 48 constraint indicator bits.
  public var tlconstraintIndicatorFlags: UInt64 = 0
  /// general_level_idc of the layer.
  public var tllevelIdc: UInt8 = 0
  /// Maximum bit rate in any one-second window, in units of 1000 bits per second.
  public var tlMaxBitRate: UInt16 = 0
  /// Average bit rate in units of 1000 bits per second.
  public var tlAvgBitRate: UInt16 = 0
  /// 0 unknown, 1 constant, 2 constant in each layer.
  public var tlConstantFrameRate: UInt8 = 0
  /// Average frame rate in pictures per 256 seconds.
  public var tlAvgFrameRate: UInt16 = 0

  /// Creates an entry with default values.
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
