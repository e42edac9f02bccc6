import BitstreamKit

/// Pictures of VVC that are merged from subpictures of different NAL unit types.
///
/// ISO/IEC 14496-15:2022, `VvcMixedNALUnitTypePicEntry`.
public struct VvcMixedNALUnitTypePicEntry: Syntax {
  public static let structureName: StaticString = "VvcMixedNALUnitTypePicEntry"

  /// Two tracks, by their places in the track reference.
  public struct Pair: Equatable, Sendable {
    /// The first.
    public var mixSubpTrackIdx1: UInt16 = 0
    /// The second.
    public var mixSubpTrackIdx2: UInt16 = 0

    /// Nothing said as yet.
    public init() {}
  }

  /// Subpicture tracks whose types may differ.
  public var pairs: [Pair] = []
  /// The bit of pps_mixed_nalu_types_in_pic_flag in the picture parameter set.
  public var ppsMixNaluTypesInPicBitPos: UInt16 = 0
  /// The picture parameter set.
  public var ppsId: UInt8 = 0

  /// No pictures.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let numMixNaluPicIdx = try c.count("num_mix_nalu_pic_idx", pairs.count, bits: 16)
    try c.list("pair", &pairs, count: numMixNaluPicIdx, atLeast: 32, Pair()) { (c, v, i) throws(SyntaxError) in
      try c.u("mix_subp_track_idx1", &v.mixSubpTrackIdx1, bits: 16, at: i)
      try c.u("mix_subp_track_idx2", &v.mixSubpTrackIdx2, bits: 16, at: i)
    }
    try c.u("pps_mix_nalu_types_in_pic_bit_pos", &ppsMixNaluTypesInPicBitPos, bits: 10)
    try c.u("pps_id", &ppsId, bits: 6)
  }
}
