import BitstreamKit

/// Grain that was taken out and shall be put in again.
///
/// ITU-T H.264 (08/2021) D.1.21 `film_grain_characteristics( )`, semantics D.2.21.
public struct FilmGrainCharacteristics: Syntax {
  public static let structureName: StaticString = "film_grain_characteristics"

  /// Behind separate_colour_description_present_flag.
  public struct ColourDescription: Equatable, Sendable {
    /// 0 to 7.
    public var filmGrainBitDepthLumaMinus8: UInt8 = 0
    /// 0 to 7.
    public var filmGrainBitDepthChromaMinus8: UInt8 = 0
    /// As in the VUI.
    public var filmGrainFullRangeFlag = false
    /// As in the VUI.
    public var filmGrainColourPrimaries: UInt8 = 2, filmGrainTransferCharacteristics: UInt8 = 2, filmGrainMatrixCoefficients: UInt8 = 2

    /// Eight bits, colours unspecified.
    public init() {}
  }

  /// A range of intensities and the model's values in it.
  public struct Interval: Equatable, Sendable {
    /// The range's ends.
    public var intensityIntervalLowerBound: UInt8 = 0, intensityIntervalUpperBound: UInt8 = 0
    /// 1 to 6, as many in every interval of the component.
    public var compModelValue: [Int32] = [0]

    /// One value.
    public init() {}
  }

  /// The model of one colour component.
  public struct Component: Equatable, Sendable {
    /// 0 to 5: values of each interval less one.
    public var numModelValuesMinus1: UInt8 = 0
    /// 1 to 256.
    public var intervals: [Interval] = [Interval()]

    /// One interval, one value.
    public init() {}
  }

  /// What stands behind the cancel flag.
  public struct Content: Equatable, Sendable {
    /// 0 frequency filtering, 1 autoregression.
    public var filmGrainModelId: UInt8 = 0
    /// nil without separate_colour_description_present_flag.
    public var colourDescription: ColourDescription?
    /// 0 additive, 1 multiplicative.
    public var blendingModeId: UInt8 = 0
    /// 0 to 15.
    public var log2ScaleFactor: UInt8 = 0
    /// Three; nil without comp_model_present_flag.
    public var components: [Component?] = [nil, nil, nil]
    /// 0 for this picture, 1 until further notice, else the pictures it holds for: 0 to 16384.
    public var filmGrainCharacteristicsRepetitionPeriod: UInt32 = 0

    /// No grain.
    public init() {}
  }

  /// nil with film_grain_characteristics_cancel_flag: what was said before is off.
  public var content: Content?

  /// Cancels.
  public init() {}

  @inlinable public mutating func syntax<C: SyntaxCoder>(_ c: inout C) throws(SyntaxError) {
    try c.unlessCancelled("film_grain_characteristics_cancel_flag", &content, .init()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
  }
}

extension FilmGrainCharacteristics.Content {
  @inlinable mutating func syntax<C: SyntaxCoder>(_ c: inout C) throws(SyntaxError) {
    try c.u("film_grain_model_id", &filmGrainModelId, bits: 2, in: 0...1)
    try c.optional("separate_colour_description_present_flag", &colourDescription, .init()) { (c, d) throws(SyntaxError) in
      try c.u("film_grain_bit_depth_luma_minus8", &d.filmGrainBitDepthLumaMinus8, bits: 3)
      try c.u("film_grain_bit_depth_chroma_minus8", &d.filmGrainBitDepthChromaMinus8, bits: 3)
      try c.flag("film_grain_full_range_flag", &d.filmGrainFullRangeFlag)
      try c.u("film_grain_colour_primaries", &d.filmGrainColourPrimaries, bits: 8)
      try c.u("film_grain_transfer_characteristics", &d.filmGrainTransferCharacteristics, bits: 8)
      try c.u("film_grain_matrix_coefficients", &d.filmGrainMatrixCoefficients, bits: 8)
    }
    try c.u("blending_mode_id", &blendingModeId, bits: 2, in: 0...1)
    try c.u("log2_scale_factor", &log2ScaleFactor, bits: 4)
    // All three flags stand before the first model.
    let isHeld = components.map { $0 != nil }
    var isPresent = isHeld.count == 3 ? isHeld : [false, false, false]
    for index in isPresent.indices { try c.flag("comp_model_present_flag", &isPresent[index], at: index) }
    try c.list("num_intensity_intervals_minus1", &components, count: 3, atLeast: 0, nil) { (c, held, i) throws(SyntaxError) in
      try c.when(isPresent[i], &held, .init()) { (c, m) throws(SyntaxError) in try m.syntax(&c, i) }
    }
    try c.ue("film_grain_characteristics_repetition_period", &filmGrainCharacteristicsRepetitionPeriod, in: 0...16384)
  }
}

extension FilmGrainCharacteristics.Component {
  @inlinable mutating func syntax<C: SyntaxCoder>(_ c: inout C, _ index: Int) throws(SyntaxError) {
    var coded = UInt8(truncatingIfNeeded: intervals.count - 1)
    try c.u("num_intensity_intervals_minus1", &coded, bits: 8, in: 0...255, sizing: true, at: index, -1)
    try c.u("num_model_values_minus1", &numModelValuesMinus1, bits: 3, in: 0...5, sizing: true, at: index, -1)
    let values = Int(numModelValuesMinus1) + 1
    let count = Int(coded) + 1
    try c.list("intensity_interval_lower_bound", &intervals, count: count, atLeast: 16 + values, .init()) { (c, v, i) throws(SyntaxError) in
      try c.u("intensity_interval_lower_bound", &v.intensityIntervalLowerBound, bits: 8, at: index, i)
      try c.u("intensity_interval_upper_bound", &v.intensityIntervalUpperBound, bits: 8, at: index, i)
      // The specification's third index is left out of the name: the element's place among its like tells it.
      try c.list("comp_model_value", &v.compModelValue, count: values, atLeast: 1, 0) { (c, value, _) throws(SyntaxError) in
        try c.se("comp_model_value", &value, at: index, i)
      }
    }
  }
}

extension FilmGrainCharacteristics: SEIPayloadStructure {
  @inlinable public init?(_ payload: SEIPayload) {
    guard case .filmGrainCharacteristics(let value) = payload else { return nil }
    self = value
  }

  @inlinable public var payload: SEIPayload { .filmGrainCharacteristics(self) }
}
