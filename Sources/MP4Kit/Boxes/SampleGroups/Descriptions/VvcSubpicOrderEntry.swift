import BitstreamKit

/// The order in which the subpictures of other tracks make up a picture of VVC.
///
/// ISO/IEC 14496-15:2022, `VvcSubpicOrderEntry`.
public struct VvcSubpicOrderEntry: Syntax {
  public static let structureName: StaticString = "VvcSubpicOrderEntry"

  /// Tracks, by their places in the track reference `subp`; at most 32,767.
  public var subpTrackRefIdx: [UInt16] = []
  /// How the numbers of subpictures are written anew in parameter sets; nil where they stay.
  public var rewriting: Rewriting?

  /// No subpictures.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    var hasInfo = rewriting != nil
    try c.flag("subpic_id_info_flag", &hasInfo)
    let count = try c.count("num_subpic_ref_idx", subpTrackRefIdx.count, bits: 15)
    try c.list("subp_track_ref_idx", &subpTrackRefIdx, count: count, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("subp_track_ref_idx", &v, bits: 16, at: i)
    }
    try c.when(hasInfo, &rewriting, Rewriting()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
  }

  /// Where a parameter set holds the numbers of subpictures.
  public struct Rewriting: Equatable, Sendable {
    /// The bits of a number, less one.
    public var subpicIDLenMinus1: UInt8 = 0
    /// The bit of the parameter set's RBSP at which the numbers start.
    public var subpicIDBitPos: UInt16 = 0
    /// Whether emulation prevention bytes stand before that bit.
    public var startCodeEmulFlag = false
    /// True for a picture parameter set, false for a sequence parameter set.
    public var ppsSpsSubpicIDFlag = true
    /// The parameter set.
    public var parameterSetID: UInt8 = 0
    /// 0; after the number of a sequence parameter set.
    public var reserved: UInt8 = 0

    /// Picture parameter set 0.
    public init() {}

    mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
      try c.u("subpic_id_len_minus1", &subpicIDLenMinus1, bits: 4)
      try c.u("subpic_id_bit_pos", &subpicIDBitPos, bits: 12)
      try c.flag("start_code_emul_flag", &startCodeEmulFlag)
      try c.flag("pps_sps_subpic_id_flag", &ppsSpsSubpicIDFlag)
      if ppsSpsSubpicIDFlag {
        try c.u("pps_id", &parameterSetID, bits: 6)
      } else {
        try c.u("sps_id", &parameterSetID, bits: 4)
        try c.u("reserved", &reserved, bits: 2)
      }
    }
  }
}
