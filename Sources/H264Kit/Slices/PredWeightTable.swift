import BitstreamKit

/// Explicit weighted prediction table.
///
/// ITU-T H.264 (08/2021) 7.3.3.2 `pred_weight_table( )`.
public struct PredWeightTable: Equatable, Sendable {
  /// The structure's name in the specification.
  public static let structureName: StaticString = "pred_weight_table"

  /// A weight and an offset.
  public struct Weight: Equatable, Sendable {
    /// In units of 2^−denominator, −128 to 127.
    public var weight: Int8 = 0
    /// −128 to 127.
    public var offset: Int8 = 0

    /// Creates weights and offsets of 0.
    public init() {}
  }

  /// The weights of both chroma components.
  public struct ChromaWeight: Equatable, Sendable {
    /// Cb.
    public var cb = Weight()
    /// Cr.
    public var cr = Weight()

    /// Creates weights and offsets of 0.
    public init() {}
  }

  /// The weights of one reference picture.
  public struct Entry: Equatable, Sendable {
    /// nil without luma_weight_flag: the weight is 1.
    public var luma: Weight?
    /// nil without chroma_weight_flag.
    public var chroma: ChromaWeight?

    /// Creates an entry with default weights.
    public init() {}
  }

  /// 0 to 7.
  public var lumaLog2WeightDenom: UInt8 = 0
  /// 0 to 7; present if ChromaArrayType is not 0.
  public var chromaLog2WeightDenom: UInt8?
  /// One entry per active reference of list 0.
  public var l0: [Entry] = []
  /// One entry per active reference of list 1, in B slices.
  public var l1: [Entry] = []

  /// Creates an empty table.
  public init() {}

  mutating func syntax<C: ElementCoder>(_ c: inout C, hasChroma: Bool, l0 count0: Int, l1 count1: Int) throws(SyntaxError) {
    try c.ue("luma_log2_weight_denom", &lumaLog2WeightDenom, in: 0...7)
    try c.ue("chroma_log2_weight_denom", &chromaLog2WeightDenom, in: 0...7, when: hasChroma)
    try c.list("luma_weight_l0_flag", &l0, count: count0, atLeast: 1, .init()) { (c, e, i) throws(SyntaxError) in
      try c.weight("luma_weight_l0_flag", "luma_weight_l0", "luma_offset_l0", &e.luma, i)
      try c.chromaWeight("chroma_weight_l0_flag", "chroma_weight_l0", "chroma_offset_l0", &e.chroma, hasChroma, i)
    }
    try c.list("luma_weight_l1_flag", &l1, count: count1, atLeast: 1, .init()) { (c, e, i) throws(SyntaxError) in
      try c.weight("luma_weight_l1_flag", "luma_weight_l1", "luma_offset_l1", &e.luma, i)
      try c.chromaWeight("chroma_weight_l1_flag", "chroma_weight_l1", "chroma_offset_l1", &e.chroma, hasChroma, i)
    }
  }
}

extension ElementCoder {
  mutating func weight(
    _ flagName: StaticString, _ weightName: StaticString, _ offsetName: StaticString, _ value: inout PredWeightTable.Weight?, _ i: Int
  ) throws(SyntaxError) {
    try optional(flagName, &value, at: i, .init()) { (c, w) throws(SyntaxError) in
      try c.se(weightName, &w.weight, in: -128...127, at: i)
      try c.se(offsetName, &w.offset, in: -128...127, at: i)
    }
  }

  mutating func chromaWeight(
    _ flagName: StaticString, _ weightName: StaticString, _ offsetName: StaticString, _ value: inout PredWeightTable.ChromaWeight?,
    _ hasChroma: Bool, _ i: Int
  ) throws(SyntaxError) {
    var isPresent = hasChroma && value != nil
    if hasChroma { try flag(flagName, &isPresent, at: i) }
    try when(isPresent, &value, .init()) { (c, w) throws(SyntaxError) in
      try c.se(weightName, &w.cb.weight, in: -128...127, at: i, 0)
      try c.se(offsetName, &w.cb.offset, in: -128...127, at: i, 0)
      try c.se(weightName, &w.cr.weight, in: -128...127, at: i, 1)
      try c.se(offsetName, &w.cr.offset, in: -128...127, at: i, 1)
    }
  }
}
