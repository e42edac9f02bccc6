import BitstreamKit

/// Video parameter set: parameters shared by all layers of a stream.
///
/// ITU-T H.265 (08/2021) 7.3.2.1 `video_parameter_set_rbsp( )`, semantics 7.4.3.1, and F.7.3.2.1.
/// `init(nalUnit:policy:)` reads a whole NAL unit; `init(parsing:)` reads the RBSP, without header and emulation prevention bytes.
public struct VideoParameterSet: Syntax {
  public static let structureName: StaticString = "video_parameter_set_rbsp"

  /// 0 to 15.
  public var vpsVideoParameterSetId: UInt8 = 0
  /// Whether the base layer is in this stream.
  public var vpsBaseLayerInternalFlag = true
  /// Whether the base layer is available.
  public var vpsBaseLayerAvailableFlag = true
  /// 0 to 62.
  public var vpsMaxLayersMinus1: UInt8 = 0
  /// 0 to 6.
  public var vpsMaxSubLayersMinus1: UInt8 = 0
  /// Whether any sub-layer may be switched to at any picture.
  public var vpsTemporalIdNestingFlag = true
  /// 0xFFFF.
  public var vpsReserved0xffff16bits: UInt16 = 0xFFFF
  /// Profile, tier and level of the base layer.
  public var profileTierLevel = ProfileTierLevel()
  /// Whether `subLayerOrderingInfo` has an entry for each sub-layer, or only for the highest.
  public var vpsSubLayerOrderingInfoPresentFlag = true
  /// One entry, or one for each sub-layer.
  public var subLayerOrderingInfo: [SubLayerOrderingInfo] = [SubLayerOrderingInfo()]
  /// 0 to 62.
  public var vpsMaxLayerId: UInt8 = 0
  /// Layer sets from index 1: bit j is layer_id_included_flag[i][j]. Set 0 contains only the base layer.
  public var layerIdIncludedFlags: [UInt64] = []
  /// Present if vps_timing_info_present_flag.
  public var timingInfo: TimingInfo?
  /// Present if vps_extension_flag.
  public var vpsExtension: Extension?
  /// Surplus bytes after the trailing bits.
  public var trailing: [UInt8] = []

  /// Clock and HRD parameters.
  public struct TimingInfo: Equatable, Sendable {
    /// Units of the time scale in a clock tick, not 0.
    public var vpsNumUnitsInTick: UInt32 = 1
    /// Units per second, not 0.
    public var vpsTimeScale: UInt32 = 1
    /// Present if vps_poc_proportional_to_timing_flag: clock ticks for a picture order count difference of 1, minus 1.
    public var vpsNumTicksPocDiffOneMinus1: UInt32?
    /// vps_num_hrd_parameters of them.
    public var hrdParameters: [HRD] = []

    /// Creates one tick per second.
    public init() {}
  }

  /// HRD parameters of a layer set.
  public struct HRD: Equatable, Sendable {
    /// The layer set.
    public var hrdLayerSetIdx: UInt16 = 0
    /// The parameters; their `common` part is nil where cprms_present_flag is 0.
    public var hrdParameters = HRDParameters()

    /// Parameters of the base layer.
    public init() {}
  }

  /// The elements after vps_extension_flag.
  public enum Extension: Equatable, Sendable {
    /// The layers.
    case layers(VPSExtension)
    /// Raw bits that are not a valid vps_extension( ).
    case other(BitString)

    /// The parsed extension, if valid.
    public var content: VPSExtension? {
      if case .layers(let content) = self { return content }
      return nil
    }
  }

  /// The smallest set.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("vps_video_parameter_set_id", &vpsVideoParameterSetId, bits: 4)
    try c.flag("vps_base_layer_internal_flag", &vpsBaseLayerInternalFlag)
    try c.flag("vps_base_layer_available_flag", &vpsBaseLayerAvailableFlag)
    try c.u("vps_max_layers_minus1", &vpsMaxLayersMinus1, bits: 6, in: 0...62)
    try c.u("vps_max_sub_layers_minus1", &vpsMaxSubLayersMinus1, bits: 3, in: 0...6, sizing: true, at: -1, -1)
    try c.flag("vps_temporal_id_nesting_flag", &vpsTemporalIdNestingFlag)
    try c.u("vps_reserved_0xffff_16bits", &vpsReserved0xffff16bits, bits: 16, in: 0xFFFF...0xFFFF)
    let subLayers = Int(vpsMaxSubLayersMinus1)
    try c.structure("profile_tier_level", &profileTierLevel) { (c, p) throws(SyntaxError) in
      try p.syntax(&c, profilePresent: true, maxSubLayersMinus1: subLayers)
    }
    try c.flag("vps_sub_layer_ordering_info_present_flag", &vpsSubLayerOrderingInfoPresentFlag)
    let first = vpsSubLayerOrderingInfoPresentFlag ? 0 : subLayers
    try c.list(
      "vps_max_dec_pic_buffering_minus1", &subLayerOrderingInfo, count: subLayers + 1 - first, atLeast: 3, SubLayerOrderingInfo()
    ) { (c, info, i) throws(SyntaxError) in try info.syntax(&c, inVPS: true, at: first + i) }
    try layerSets(&c)
    let sets = layerIdIncludedFlags.count
    let internalBase = vpsBaseLayerInternalFlag
    try c.optional("vps_timing_info_present_flag", &timingInfo, TimingInfo()) { (c, timing) throws(SyntaxError) in
      try timing.syntax(&c, layerSets: sets, internalBase: internalBase, maxSubLayersMinus1: subLayers)
    }
    let context = VPSExtension.Context(self)
    try c.optional("vps_extension_flag", &vpsExtension, .other(.empty)) { (c, e) throws(SyntaxError) in try e.syntax(&c, context) }
    try c.rbspTrailingBits(&trailing)
  }

  mutating func layerSets(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("vps_max_layer_id", &vpsMaxLayerId, bits: 6, in: 0...62, sizing: true, at: -1, -1)
    let layers = Int(vpsMaxLayerId) + 1
    let count = try c.ueCount("vps_num_layer_sets_minus1", layerIdIncludedFlags.count, in: 0...1023)
    try c.list("layer_id_included_flag", &layerIdIncludedFlags, count: count, atLeast: layers, 0) { (c, set, i) throws(SyntaxError) in
      for j in 0..<layers {
        var bit = set >> UInt64(truncatingIfNeeded: j) & 1
        try c.u("layer_id_included_flag", &bit, bits: 1, at: i + 1, j)
        set = set & ~(1 << UInt64(truncatingIfNeeded: j)) | bit << UInt64(truncatingIfNeeded: j)
      }
    }
  }
}

extension VideoParameterSet.TimingInfo {
  mutating func syntax(
    _ c: inout SyntaxCoder, layerSets: Int, internalBase: Bool, maxSubLayersMinus1: Int
  ) throws(SyntaxError) {
    try c.u("vps_num_units_in_tick", &vpsNumUnitsInTick, bits: 32, in: 1...0xFFFF_FFFF)
    try c.u("vps_time_scale", &vpsTimeScale, bits: 32, in: 1...0xFFFF_FFFF)
    try c.optional("vps_poc_proportional_to_timing_flag", &vpsNumTicksPocDiffOneMinus1, 0) { (c, ticks) throws(SyntaxError) in
      try c.ue("vps_num_ticks_poc_diff_one_minus1", &ticks)
    }
    let limit = UInt32(truncatingIfNeeded: layerSets) + 1
    let count = try c.ueCount("vps_num_hrd_parameters", hrdParameters.count, in: 0...limit)
    var common: HRDParameters.Common?
    let lowest: UInt16 = internalBase ? 0 : min(1, UInt16(truncatingIfNeeded: layerSets))
    try c.list("hrd_parameters", &hrdParameters, count: count, atLeast: 3, VideoParameterSet.HRD()) { (c, hrd, i) throws(SyntaxError) in
      try c.ue("hrd_layer_set_idx", &hrd.hrdLayerSetIdx, in: lowest...UInt16(truncatingIfNeeded: layerSets), at: i)
      var present = hrd.hrdParameters.common != nil
      if i > 0 { try c.flag("cprms_present_flag", &present, at: i) } else { present = true }
      let inherited = common
      try c.structure("hrd_parameters", &hrd.hrdParameters) { (c, h) throws(SyntaxError) in
        try h.syntax(&c, commonPresent: present, inherited: inherited, maxSubLayersMinus1: maxSubLayersMinus1)
      }
      common = hrd.hrdParameters.common ?? inherited
    }
  }
}

extension VideoParameterSet.Extension {
  mutating func syntax(_ c: inout SyntaxCoder, _ context: VPSExtension.Context) throws(SyntaxError) {
    var isLayers = true
    if case .other = self { isLayers = false }
    try c.attempt(isLayers, &self) { (c, e) throws(SyntaxError) in
      try c.align("vps_extension_alignment_bit_equal_to_one", with: 1)
      var held = e.content
      try c.when(true, &held, VPSExtension()) { (c, v) throws(SyntaxError) in
        try c.structure(VPSExtension.structureName, &v) { (c, v) throws(SyntaxError) in try v.syntax(&c, context) }
        // Bits that are no remainder are kept with what follows it.
        if v.remainder == nil { v.vpsExtension2Flag = nil }
        if v.remainder != nil { try v.extension2(&c, context) } else { try c.rbspRest("vps_extension_data_flag", &v.vpsExtensionData) }
      }
      if let held { e = .layers(held) }
    } otherwise: { (c, e) throws(SyntaxError) in
      var held: BitString?
      if case .other(let bits) = e { held = bits }
      try c.when(true, &held, .empty) { (c, bits) throws(SyntaxError) in try c.rbspRest("vps_extension_data_flag", &bits) }
      if let held { e = .other(held) }
    }
  }
}
