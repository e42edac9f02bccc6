import BitstreamKit

/// The part of `tone_mapping_info( )` common to both standards: the mapping of samples for displays of lower bit depth.
///
/// ITU-T H.264 (08/2021) D.1.25, semantics D.2.25; ITU-T H.265 (08/2021) D.2, semantics D.3. The persistence of the message and the
/// elements of model 4 differ.
public struct ToneMapping: Equatable, Sendable {
  /// A pivot of a piecewise linear mapping.
  public struct Pivot: Equatable, Sendable {
    /// The decoded sample value.
    public var codedPivotValue: UInt32 = 0
    /// The mapped sample value.
    public var targetPivotValue: UInt32 = 0

    /// Maps zero to zero.
    public init() {}
  }

  /// The two parameters of models 0 and 1.
  public struct Pair: Equatable, Sendable {
    /// min_value or sigmoid_midpoint.
    public var first: UInt32 = 0
    /// max_value or sigmoid_width.
    public var second: UInt32 = 0

    /// Zeros.
    public init() {}
  }

  /// The bit depth of decoded samples, 8 to 14.
  public var codedDataBitDepth: UInt8 = 8
  /// The bit depth of mapped samples, 1 to 16.
  public var targetBitDepth: UInt8 = 8
  /// 0 linear, 1 sigmoid, 2 table, 3 piecewise linear, 4 camera.
  public var toneMapModelId: UInt32 = 4
  /// Model 0: min_value and max_value.
  public var linear: Pair?
  /// Model 1: sigmoid_midpoint and sigmoid_width.
  public var sigmoid: Pair?
  /// Model 2: for each mapped sample value the first decoded value mapped to it.
  public var startOfCodedInterval: [UInt32] = []
  /// Model 3: the pivots.
  public var pivots: [Pivot] = []

  /// Model 4, whose elements are not part of this structure.
  public init() {}

  /// Codes the elements from coded_data_bit_depth to those of models 0 to 3.
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
    // Sample values occupy whole bytes here.
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
