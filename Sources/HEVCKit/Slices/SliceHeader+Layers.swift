import BitstreamKit

extension SliceHeader {
  /// Codes inter_layer_pred_enabled_flag to in_comp_pred_flag (F.7.3.6.1, I.7.3.6.1); returns NumActiveRefLayerPics (F-54).
  mutating func layers<C: ElementCoder>(
    _ c: inout C, _ layer: SliceContext.Layer, _ context: SliceContext, temporalId: UInt8
  ) throws(SyntaxError) -> Int {
    let listed = layer.referenceTemporalIds.count
    let available = layer.referenceTemporalIds.indices.filter { layer.referenceTemporalIds[$0] >= temporalId }
    try c.when(!layer.defaultRefLayersActiveFlag && listed > 0, &interLayer, InterLayer()) { (c, inter) throws(SyntaxError) in
      try c.optional("inter_layer_pred_enabled_flag", &inter.active, ActiveLayers()) { (c, active) throws(SyntaxError) in
        try active.syntax(&c, listed, isOne: layer.maxOneActiveRefLayerFlag, isNone: available.isEmpty)
      }
    }
    let references = activeReferences(layer, available)
    if let threeD = layer.threeD {
      let isAvailable = threeD.hasOtherComponent(references, temporalId)
      try c.flag("in_comp_pred_flag", &inCompPredFlag, when: context.usesOtherComponent && isAvailable)
    }
    return references.count
  }

  /// RefPicLayerId, as indices of `referenceTemporalIds`. An index is at most 62.
  func activeReferences(_ layer: SliceContext.Layer, _ available: [Int]) -> [Int] {
    if layer.defaultRefLayersActiveFlag { return available }
    guard let active = interLayer?.active else { return [] }
    if !active.interLayerPredLayerIdc.isEmpty { return active.interLayerPredLayerIdc.map { Int($0) } }
    let isOne = layer.maxOneActiveRefLayerFlag || layer.referenceTemporalIds.count == 1
    return isOne ? Array(available.prefix(1)) : Array(0..<Int(active.numInterLayerRefPicsMinus1 ?? 0) + 1)
  }

  /// Codes the camera parameters in the slice header (I.7.3.6.1).
  mutating func cameraParameters<C: ElementCoder>(_ c: inout C, _ threeD: SliceContext.ThreeD) throws(SyntaxError) {
    let views = threeD.cpRefVoi
    try c.list("cp_scale", &cameraParameters, count: views.count, atLeast: 4, VPS3DExtension.Numbers()) { (c, v, m) throws(SyntaxError) in
      let j = Int(min(views[m], 0xFFFF))
      try c.se("cp_scale", &v.scale, in: -0x7FFF_FFFF...0x7FFF_FFFF, at: j)
      try c.se("cp_off", &v.off, in: -0x7FFF_FFFF...0x7FFF_FFFF, at: j)
      try c.se("cp_inv_scale_plus_scale", &v.invScalePlusScale, in: -0x7FFF_FFFF...0x7FFF_FFFF, at: j)
      try c.se("cp_inv_off_plus_off", &v.invOffPlusOff, in: -0x7FFF_FFFF...0x7FFF_FFFF, at: j)
    }
  }
}

extension SliceHeader.ActiveLayers {
  /// - Parameters:
  ///   - listed: the number of reference layers.
  ///   - isOne: max_one_active_ref_layer_flag.
  ///   - isNone: whether no reference layer has pictures for the slice's TemporalId.
  mutating func syntax<C: ElementCoder>(_ c: inout C, _ listed: Int, isOne: Bool, isNone: Bool) throws(SyntaxError) {
    let bits = SliceContext.bits(for: UInt32(truncatingIfNeeded: listed))
    try c.when(listed > 1 && !isOne, &numInterLayerRefPicsMinus1, 0) { (c, n) throws(SyntaxError) in
      try c.u("num_inter_layer_ref_pics_minus1", &n, bits: bits, in: 0...UInt8(clamping: listed - 1), sizing: true, at: -1, -1)
    }
    let active = isOne && isNone ? 0 : Int(numInterLayerRefPicsMinus1 ?? 0) + 1
    try c.list(
      "inter_layer_pred_layer_idc", &interLayerPredLayerIdc, count: listed > 1 && active != listed ? active : 0, atLeast: bits, 0
    ) { (c, idc, i) throws(SyntaxError) in
      try c.u("inter_layer_pred_layer_idc", &idc, bits: bits, in: 0...UInt8(clamping: listed - 1), at: i)
    }
  }
}

extension SliceContext.ThreeD {
  /// allRefCmpLayersAvailFlag (I.7.4.7.1), for the active references of a texture layer.
  func hasOtherComponent(_ references: [Int], _ temporalId: UInt8) -> Bool {
    let limit = Int8(clamping: temporalId)
    if isDepth { return componentTemporalIds.allSatisfy { $0 >= limit } }
    return references.allSatisfy { $0 < componentTemporalIds.count && componentTemporalIds[$0] >= limit }
  }
}
