import BitstreamKit
import NALKit

/// Tone mapping information: sample remapping for displays with lower dynamic range.
///
/// ITU-T H.264 (08/2021) D.1.25 `tone_mapping_info( )`, semantics D.2.25.
public struct ToneMappingInfo: Syntax {
  public static let structureName: StaticString = "tone_mapping_info"

  /// Model 4: camera parameters of the scene.
  public struct Camera: Equatable, Sendable {
    /// 255 means that the value is coded explicitly.
    public var cameraIsoSpeedIdc: UInt8 = 0
    /// Present if camera_iso_speed_idc is 255.
    public var cameraIsoSpeedValue: UInt32?
    /// 255 means that the value is coded explicitly.
    public var exposureIndexIdc: UInt8 = 0
    /// Present if exposure_index_idc is 255.
    public var exposureIndexValue: UInt32?
    /// Whether the exposure compensation is negative.
    public var exposureCompensationValueSignFlag = false
    /// The exposure compensation as a fraction.
    public var exposureCompensationValueNumerator: UInt16 = 0, exposureCompensationValueDenomIdc: UInt16 = 0
    /// In cd/m².
    public var refScreenLuminanceWhite: UInt32 = 0
    /// In percent of the reference white.
    public var extendedRangeWhiteLevel: UInt32 = 0
    /// Luma code values.
    public var nominalBlackLevelLumaCodeValue: UInt16 = 0, nominalWhiteLevelLumaCodeValue: UInt16 = 0
    /// A luma code value.
    public var extendedWhiteLevelLumaCodeValue: UInt16 = 0

    /// Creates unspecified values.
    public init() {}
  }

  /// Elements present if the cancel flag is 0.
  public struct Content: Equatable, Sendable {
    /// 0: this picture only; 1: until cancelled or replaced; otherwise the number of pictures it applies to; 0 to 16384.
    public var toneMapRepetitionPeriod: UInt32 = 0
    /// The sample mapping.
    public var mapping = ToneMapping()
    /// Present for model 4.
    public var camera: Camera? = Camera()

    /// Creates content with unspecified camera parameters.
    public init() {}
  }

  /// Identifies the usage of the mapping.
  public var toneMapId: UInt32 = 0
  /// nil if tone_map_cancel_flag: cancels the previous message.
  public var content: Content?

  /// Creates a cancelling message.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("tone_map_id", &toneMapId)
    try c.unlessCancelled("tone_map_cancel_flag", &content, .init()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
  }
}

extension ToneMappingInfo.Content {
  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("tone_map_repetition_period", &toneMapRepetitionPeriod, in: 0...16384)
    try mapping.syntax(&c)
    try c.when(mapping.toneMapModelId == 4, &camera, .init()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
  }
}

extension ToneMappingInfo.Camera {
  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("camera_iso_speed_idc", &cameraIsoSpeedIdc, bits: 8)
    try c.u("camera_iso_speed_value", &cameraIsoSpeedValue, bits: 32, when: cameraIsoSpeedIdc == 255)
    try c.u("exposure_index_idc", &exposureIndexIdc, bits: 8)
    try c.u("exposure_index_value", &exposureIndexValue, bits: 32, when: exposureIndexIdc == 255)
    try c.flag("exposure_compensation_value_sign_flag", &exposureCompensationValueSignFlag)
    try c.u("exposure_compensation_value_numerator", &exposureCompensationValueNumerator, bits: 16)
    try c.u("exposure_compensation_value_denom_idc", &exposureCompensationValueDenomIdc, bits: 16)
    try c.u("ref_screen_luminance_white", &refScreenLuminanceWhite, bits: 32)
    try c.u("extended_range_white_level", &extendedRangeWhiteLevel, bits: 32)
    try c.u("nominal_black_level_luma_code_value", &nominalBlackLevelLumaCodeValue, bits: 16)
    try c.u("nominal_white_level_luma_code_value", &nominalWhiteLevelLumaCodeValue, bits: 16)
    try c.u("extended_white_level_luma_code_value", &extendedWhiteLevelLumaCodeValue, bits: 16)
  }
}
