import BitstreamKit

/// Parameter sets that a tier needs.
///
/// ISO/IEC 14496-15:2022, `InitialParameterSetBox`.
public struct InitialParameterSetBox: TypedBox {
  public static let structureName: StaticString = "InitialParameterSetBox"
  public static var boxType: FourCC { "svip" }

  /// Indices of sequence parameter sets in the configuration record.
  public var spsIndices: [UInt8] = []
  /// Indices of picture parameter sets in the configuration record.
  public var ppsIndices: [UInt8] = []

  /// Creates a box with no parameter sets.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let spsIdCount = try c.count("sps_id_count", spsIndices.count, bits: 8)
    try c.list("SPS_index", &spsIndices, count: spsIdCount, atLeast: 8, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("SPS_index", &v, bits: 8, at: i)
    }
    let ppsIdCount = try c.count("pps_id_count", ppsIndices.count, bits: 8)
    try c.list("PPS_index", &ppsIndices, count: ppsIdCount, atLeast: 8, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("PPS_index", &v, bits: 8, at: i)
    }
  }
}
