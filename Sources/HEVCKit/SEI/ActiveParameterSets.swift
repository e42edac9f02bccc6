import BitstreamKit

/// Active parameter sets.
///
/// ITU-T H.265 (08/2021) D.2.21 `active_parameter_sets( )`, semantics D.3.21.
public struct ActiveParameterSets: SEIPayloadStructure {
  public static let structureName: StaticString = "active_parameter_sets"

  /// 0 to 15.
  public var activeVideoParameterSetId: UInt8 = 0
  /// Whether each random access point includes all parameter sets it needs.
  public var selfContainedCvsFlag = false
  /// Whether parameter sets are never updated.
  public var noParameterSetUpdateFlag = false
  /// At least one, 0 to 15 each.
  public var activeSeqParameterSetId: [UInt8] = [0]
  /// For each layer, except the first if it is in this stream: the index of its sequence parameter set.
  public var layerSpsIdx: [UInt8] = []

  /// Sets 0.
  public init() {}

  /// - Parameter sets: the parameter sets that the message refers to.
  public mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) {
    try c.u("active_video_parameter_set_id", &activeVideoParameterSetId, bits: 4)
    try c.flag("self_contained_cvs_flag", &selfContainedCvsFlag)
    try c.flag("no_parameter_set_update_flag", &noParameterSetUpdateFlag)
    let count = try c.ueCount("num_sps_ids_minus1", activeSeqParameterSetId.count, minus: 1, in: 0...15)
    try c.list("active_seq_parameter_set_id", &activeSeqParameterSetId, count: count, atLeast: 1, 0) { (c, id, i) throws(SyntaxError) in
      try c.ue("active_seq_parameter_set_id", &id, in: 0...15, at: i)
    }
    guard let vps = sets.videoParameterSet(activeVideoParameterSetId) else {
      throw c._malformed("active_video_parameter_set_id", .unsupported("the video parameter set is missing"))
    }
    let first = vps.vpsBaseLayerInternalFlag ? 1 : 0
    let layers = max(0, Int(min(vps.vpsMaxLayersMinus1, 62)) + 1 - first)
    let last = UInt8(truncatingIfNeeded: count - 1)
    try c.list("layer_sps_idx", &layerSpsIdx, count: layers, atLeast: 1, 0) { (c, index, i) throws(SyntaxError) in
      try c.ue("layer_sps_idx", &index, in: 0...last, at: first + i)
    }
  }
}
