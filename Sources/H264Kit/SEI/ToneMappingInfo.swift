import BitstreamKit

/// How samples are mapped for displays of fewer bits.
///
/// ITU-T H.264 (08/2021) D.1.25 `tone_mapping_info( )`, semantics D.2.25.
public struct ToneMappingInfo: Syntax {
  public static let structureName: StaticString = "tone_mapping_info"

  /// One step of a piecewise linear mapping.
  public struct Pivot: Equatable, Sendable {
    /// A decoded sample.
    public var codedPivotValue: UInt32 = 0
    /// What it becomes.
    public var targetPivotValue: UInt32 = 0

    /// Zero to zero.
    public init() {}
  }

  /// Model 4: how a camera saw the scene.
  public struct Camera: Equatable, Sendable {
    /// 255 for a speed that is written out.
    public var cameraIsoSpeedIdc: UInt8 = 0
    /// With camera_iso_speed_idc 255.
    public var cameraIsoSpeedValue: UInt32?
    /// 255 for an index that is written out.
    public var exposureIdxIdc: UInt8 = 0
    /// With exposure_idx_idc 255.
    public var exposureIdxValue: UInt32?
    /// Whether the compensation is negative.
    public var exposureCompensationValueSignFlag = false
    /// Steps of exposure.
    public var exposureCompensationValueNumerator: UInt16 = 0, exposureCompensationValueDenomIdc: UInt16 = 0
    /// Candela a square metre.
    public var refScreenLuminanceWhite: UInt32 = 0
    /// Percent of the reference white.
    public var extendedRangeWhiteLevel: UInt32 = 0
    /// Luma codes.
    public var nominalBlackLevelLumaCodeValue: UInt16 = 0, nominalWhiteLevelLumaCodeValue: UInt16 = 0
    /// A luma code.
    public var extendedWhiteLevelLumaCodeValue: UInt16 = 0

    /// Unspecified.
    public init() {}
  }

  /// Two numbers of models 0 and 1.
  public struct Pair: Equatable, Sendable {
    /// min_value, sigmoid_midpoint.
    public var first: UInt32 = 0
    /// max_value, sigmoid_width.
    public var second: UInt32 = 0

    /// Zeros.
    public init() {}
  }

  /// What stands behind the cancel flag.
  public struct Content: Equatable, Sendable {
    /// 0 for this picture, 1 until further notice, else the pictures it holds for: 0 to 16384.
    public var toneMapRepetitionPeriod: UInt32 = 0
    /// Bits of decoded samples, 8 to 14.
    public var codedDataBitDepth: UInt8 = 8
    /// Bits of mapped samples, 1 to 16.
    public var targetBitDepth: UInt8 = 8
    /// 0 linear, 1 sigmoid, 2 table, 3 pivots, 4 camera.
    public var toneMapModelId: UInt32 = 4
    /// With model 0: min_value and max_value.
    public var linear: Pair?
    /// With model 1: sigmoid_midpoint and sigmoid_width.
    public var sigmoid: Pair?
    /// With model 2: for each mapped sample the first that is mapped to it.
    public var startOfCodedInterval: [UInt32] = []
    /// With model 3.
    public var pivots: [Pivot] = []
    /// With model 4.
    public var camera: Camera? = Camera()

    /// A camera that nothing is known of.
    public init() {}
  }

  /// What the mapping is for.
  public var toneMapId: UInt32 = 0
  /// nil with tone_map_cancel_flag: what was said before is off.
  public var content: Content?

  /// Cancels.
  public init() {}

  @inlinable public mutating func syntax<C: SyntaxCoder>(_ c: inout C) throws(SyntaxError) {
    try c.ue("tone_map_id", &toneMapId)
    try c.unlessCancelled("tone_map_cancel_flag", &content, .init()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
  }
}

extension ToneMappingInfo.Content {
  @inlinable mutating func syntax<C: SyntaxCoder>(_ c: inout C) throws(SyntaxError) {
    try c.ue("tone_map_repetition_period", &toneMapRepetitionPeriod, in: 0...16384)
    try c.u("coded_data_bit_depth", &codedDataBitDepth, bits: 8, in: 8...14, sizing: true, at: -1, -1)
    try c.u("target_bit_depth", &targetBitDepth, bits: 8, in: 1...16, sizing: true, at: -1, -1)
    try c.ue("tone_map_model_id", &toneMapModelId, in: 0...4, sizing: true, at: -1, -1)
    let model = toneMapModelId
    try c.when(model == 0, &linear, .init()) { (c, v) throws(SyntaxError) in
      try c.u("min_value", &v.first, bits: 32)
      try c.u("max_value", &v.second, bits: 32)
    }
    try c.when(model == 1, &sigmoid, .init()) { (c, v) throws(SyntaxError) in
      try c.u("sigmoid_midpoint", &v.first, bits: 32)
      try c.u("sigmoid_width", &v.second, bits: 32)
    }
    // Samples take whole bytes here.
    let codedBits = (Int(codedDataBitDepth) + 7) / 8 * 8
    let targetBits = (Int(targetBitDepth) + 7) / 8 * 8
    let steps = model == 2 ? 1 << Int(targetBitDepth) : 0
    try c.list("start_of_coded_interval", &startOfCodedInterval, count: steps, atLeast: codedBits, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("start_of_coded_interval", &v, bits: codedBits, at: i)
    }
    let count = model == 3 ? try c.count("num_pivots", pivots.count, bits: 16) : 0
    try c.list("coded_pivot_value", &pivots, count: count, atLeast: codedBits + targetBits, .init()) { (c, v, i) throws(SyntaxError) in
      try c.u("coded_pivot_value", &v.codedPivotValue, bits: codedBits, at: i)
      try c.u("target_pivot_value", &v.targetPivotValue, bits: targetBits, at: i)
    }
    try c.when(model == 4, &camera, .init()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
  }
}

extension ToneMappingInfo.Camera {
  @inlinable mutating func syntax<C: SyntaxCoder>(_ c: inout C) throws(SyntaxError) {
    try c.u("camera_iso_speed_idc", &cameraIsoSpeedIdc, bits: 8)
    try c.u("camera_iso_speed_value", &cameraIsoSpeedValue, bits: 32, when: cameraIsoSpeedIdc == 255)
    try c.u("exposure_idx_idc", &exposureIdxIdc, bits: 8)
    try c.u("exposure_idx_value", &exposureIdxValue, bits: 32, when: exposureIdxIdc == 255)
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

extension ToneMappingInfo: SEIPayloadStructure {
  @inlinable public init?(_ payload: SEIPayload) {
    guard case .toneMappingInfo(let value) = payload else { return nil }
    self = value
  }

  @inlinable public var payload: SEIPayload { .toneMappingInfo(self) }
}
