import BitstreamKit

/// The reference pictures of a slice that is not in an IDR picture.
///
/// ITU-T H.265 (08/2021) 7.3.6.1 from short_term_ref_pic_set_sps_flag to slice_temporal_mvp_enabled_flag, semantics 7.4.7.1.
public struct SliceReferences: Equatable, Sendable {
  /// Present without short_term_ref_pic_set_sps_flag.
  public var stRefPicSet: StRefPicSet? = StRefPicSet()
  /// The set of the SPS, present with short_term_ref_pic_set_sps_flag where the SPS has more than one.
  public var shortTermRefPicSetIdx: UInt8?
  /// Present if long_term_ref_pics_present_flag.
  public var longTerm: LongTerm?
  /// Present if sps_temporal_mvp_enabled_flag.
  public var sliceTemporalMvpEnabledFlag: Bool?

  /// Long-term reference pictures.
  public struct LongTerm: Equatable, Sendable {
    /// Pictures selected from the candidates of the SPS.
    public var fromSPS: [FromSPS] = []
    /// Pictures coded in the slice header.
    public var pictures: [Picture] = []

    /// None.
    public init() {}
  }

  /// A long-term reference picture selected from the candidates of the SPS.
  public struct FromSPS: Equatable, Sendable {
    /// Present if the SPS has more than one candidate.
    public var ltIdxSps: UInt8?
    /// Present if delta_poc_msb_present_flag.
    public var deltaPocMsbCycleLt: UInt32?

    /// Creates a reference to the first candidate.
    public init() {}
  }

  /// A long-term reference picture coded in the slice header.
  public struct Picture: Equatable, Sendable {
    /// The least significant bits of its picture order count.
    public var pocLsbLt: UInt16 = 0
    /// Whether the current picture may reference it.
    public var usedByCurrPicLtFlag = false
    /// Present if delta_poc_msb_present_flag.
    public var deltaPocMsbCycleLt: UInt32?

    /// The picture with count 0.
    public init() {}
  }

  /// No pictures.
  public init() {}

  /// Returns the number of pictures that the current one may reference: the contribution to NumPicTotalCurr (7-55).
  mutating func syntax<C: ElementCoder>(_ c: inout C, _ context: SliceContext) throws(SyntaxError) -> Int {
    let sets = context.refPicSets
    var isInSPS = stRefPicSet == nil
    try c.flag("short_term_ref_pic_set_sps_flag", &isInSPS)
    var total = 0
    try c.when(!isInSPS, &stRefPicSet, StRefPicSet()) { (c, set) throws(SyntaxError) in
      try c.structure("st_ref_pic_set", &set) { (c, s) throws(SyntaxError) in
        try s.syntax(&c, index: sets.count, isInSlice: true) { $0 >= 0 && $0 < sets.count ? sets[$0].numDeltaPocs : 0 }
      }
      guard let pictures = RefPicSet(set, before: sets) else {
        throw c._malformed("st_ref_pic_set", .malformed("the set has more than 16 pictures"))
      }
      total = pictures.usedCount
    }
    let last = UInt8(clamping: max(0, sets.count - 1))
    let bits = SliceContext.bits(for: UInt32(truncatingIfNeeded: sets.count))
    try c.u("short_term_ref_pic_set_idx", &shortTermRefPicSetIdx, bits: bits, in: 0...last, when: isInSPS && sets.count > 1)
    if isInSPS {
      if sets.isEmpty { throw c._malformed("short_term_ref_pic_set_sps_flag", .malformed("the SPS has no reference picture set")) }
      total = sets[min(Int(shortTermRefPicSetIdx ?? 0), sets.count - 1)].usedCount
    }
    try c.when(context.longTermPresent, &longTerm, LongTerm()) { (c, l) throws(SyntaxError) in
      total += try l.syntax(&c, context)
    }
    try c.flag("slice_temporal_mvp_enabled_flag", &sliceTemporalMvpEnabledFlag, when: context.temporalMvpEnabled)
    return total
  }
}

extension SliceReferences.LongTerm {
  mutating func syntax<C: ElementCoder>(_ c: inout C, _ context: SliceContext) throws(SyntaxError) -> Int {
    let known = context.numLongTermSps
    var named = 0
    if known > 0 { named = try c.ueCount("num_long_term_sps", fromSPS.count, in: 0...UInt32(truncatingIfNeeded: known)) }
    let count = try c.ueCount("num_long_term_pics", pictures.count, in: 0...16)
    let bits = SliceContext.bits(for: UInt32(truncatingIfNeeded: known))
    var total = 0
    try c.list("lt_idx_sps", &fromSPS, count: named, atLeast: bits + 1, SliceReferences.FromSPS()) { (c, p, i) throws(SyntaxError) in
      try c.u("lt_idx_sps", &p.ltIdxSps, bits: bits, in: 0...UInt8(clamping: max(0, known - 1)), when: known > 1, at: i)
      if context.longTermUsed >> UInt32(p.ltIdxSps ?? 0) & 1 != 0 { total += 1 }
      try deltaPocMsb(&c, &p.deltaPocMsbCycleLt, i)
    }
    let pocBits = context.pocLsbBits
    try c.list("poc_lsb_lt", &pictures, count: count, atLeast: pocBits + 2, SliceReferences.Picture()) { (c, p, k) throws(SyntaxError) in
      let i = named + k
      try c.u("poc_lsb_lt", &p.pocLsbLt, bits: pocBits, at: i)
      try c.flag("used_by_curr_pic_lt_flag", &p.usedByCurrPicLtFlag, at: i)
      if p.usedByCurrPicLtFlag { total += 1 }
      try deltaPocMsb(&c, &p.deltaPocMsbCycleLt, i)
    }
    return total
  }
}

func deltaPocMsb<C: ElementCoder>(_ c: inout C, _ cycle: inout UInt32?, _ i: Int) throws(SyntaxError) {
  try c.optional("delta_poc_msb_present_flag", &cycle, at: i, 0) { (c, v) throws(SyntaxError) in
    try c.ue("delta_poc_msb_cycle_lt", &v, at: i)
  }
}
