import BitstreamKit

/// The part of `tone_mapping_info( )` that the standards have alike: which samples become which, for displays of fewer bits.
///
/// ITU-T H.264 (08/2021) D.1.25, semantics D.2.25; ITU-T H.265 (08/2021) D.2, semantics D.3. How long the message holds and the elements
/// of model 4 differ.
public struct ToneMapping: Equatable, Sendable {
  /// One step of a piecewise linear mapping.
  public struct Pivot: Equatable, Sendable {
    /// A decoded sample.
    public var codedPivotValue: UInt32 = 0
    /// What it becomes.
    public var targetPivotValue: UInt32 = 0

    /// Zero to zero.
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

  /// A camera's mapping, which is no part of this.
  public init() {}

  /// The elements from coded_data_bit_depth to those of models 0 to 3.
  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
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
  }
}
