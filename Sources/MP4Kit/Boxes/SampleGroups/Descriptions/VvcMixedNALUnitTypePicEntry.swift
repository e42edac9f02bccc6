import BitstreamKit

/// VVC pictures merged from subpictures with different NAL unit types.
///
/// ISO/IEC 14496-15:2022, `VvcMixedNALUnitTypePicEntry`.
public struct VvcMixedNALUnitTypePicEntry: Syntax {
  public static let structureName: StaticString = "VvcMixedNALUnitTypePicEntry"

  /// A pair of tracks, as indices into the track reference.
  public struct Pair: Equatable, Sendable {
    /// Index of the first track.
    public var mixSubpTrackIdx1: UInt16 = 0
    /// Index of the second track.
    public var mixSubpTrackIdx2: UInt16 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// Pairs of subpicture tracks whose NAL unit types may differ.
  public var pairs: [Pair] = []
  /// Bit position of pps_mixed_nalu_types_in_pic_flag in the picture parameter set.
  public var ppsMixNaluTypesInPicBitPos: UInt16 = 0
  /// Picture parameter set ID.
  public var ppsId: UInt8 = 0

  /// Creates an entry with no pictures.
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
