import BitstreamKit

/// Order in which the subpictures of other tracks form a VVC picture.
///
/// ISO/IEC 14496-15:2022, `VvcSubpicOrderEntry`.
public struct VvcSubpicOrderEntry: Syntax {
  public static let structureName: StaticString = "VvcSubpicOrderEntry"

  /// Indices into the `subp` track reference, at most 32,767.
  public var subpTrackRefIdx: [UInt16] = []
  /// Rewriting of subpicture IDs in parameter sets; nil if they stay unchanged.
  public var rewriting: Rewriting?

  /// Creates an entry with no subpictures.
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

  /// Location of the subpicture IDs in a parameter set.
  public struct Rewriting: Equatable, Sendable {
    /// Size of a subpicture ID in bits minus 1.
    public var subpicIDLenMinus1: UInt8 = 0
    /// Bit position of the first subpicture ID in the RBSP.
    public var subpicIDBitPos: UInt16 = 0
    /// Whether emulation prevention bytes precede that bit.
    public var startCodeEmulFlag = false
    /// True for a picture parameter set, false for a sequence parameter set.
    public var ppsSpsSubpicIDFlag = true
    /// Parameter set ID.
    public var parameterSetID: UInt8 = 0
    /// Reserved: 0; follows the ID of a sequence parameter set.
    public var reserved: UInt8 = 0

    /// Creates an instance with default values (picture parameter set 0).
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
