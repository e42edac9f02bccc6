import BitstreamKit

extension VPSExtension {
  /// Preceding VPS elements that the extension syntax depends on.
  struct Context: Sendable {
    let maxLayersMinus1: Int
    let maxSubLayersMinus1: Int
    let internalBase: Bool
    /// Layer sets, including that of the base layer: bit j is the layer with id j.
    let layerSets: [UInt64]
    /// vps_num_hrd_parameters, and the common part that further HRD parameters inherit.
    let hrd: (count: Int, common: HRDParameters.Common?)

    init(_ vps: VideoParameterSet) {
      maxLayersMinus1 = min(62, Int(vps.vpsMaxLayersMinus1))
      maxSubLayersMinus1 = Int(vps.vpsMaxSubLayersMinus1)
      internalBase = vps.vpsBaseLayerInternalFlag
      layerSets = [1] + vps.layerIdIncludedFlags
      let parameters = vps.timingInfo?.hrdParameters ?? []
      hrd = (parameters.count, parameters.compactMap { $0.hrdParameters.common }.last)
    }
  }

  mutating func syntax(_ c: inout SyntaxCoder, _ context: Context) throws(SyntaxError) {
    let subLayers = context.maxSubLayersMinus1
    try c.when(context.maxLayersMinus1 > 0 && context.internalBase, &profileTierLevel, Self.levelAlone) { (c, p) throws(SyntaxError) in
      try c.structure("profile_tier_level", &p) { (c, p) throws(SyntaxError) in
        try p.syntax(&c, profilePresent: false, maxSubLayersMinus1: subLayers)
      }
    }
    try dimensions(&c, context)
    let map = LayerMap(self, context)
    try views(&c, map)
    let tree = LayerTree(self, map)
    try layerSets(&c, context, tree)
    try subLayerLimits(&c, context)
    try profiles(&c, context)
    let sets = try outputs(&c, context, map, tree)
    try formats(&c, context)
    try c.flag("max_one_active_ref_layer_flag", &maxOneActiveRefLayerFlag)
    try c.flag("vps_poc_lsb_aligned_flag", &vpsPocLsbAlignedFlag)
    var flags = pocLsbNotPresentFlags
    for i in 1..<max(1, context.maxLayersMinus1 + 1) where tree.direct[i] == 0 {
      var bit = flags >> UInt64(i) & 1
      try c.u("poc_lsb_not_present_flag", &bit, bits: 1, at: i)
      flags = flags & ~(1 << UInt64(i)) | bit << UInt64(i)
    }
    pocLsbNotPresentFlags = flags
    let layers = LayerSets(self, context, map, sets)
    try c.attempt(remainder != nil, &self) { (c, e) throws(SyntaxError) in
      try c.when(true, &e.remainder, Remainder()) { (c, r) throws(SyntaxError) in try r.syntax(&c, layers) }
    } otherwise: { (_, e) throws(SyntaxError) in
      e.remainder = nil
    }
  }

  static var levelAlone: ProfileTierLevel {
    var level = ProfileTierLevel()
    level.general = nil
    return level
  }

  /// splitting_flag to dimension_id.
  mutating func dimensions(_ c: inout SyntaxCoder, _ context: Context) throws(SyntaxError) {
    try c.flag("splitting_flag", &splittingFlag)
    var mask = scalabilityMaskFlags
    for i in 0..<16 {
      var bit = mask >> UInt16(15 - i) & 1
      try c.u("scalability_mask_flag", &bit, bits: 1, at: i)
      mask = mask & ~(1 << UInt16(15 - i)) | bit << UInt16(15 - i)
    }
    scalabilityMaskFlags = mask
    let types = mask.nonzeroBitCount
    let isSplit = splittingFlag
    let count = max(0, isSplit ? types - 1 : types)
    try c.list("dimension_id_len_minus1", &dimensionIdLenMinus1, count: count, atLeast: 3, 0) { (c, v, j) throws(SyntaxError) in
      try c.u("dimension_id_len_minus1", &v, bits: 3, at: j)
    }
    try c.flag("vps_nuh_layer_id_present_flag", &vpsNuhLayerIdPresentFlag)
    let (hasNumbers, lengths) = (vpsNuhLayerIdPresentFlag, dimensionIdLenMinus1)
    try c.list("layer_id_in_nuh", &layers, count: context.maxLayersMinus1, atLeast: 0, Layer()) { (c, layer, k) throws(SyntaxError) in
      try c.u("layer_id_in_nuh", &layer.layerIdInNuh, bits: 6, in: 0...62, when: hasNumbers, at: k + 1)
      try c.list("dimension_id", &layer.dimensionId, count: isSplit ? 0 : types, atLeast: 1, 0) { (c, v, j) throws(SyntaxError) in
        try c.u("dimension_id", &v, bits: Int(lengths[j]) + 1, at: k + 1, j)
      }
    }
  }

  /// view_id_len to direct_dependency_flag.
  mutating func views(_ c: inout SyntaxCoder, _ map: LayerMap) throws(SyntaxError) {
    try c.u("view_id_len", &viewIdLen, bits: 4)
    let bits = Int(viewIdLen)
    try c.list("view_id_val", &viewIdVal, count: bits > 0 ? map.numViews : 0, atLeast: bits, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("view_id_val", &v, bits: bits, at: i)
    }
    try c.list("direct_dependency_flag", &directDependencyFlags, count: map.count - 1, atLeast: 1, 0) { (c, flags, k) throws(SyntaxError) in
      for j in 0...k {
        var bit = flags >> UInt64(j) & 1
        try c.u("direct_dependency_flag", &bit, bits: 1, at: k + 1, j)
        flags = flags & ~(1 << UInt64(j)) | bit << UInt64(j)
      }
    }
  }

  /// num_add_layer_sets and highest_layer_idx_plus1.
  mutating func layerSets(_ c: inout SyntaxCoder, _ context: Context, _ tree: LayerTree) throws(SyntaxError) {
    let trees = tree.trees
    guard trees.count > 1 else {
      if !addLayerSets.isEmpty { throw c._inconsistent("num_add_layer_sets", "there is only one tree of layers") }
      return
    }
    let count = try c.ueCount("num_add_layer_sets", addLayerSets.count, in: 0...1023)
    try c.list("highest_layer_idx_plus1", &addLayerSets, count: count, atLeast: trees.count - 1, []) { (c, set, i) throws(SyntaxError) in
      try c.list("highest_layer_idx_plus1", &set, count: trees.count - 1, atLeast: 1, 0) { (c, v, k) throws(SyntaxError) in
        let layers = trees[k + 1].count
        let bits = SliceContext.bits(for: UInt32(truncatingIfNeeded: layers) + 1)
        try c.u("highest_layer_idx_plus1", &v, bits: bits, in: 0...UInt8(clamping: layers), sizing: true, at: i, k + 1)
      }
    }
  }

  /// vps_sub_layers_max_minus1_present_flag to default_ref_layers_active_flag.
  mutating func subLayerLimits(_ c: inout SyntaxCoder, _ context: Context) throws(SyntaxError) {
    let last = context.maxLayersMinus1
    try c.optional("vps_sub_layers_max_minus1_present_flag", &subLayersVpsMaxMinus1, []) { (c, list) throws(SyntaxError) in
      try c.list("sub_layers_vps_max_minus1", &list, count: last + 1, atLeast: 3, 0) { (c, v, i) throws(SyntaxError) in
        try c.u("sub_layers_vps_max_minus1", &v, bits: 3, in: 0...6, at: i)
      }
    }
    var pairs: [(Int, Int)] = []
    for i in 0..<last { for j in i + 1...last where directDependencyFlags[j - 1] >> UInt64(i) & 1 != 0 { pairs.append((i, j)) } }
    try c.optional("max_tid_ref_present_flag", &maxTidIlRefPicsPlus1, []) { (c, list) throws(SyntaxError) in
      try c.list("max_tid_il_ref_pics_plus1", &list, count: pairs.count, atLeast: 3, 0) { (c, v, k) throws(SyntaxError) in
        try c.u("max_tid_il_ref_pics_plus1", &v, bits: 3, at: pairs[k].0, pairs[k].1)
      }
    }
    try c.flag("default_ref_layers_active_flag", &defaultRefLayersActiveFlag)
  }

  /// vps_num_profile_tier_level_minus1 to the last profile_tier_level( ).
  mutating func profiles(_ c: inout SyntaxCoder, _ context: Context) throws(SyntaxError) {
    try c.ue("vps_num_profile_tier_level_minus1", &vpsNumProfileTierLevelMinus1, in: 0...63, sizing: true, at: -1, -1)
    let first = context.internalBase ? 2 : 1
    let count = max(0, Int(vpsNumProfileTierLevelMinus1) + 1 - first)
    let subLayers = context.maxSubLayersMinus1
    try c.list("vps_profile_present_flag", &profileTierLevels, count: count, atLeast: 9, ProfileTierLevel()) {
      (c, p, k) throws(SyntaxError) in
      var present = p.general != nil
      try c.flag("vps_profile_present_flag", &present, at: first + k)
      let isPresent = present
      try c.structure("profile_tier_level", &p) { (c, p) throws(SyntaxError) in
        try p.syntax(&c, profilePresent: isPresent, maxSubLayersMinus1: subLayers)
      }
    }
  }

  /// num_add_olss to alt_output_layer_flag.
  mutating func outputs(
    _ c: inout SyntaxCoder, _ context: Context, _ map: LayerMap, _ tree: LayerTree
  ) throws(SyntaxError) -> OutputSets {
    let sets = map.layerLists(context, addLayerSets, tree)
    try c.when(sets.count > 1, &outputLayerSetInfo, OutputLayerSetInfo()) { (c, info) throws(SyntaxError) in
      try c.ue("num_add_olss", &info.numAddOlss, in: 0...1023, sizing: true, at: -1, -1)
      try c.u("default_output_layer_idc", &info.defaultOutputLayerIdc, bits: 2)
    }
    var found = OutputSets()
    found.lists = sets
    let total = sets.count + Int(outputLayerSetInfo?.numAddOlss ?? 0)
    let idc = min(outputLayerSetInfo?.defaultOutputLayerIdc ?? 0, 2)
    let profileBits = SliceContext.bits(for: UInt32(vpsNumProfileTierLevelMinus1) + 1)
    let lastProfile = vpsNumProfileTierLevelMinus1
    let numbered = SliceContext.bits(for: UInt32(truncatingIfNeeded: max(1, sets.count - 1)))
    try c.list("output_layer_flag", &outputLayerSets, count: total - 1, atLeast: 0, OutputLayerSet()) { (c, ols, k) throws(SyntaxError) in
      let i = k + 1
      try c.when(sets.count > 2 && i >= sets.count, &ols.layerSetIdxForOlsMinus1, 0) { (c, v) throws(SyntaxError) in
        try c.u(
          "layer_set_idx_for_ols_minus1", &v, bits: numbered, in: 0...UInt16(truncatingIfNeeded: sets.count - 2), sizing: true, at: i, -1)
      }
      let set = min(i < sets.count ? i : Int(ols.layerSetIdxForOlsMinus1 ?? 0) + 1, sets.count - 1)
      let list = sets[set]
      let isTold = i > context.layerSets.count - 1 || idc == 2
      try c.list("output_layer_flag", &ols.outputLayerFlags, count: isTold ? list.count : 0, atLeast: 1, false) {
        (c, v, j) throws(SyntaxError) in
        try c.flag("output_layer_flag", &v, at: i, j)
      }
      let flags = isTold ? ols.outputLayerFlags : list.indices.map { idc == 0 || $0 == list.count - 1 }
      let needed = tree.necessary(list, flags, map)
      found.layerSets.append(set)
      found.necessary.append(needed)
      let profiled = lastProfile > 0 ? needed : []
      try c.list("profile_tier_level_idx", &ols.profileTierLevelIdx, count: profiled.count, atLeast: 1, 0) {
        (c, v, n) throws(SyntaxError) in
        try c.u("profile_tier_level_idx", &v, bits: profileBits, in: 0...lastProfile, at: i, profiled[n])
      }
      let outputs = flags.indices.filter { flags[$0] }
      let dependsAlone = outputs.count == 1 && tree.direct[map.place(of: list[outputs[0]])] > 0
      try c.flag("alt_output_layer_flag", &ols.altOutputLayerFlag, when: dependsAlone, at: i)
    }
    return found
  }

  /// vps_num_rep_formats_minus1 to vps_rep_format_idx.
  mutating func formats(_ c: inout SyntaxCoder, _ context: Context) throws(SyntaxError) {
    let count = try c.ueCount("vps_num_rep_formats_minus1", repFormats.count, minus: 1, in: 0...255)
    try c.list("rep_format", &repFormats, count: count, atLeast: 34, RepFormat()) { (c, format, _) throws(SyntaxError) in
      try c.nested(&format)
    }
    let first = context.internalBase ? 1 : 0
    let layers = max(0, context.maxLayersMinus1 + 1 - first)
    let bits = SliceContext.bits(for: UInt32(truncatingIfNeeded: count))
    var present = vpsRepFormatIdx != nil
    if count > 1 { try c.flag("rep_format_idx_present_flag", &present) } else { present = false }
    try c.when(present, &vpsRepFormatIdx, []) { (c, list) throws(SyntaxError) in
      try c.list("vps_rep_format_idx", &list, count: layers, atLeast: bits, 0) { (c, v, k) throws(SyntaxError) in
        try c.u("vps_rep_format_idx", &v, bits: bits, in: 0...UInt8(truncatingIfNeeded: count - 1), at: first + k)
      }
    }
  }
}
