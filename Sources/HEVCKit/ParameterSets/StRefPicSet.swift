import BitstreamKit

/// A short-term reference picture set in coded form.
///
/// ITU-T H.265 (08/2021) 7.3.7 `st_ref_pic_set( stRpsIdx )`, semantics 7.4.8. `RefPicSet` is the derived form.
public struct StRefPicSet: Equatable, Sendable {
  /// Present if inter_ref_pic_set_prediction_flag: the set is predicted from another one.
  public var prediction: Prediction?
  /// Present without prediction.
  public var pictures: Pictures? = Pictures()

  /// The difference from another set.
  public struct Prediction: Equatable, Sendable {
    /// The distance back to the other set, minus 1; only in slice headers.
    public var deltaIdxMinus1: UInt8?
    /// Whether the difference is negative.
    public var deltaRpsSign = false
    /// The difference, minus 1; 0 to 32767.
    public var absDeltaRpsMinus1: UInt16 = 0
    /// Bit j is used_by_curr_pic_flag[j].
    public var usedByCurrPicFlags: UInt32 = 0
    /// Bit j is use_delta_flag[j], which is coded only if used_by_curr_pic_flag[j] is 0; otherwise the bit is 0 here.
    public var useDeltaFlags: UInt32 = 0

    /// A difference of 1.
    public init() {}
  }

  /// The pictures themselves.
  public struct Pictures: Equatable, Sendable {
    /// Distances to preceding pictures, each from the next nearer one, minus 1; 0 to 32767.
    public var deltaPocS0Minus1 = ShortList<UInt16>()
    /// Bit i is used_by_curr_pic_s0_flag[i].
    public var usedByCurrPicS0Flags: UInt32 = 0
    /// Distances to following pictures, each from the next nearer one, minus 1; 0 to 32767.
    public var deltaPocS1Minus1 = ShortList<UInt16>()
    /// Bit i is used_by_curr_pic_s1_flag[i].
    public var usedByCurrPicS1Flags: UInt32 = 0

    /// No picture.
    public init() {}
  }

  /// A set without pictures.
  public init() {}

  /// - Parameters:
  ///   - index: stRpsIdx; in a slice header, the number of sets in the SPS.
  ///   - isInSlice: whether the set is in a slice header.
  ///   - deltaPocs: NumDeltaPocs of the preceding sets.
  public mutating func syntax<C: ElementCoder>(
    _ c: inout C, index: Int, isInSlice: Bool, deltaPocs: (Int) -> Int
  ) throws(SyntaxError) {
    var predicted = prediction != nil
    if index != 0 { try c.flag("inter_ref_pic_set_prediction_flag", &predicted) } else { predicted = false }
    try c.when(predicted, &prediction, Prediction()) { (c, p) throws(SyntaxError) in
      try p.syntax(&c, index: index, isInSlice: isInSlice, deltaPocs: deltaPocs)
    }
    try c.when(!predicted, &pictures, Pictures()) { (c, p) throws(SyntaxError) in try p.syntax(&c) }
  }
}

extension StRefPicSet.Prediction {
  mutating func syntax<C: ElementCoder>(
    _ c: inout C, index: Int, isInSlice: Bool, deltaPocs: (Int) -> Int
  ) throws(SyntaxError) {
    let farthest = UInt8(truncatingIfNeeded: min(index - 1, 63))
    try c.when(isInSlice, &deltaIdxMinus1, 0) { (c, delta) throws(SyntaxError) in
      try c.ue("delta_idx_minus1", &delta, in: 0...farthest, sizing: true, at: -1, -1)
    }
    try c.flag("delta_rps_sign", &deltaRpsSign)
    try c.ue("abs_delta_rps_minus1", &absDeltaRpsMinus1, in: 0...0x7FFF)
    var (used, useDelta) = (usedByCurrPicFlags, useDeltaFlags)
    for j in 0...min(max(0, deltaPocs(index - 1 - Int(deltaIdxMinus1 ?? 0))), 16) {
      let bit: UInt32 = 1 << UInt32(truncatingIfNeeded: j)
      var (isUsed, usesDelta) = (used & bit != 0, useDelta & bit != 0)
      try c.flag("used_by_curr_pic_flag", &isUsed, at: j)
      if !isUsed { try c.flag("use_delta_flag", &usesDelta, at: j) } else { usesDelta = false }
      used = isUsed ? used | bit : used & ~bit
      useDelta = usesDelta ? useDelta | bit : useDelta & ~bit
    }
    usedByCurrPicFlags = used
    useDeltaFlags = useDelta
  }
}

extension StRefPicSet.Pictures {
  mutating func syntax<C: ElementCoder>(_ c: inout C) throws(SyntaxError) {
    let before = try c.ueCount("num_negative_pics", deltaPocS0Minus1.count, in: 0...15)
    let after = try c.ueCount("num_positive_pics", deltaPocS1Minus1.count, in: 0...UInt32(truncatingIfNeeded: max(0, 15 - before)))
    var flags = usedByCurrPicS0Flags
    try c.list("delta_poc_s0_minus1", &deltaPocS0Minus1, count: before, atLeast: 2) { (c, delta, i) throws(SyntaxError) in
      try c.ue("delta_poc_s0_minus1", &delta, in: 0...0x7FFF, at: i)
      var used = flags >> UInt32(truncatingIfNeeded: i) & 1
      try c.u("used_by_curr_pic_s0_flag", &used, bits: 1, at: i)
      flags = flags & ~(1 << UInt32(truncatingIfNeeded: i)) | used << UInt32(truncatingIfNeeded: i)
    }
    usedByCurrPicS0Flags = flags
    flags = usedByCurrPicS1Flags
    try c.list("delta_poc_s1_minus1", &deltaPocS1Minus1, count: after, atLeast: 2) { (c, delta, i) throws(SyntaxError) in
      try c.ue("delta_poc_s1_minus1", &delta, in: 0...0x7FFF, at: i)
      var used = flags >> UInt32(truncatingIfNeeded: i) & 1
      try c.u("used_by_curr_pic_s1_flag", &used, bits: 1, at: i)
      flags = flags & ~(1 << UInt32(truncatingIfNeeded: i)) | used << UInt32(truncatingIfNeeded: i)
    }
    usedByCurrPicS1Flags = flags
  }
}
