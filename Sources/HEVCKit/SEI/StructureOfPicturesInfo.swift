import BitstreamKit

/// Structure of pictures information: the following pictures in decoding order, as a group.
///
/// ITU-T H.265 (08/2021) D.2.20 `structure_of_pictures_info( )`, semantics D.3.20.
public struct StructureOfPicturesInfo: Syntax {
  public static let structureName: StaticString = "structure_of_pictures_info"

  /// The sequence parameter set, 0 to 15.
  public var sopSeqParameterSetId: UInt8 = 0
  /// 1 to 1024 pictures.
  public var entries: [Entry] = [Entry()]

  /// Information about one picture.
  public struct Entry: Equatable, Sendable {
    /// nal_unit_type of its slices.
    public var sopVclNut: UInt8 = 0
    /// TemporalId.
    public var sopTemporalId: UInt8 = 0
    /// The reference picture set index; nil for IDR pictures.
    public var sopShortTermRpsIdx: UInt32?
    /// The picture order count difference from the previous picture; nil for the first.
    public var sopPocDelta: Int32?

    /// A picture of the lowest sub-layer.
    public init() {}
  }

  /// Information about one picture.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("sop_seq_parameter_set_id", &sopSeqParameterSetId, in: 0...15)
    let count = try c.ueCount("num_entries_in_sop_minus1", entries.count, minus: 1, in: 0...1023)
    try c.list("sop_vcl_nut", &entries, count: count, atLeast: 9, Entry()) { (c, e, i) throws(SyntaxError) in
      try c.u("sop_vcl_nut", &e.sopVclNut, bits: 6, at: i)
      try c.u("sop_temporal_id", &e.sopTemporalId, bits: 3, at: i)
      let isIDR = e.sopVclNut == 19 || e.sopVclNut == 20
      try c.ue("sop_short_term_rps_idx", &e.sopShortTermRpsIdx, in: 0...64, when: !isIDR, at: i)
      try c.se("sop_poc_delta", &e.sopPocDelta, in: -32768...32767, when: i > 0, at: i)
    }
  }
}
