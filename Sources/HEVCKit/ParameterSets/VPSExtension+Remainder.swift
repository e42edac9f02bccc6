import BitstreamKit

extension VPSExtension {
  /// What follows the representation formats: sizes of decoded picture buffers, types of dependencies, usability information.
  ///
  /// ITU-T H.265 (08/2021) F.7.3.2.1.1 from `dpb_size( )` to `vps_vui( )`.
  public struct Remainder: Equatable, Sendable {
    /// Sizes of decoded picture buffers.
    public var dpbSize = DPBSize()
    /// Bits of a dependency type, less 2; 0 to 30.
    public var directDepTypeLenMinus2: UInt8 = 0
    /// Present with direct_dependency_all_layers_flag: the type of all dependencies. 0 sample, 1 motion, 2 both.
    public var directDependencyAllLayersType: UInt32?
    /// For each direct dependency in the order of `directDependencyFlags`, without direct_dependency_all_layers_flag.
    public var directDependencyTypes: [UInt32] = []
    /// vps_non_vui_extension_data_byte, at most 4096.
    public var vpsNonVuiExtensionDataBytes: [UInt8] = []
    /// Present with vps_vui_present_flag.
    public var vpsVui: VPSVUI?

    /// The smallest one.
    public init() {}

    mutating func syntax(_ c: inout SyntaxCoder, _ layers: LayerSets) throws(SyntaxError) {
      try c.structure("dpb_size", &dpbSize) { (c, d) throws(SyntaxError) in try d.syntax(&c, layers) }
      try c.ue("direct_dep_type_len_minus2", &directDepTypeLenMinus2, in: 0...30, sizing: true, at: -1, -1)
      let bits = Int(directDepTypeLenMinus2) + 2
      try c.optional("direct_dependency_all_layers_flag", &directDependencyAllLayersType, 0) { (c, v) throws(SyntaxError) in
        try c.u("direct_dependency_all_layers_type", &v, bits: bits)
      }
      let pairs = directDependencyAllLayersType == nil ? layers.dependencies : []
      try c.list("direct_dependency_type", &directDependencyTypes, count: pairs.count, atLeast: bits, 0) { (c, v, n) throws(SyntaxError) in
        try c.u("direct_dependency_type", &v, bits: bits, at: pairs[n].layer, pairs[n].reference)
      }
      let count = try c.ueCount("vps_non_vui_extension_length", vpsNonVuiExtensionDataBytes.count, in: 0...4096)
      try c.list("vps_non_vui_extension_data_byte", &vpsNonVuiExtensionDataBytes, count: count, atLeast: 8, 0) {
        (c, v, i) throws(SyntaxError) in
        try c.u("vps_non_vui_extension_data_byte", &v, bits: 8, at: i + 1)
      }
      try c.optional("vps_vui_present_flag", &vpsVui, VPSVUI()) { (c, vui) throws(SyntaxError) in
        try c.align("vps_vui_alignment_bit_equal_to_one", with: 1)
        try c.structure(VPSVUI.structureName, &vui) { (c, v) throws(SyntaxError) in try v.syntax(&c, layers) }
      }
    }
  }

  /// The bits after vps_extension2_flag.
  ///
  /// ITU-T H.265 (08/2021) I.7.3.2.1.
  public struct Extension2: Equatable, Sendable {
    /// Present with vps_3d_extension_flag.
    public var threeD: VPS3DExtension?
    /// Whether vps_extension_data_flag follow.
    public var vpsExtension3Flag = false

    /// No extension.
    public init() {}
  }

  /// The layer sets and what depends on what: what the rest of the extension hangs on.
  struct LayerSets: Sendable {
    /// vps_base_layer_internal_flag.
    let internalBase: Bool
    /// vps_num_hrd_parameters, and the common part that further HRD parameters inherit.
    let hrd: (count: Int, common: HRDParameters.Common?)
    /// LayerSetLayerIdList.
    let lists: [[UInt8]]
    /// OlsIdxToLsIdx.
    let outputSets: [Int]
    /// For each output layer set, the places in its list of layers that are necessary: NecessaryLayerFlag.
    let necessary: [[Int]]
    /// MaxSubLayersInLayerSetMinus1.
    let maxSubLayers: [Int]
    /// For each layer by its place, the places of those that it refers to directly: IdDirectRefLayer.
    let direct: [[Int]]
    /// Pairs of layers with a direct dependency whose type is coded.
    let dependencies: [(layer: Int, reference: Int)]

    init(_ ext: VPSExtension, _ context: Context, _ map: LayerMap, _ sets: OutputSets) {
      internalBase = context.internalBase
      hrd = context.hrd
      lists = sets.lists
      outputSets = sets.layerSets
      necessary = sets.necessary
      let limits = ext.subLayersVpsMaxMinus1
      maxSubLayers = sets.lists.map { list in
        list.map { number in
          let place = map.place(of: number)
          return limits.map { place < $0.count ? Int($0[place]) : 0 } ?? context.maxSubLayersMinus1
        }.max() ?? 0
      }
      let flags = [0] + ext.directDependencyFlags
      let direct = flags.indices.map { i in (0..<i).filter { flags[i] >> UInt64($0) & 1 != 0 } }
      self.direct = direct
      let first = context.internalBase ? 0 : 1
      dependencies = direct.indices.dropFirst(first + 1).flatMap { i in
        direct[i].filter { $0 >= first }.map { (layer: i, reference: $0) }
      }
    }
  }

  /// What `outputs` learns of the output layer sets.
  struct OutputSets: Sendable {
    var lists: [[UInt8]] = []
    var layerSets: [Int] = [0]
    var necessary: [[Int]] = [[0]]

    init() {}
  }

  /// vps_extension2_flag and what follows it.
  mutating func extension2(_ c: inout SyntaxCoder, _ context: Context) throws(SyntaxError) {
    // Early encoders end before the flag.
    let isThere = try c.moreRBSPData(vpsExtension2Flag != nil)
    try c.flag("vps_extension2_flag", &vpsExtension2Flag, when: isThere)
    if !isThere { return }
    if vpsExtension2Flag == true {
      let views = LayerMap(self, context).viewOrderList
      try c.attempt(extension2 != nil, &self) { (c, e) throws(SyntaxError) in
        try c.when(true, &e.extension2, Extension2()) { (c, x) throws(SyntaxError) in
          try c.optional("vps_3d_extension_flag", &x.threeD, VPS3DExtension()) { (c, d) throws(SyntaxError) in
            try c.align("vps_3d_extension_alignment_bit_equal_to_one", with: 1)
            try c.structure(VPS3DExtension.structureName, &d) { (c, d) throws(SyntaxError) in try d.syntax(&c, views: views) }
          }
          try c.flag("vps_extension3_flag", &x.vpsExtension3Flag)
        }
      } otherwise: { (_, e) throws(SyntaxError) in
        e.extension2 = nil
      }
    }
    if try c.moreRBSPData(!vpsExtensionData.isEmpty) { try c.rbspRest("vps_extension_data_flag", &vpsExtensionData) }
  }
}

/// Sizes of decoded picture buffers, for each output layer set.
///
/// ITU-T H.265 (08/2021) F.7.3.2.1.3 `dpb_size( )`, semantics F.7.4.3.1.3.
public struct DPBSize: Equatable, Sendable {
  /// For each output layer set from the second on.
  public var outputLayerSets: [OutputLayerSet] = []

  /// Sizes of an output layer set.
  public struct OutputLayerSet: Equatable, Sendable {
    /// Whether sub-layers above the lowest have flags of their own.
    public var subLayerFlagInfoPresentFlag = false
    /// For each sub-layer; nil where the sizes are those of the one below.
    public var subLayers: [SubLayer?] = []

    /// No sub-layers.
    public init() {}
  }

  /// Sizes for a sub-layer and those below it.
  public struct SubLayer: Equatable, Sendable {
    /// For each necessary layer, less 1.
    public var maxVpsDecPicBufferingMinus1: [UInt32] = []
    /// Access units that precede another in decoding order and follow it in output order.
    public var maxVpsNumReorderPics: UInt32 = 0
    /// 0 for no limit.
    public var maxVpsLatencyIncreasePlus1: UInt32 = 0

    /// No reordering.
    public init() {}
  }

  /// No output layer sets but the first.
  public init() {}

  mutating func syntax(_ c: inout SyntaxCoder, _ layers: VPSExtension.LayerSets) throws(SyntaxError) {
    let count = layers.outputSets.count - 1
    try c.list("sub_layer_flag_info_present_flag", &outputLayerSets, count: count, atLeast: 3, OutputLayerSet()) {
      (c, ols, n) throws(SyntaxError) in
      let (i, set) = (n + 1, layers.outputSets[n + 1])
      let places = layers.necessary[i].filter { layers.internalBase || layers.lists[set][$0] != 0 }
      try c.flag("sub_layer_flag_info_present_flag", &ols.subLayerFlagInfoPresentFlag, at: i)
      let hasFlags = ols.subLayerFlagInfoPresentFlag
      try c.list("sub_layer_dpb_info_present_flag", &ols.subLayers, count: layers.maxSubLayers[set] + 1, atLeast: 0, nil) {
        (c, sizes, j) throws(SyntaxError) in
        var present = j == 0 || sizes != nil
        if j > 0, hasFlags { try c.flag("sub_layer_dpb_info_present_flag", &present, at: i, j) } else { present = j == 0 }
        try c.when(present, &sizes, SubLayer()) { (c, s) throws(SyntaxError) in
          try c.list("max_vps_dec_pic_buffering_minus1", &s.maxVpsDecPicBufferingMinus1, count: places.count, atLeast: 1, 0) {
            (c, v, n) throws(SyntaxError) in
            try c.ue("max_vps_dec_pic_buffering_minus1", &v, at: i, ElementIndex.packing(places[n], j))
          }
          try c.ue("max_vps_num_reorder_pics", &s.maxVpsNumReorderPics, at: i, j)
          try c.ue("max_vps_latency_increase_plus1", &s.maxVpsLatencyIncreasePlus1, at: i, j)
        }
      }
    }
  }
}
