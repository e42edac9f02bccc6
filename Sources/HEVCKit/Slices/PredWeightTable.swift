import BitstreamKit

/// Weighted prediction table.
///
/// ITU-T H.265 (08/2021) 7.3.6.3 `pred_weight_table( )`, semantics 7.4.7.3.
public struct PredWeightTable: Equatable, Sendable {
  /// 0 to 7.
  public var lumaLog2WeightDenom: UInt8 = 0
  /// Present with chroma; the sum with luma_log2_weight_denom is 0 to 7.
  public var deltaChromaLog2WeightDenom: Int8?
  /// The weights of list 0.
  public var l0 = Weights()
  /// The weights of list 1, in B slices.
  public var l1: Weights?

  /// Weights of a list.
  public struct Weights: Equatable, Sendable {
    /// Bit i is luma_weight_l0_flag[i], or that of list 1.
    public var lumaWeightFlags: UInt16 = 0
    /// Bit i is chroma_weight_l0_flag[i], or that of list 1.
    public var chromaWeightFlags: UInt16 = 0
    /// One for each picture of the list that has either flag.
    public var entries: [Entry] = []

    /// No weights.
    public init() {}
  }

  /// Weights of a picture.
  public struct Entry: Equatable, Sendable {
    /// Present with the luma flag.
    public var luma: Luma?
    /// Present with the chroma flag.
    public var chroma: Chroma?

    /// No weights.
    public init() {}
  }

  /// Luma weight and offset.
  public struct Luma: Equatable, Sendable {
    /// −128 to 127.
    public var deltaLumaWeight: Int16 = 0
    /// −128 to 127; a larger range with high_precision_offsets_enabled_flag.
    public var lumaOffset: Int32 = 0

    /// No change.
    public init() {}
  }

  /// Chroma weights and offsets.
  public struct Chroma: Equatable, Sendable {
    /// −128 to 127.
    public var deltaChromaWeightCb: Int16 = 0
    /// −512 to 511; a larger range with high_precision_offsets_enabled_flag.
    public var deltaChromaOffsetCb: Int32 = 0
    /// −128 to 127.
    public var deltaChromaWeightCr: Int16 = 0
    /// −512 to 511; a larger range with high_precision_offsets_enabled_flag.
    public var deltaChromaOffsetCr: Int32 = 0

    /// No change.
    public init() {}
  }

  /// No weights.
  public init() {}

  mutating func syntax<C: ElementCoder>(
    _ c: inout C, _ context: SliceContext, isB: Bool, l0 count0: Int, l1 count1: Int, lists: RefPicListsModification?, numPicTotalCurr: Int
  ) throws(SyntaxError) {
    try c.ue("luma_log2_weight_denom", &lumaLog2WeightDenom, in: 0...7)
    try c.se("delta_chroma_log2_weight_denom", &deltaChromaLog2WeightDenom, in: -7...7, when: context.hasChroma)
    let own = context.currPicRefEnabled ? numPicTotalCurr : 0
    try l0.syntax(&c, context, names: .l0, coded: PredWeightTable.coded(count0, lists?.listEntryL0, own: own, replacesLast: true))
    let coded1 = PredWeightTable.coded(count1, lists?.listEntryL1, own: own, replacesLast: false)
    try c.when(isB, &l1, Weights()) { (c, w) throws(SyntaxError) in try w.syntax(&c, context, names: .l1, coded: coded1) }
  }

  /// The mask of list entries that have flags: all except the current picture itself. If slices may reference it, it is the last of
  /// the `own` pictures of the initial list (8.3.4), and the last entry of an unmodified list 0 that is too short to reach it.
  static func coded(_ count: Int, _ entries: ShortList<UInt8>?, own: Int, replacesLast: Bool) -> UInt16 {
    var mask: UInt16 = 0
    for i in 0..<min(count, 16) {
      let entry = entries.map { i < $0.count ? Int($0[i]) : 0 } ?? i
      let isLast = replacesLast && entries == nil && i == count - 1 && own > count
      if own == 0 || !(entry % own == own - 1 || isLast) { mask |= 1 << UInt16(i) }
    }
    return mask
  }
}

extension PredWeightTable.Weights {
  struct Names: Sendable {
    let lumaFlag, chromaFlag, lumaWeight, lumaOffset, chromaWeight, chromaOffset: StaticString

    static let l0 = Names(
      lumaFlag: "luma_weight_l0_flag", chromaFlag: "chroma_weight_l0_flag", lumaWeight: "delta_luma_weight_l0",
      lumaOffset: "luma_offset_l0",
      chromaWeight: "delta_chroma_weight_l0", chromaOffset: "delta_chroma_offset_l0")
    static let l1 = Names(
      lumaFlag: "luma_weight_l1_flag", chromaFlag: "chroma_weight_l1_flag", lumaWeight: "delta_luma_weight_l1",
      lumaOffset: "luma_offset_l1",
      chromaWeight: "delta_chroma_weight_l1", chromaOffset: "delta_chroma_offset_l1")
  }

  mutating func syntax<C: ElementCoder>(
    _ c: inout C, _ context: SliceContext, names: Names, coded: UInt16
  ) throws(SyntaxError) {
    lumaWeightFlags = try flags(&c, names.lumaFlag, lumaWeightFlags, coded)
    chromaWeightFlags = try flags(&c, names.chromaFlag, chromaWeightFlags, context.hasChroma ? coded : 0)
    let (luma, chroma) = (lumaWeightFlags, chromaWeightFlags)
    var left = luma | chroma
    let (halfY, halfC) = (context.offsetHalfRangeY, context.offsetHalfRangeC)
    try c.list(names.lumaWeight, &entries, count: left.nonzeroBitCount, atLeast: 2, PredWeightTable.Entry()) {
      (c, e, _) throws(SyntaxError) in
      let i = left.trailingZeroBitCount
      let bit: UInt16 = 1 << UInt16(truncatingIfNeeded: i)
      left &= ~bit
      try c.when(luma & bit != 0, &e.luma, PredWeightTable.Luma()) { (c, w) throws(SyntaxError) in
        try c.se(names.lumaWeight, &w.deltaLumaWeight, in: -128...127, at: i)
        try c.se(names.lumaOffset, &w.lumaOffset, in: -halfY...(halfY - 1), at: i)
      }
      try c.when(chroma & bit != 0, &e.chroma, PredWeightTable.Chroma()) { (c, w) throws(SyntaxError) in
        try c.se(names.chromaWeight, &w.deltaChromaWeightCb, in: -128...127, at: i, 0)
        try c.se(names.chromaOffset, &w.deltaChromaOffsetCb, in: (-4 * halfC)...(4 * halfC - 1), at: i, 0)
        try c.se(names.chromaWeight, &w.deltaChromaWeightCr, in: -128...127, at: i, 1)
        try c.se(names.chromaOffset, &w.deltaChromaOffsetCr, in: (-4 * halfC)...(4 * halfC - 1), at: i, 1)
      }
    }
  }

  func flags<C: ElementCoder>(
    _ c: inout C, _ name: StaticString, _ held: UInt16, _ coded: UInt16
  ) throws(SyntaxError) -> UInt16 {
    var result: UInt16 = 0
    var left = coded
    while left != 0 {
      let i = UInt16(truncatingIfNeeded: left.trailingZeroBitCount)
      var bit = held >> i & 1
      try c.u(name, &bit, bits: 1, at: Int(i))
      result |= bit << i
      left &= ~(1 << i)
    }
    return result
  }
}
