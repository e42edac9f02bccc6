import BitstreamKit

/// The part of `film_grain_characteristics( )` common to both standards: how grain is blended, and a model for each colour component.
///
/// ITU-T H.264 (08/2021) D.1.21, semantics D.2.21; ITU-T H.265 (08/2021) D.2, semantics D.3. The element names of the colour description
/// and the persistence of the message differ.
public struct FilmGrainModel: Equatable, Sendable {
  /// A range of intensities and its model values.
  public struct Interval: Equatable, Sendable {
    /// The bounds of the range, inclusive.
    public var intensityIntervalLowerBound: UInt8 = 0, intensityIntervalUpperBound: UInt8 = 0
    /// 1 to 6 values, the same number in every interval of the component.
    public var compModelValue: [Int32] = [0]

    /// One value.
    public init() {}
  }

  /// The model of one colour component.
  public struct Component: Equatable, Sendable {
    /// The number of values per interval minus 1, 0 to 5.
    public var numModelValuesMinus1: UInt8 = 0
    /// 1 to 256 intervals.
    public var intervals: [Interval] = [Interval()]

    /// One interval, one value.
    public init() {}
  }

  /// 0 additive, 1 multiplicative.
  public var blendingModeId: UInt8 = 0
  /// 0 to 15.
  public var log2ScaleFactor: UInt8 = 0
  /// Three entries; nil where comp_model_present_flag is 0.
  public var components: [Component?] = [nil, nil, nil]

  /// No grain.
  public init() {}

  /// Codes the elements from blending_mode_id to the last comp_model_value.
  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("blending_mode_id", &blendingModeId, bits: 2, in: 0...1)
    try c.u("log2_scale_factor", &log2ScaleFactor, bits: 4)
    // All three flags precede the first model.
    let isHeld = components.map { $0 != nil }
    var isPresent = isHeld.count == 3 ? isHeld : [false, false, false]
    for index in isPresent.indices { try c.flag("comp_model_present_flag", &isPresent[index], at: index) }
    try c.list("num_intensity_intervals_minus1", &components, count: 3, atLeast: 0, nil) { (c, held, i) throws(SyntaxError) in
      try c.when(isPresent[i], &held, .init()) { (c, m) throws(SyntaxError) in try m.syntax(&c, i) }
    }
  }
}

extension FilmGrainModel.Component {
  mutating func syntax(_ c: inout SyntaxCoder, _ index: Int) throws(SyntaxError) {
    var coded = UInt8(truncatingIfNeeded: intervals.count - 1)
    try c.u("num_intensity_intervals_minus1", &coded, bits: 8, in: 0...255, sizing: true, at: index, -1)
    try c.u("num_model_values_minus1", &numModelValuesMinus1, bits: 3, in: 0...5, sizing: true, at: index, -1)
    let values = Int(numModelValuesMinus1) + 1
    let count = Int(coded) + 1
    try c.list("intensity_interval_lower_bound", &intervals, count: count, atLeast: 16 + values, .init()) { (c, v, i) throws(SyntaxError) in
      try c.u("intensity_interval_lower_bound", &v.intensityIntervalLowerBound, bits: 8, at: index, i)
      try c.u("intensity_interval_upper_bound", &v.intensityIntervalUpperBound, bits: 8, at: index, i)
      // The third index is omitted from the name; it follows from the order of the elements.
      try c.list("comp_model_value", &v.compModelValue, count: values, atLeast: 1, 0) { (c, value, _) throws(SyntaxError) in
        try c.se("comp_model_value", &value, at: index, i)
      }
    }
  }
}
