extension VideoParameterSet {
  /// Returns the VPS values needed by slices of a non-base layer; nil if the VPS does not contain the layer.
  public func sliceLayer(_ number: UInt8) -> SliceContext.Layer? {
    guard let ext = vpsExtension?.content, let place = layerPlace(number) else { return nil }
    let direct = ext.directReferences(place)
    let highest = highestTemporalIds(ext, place)
    var layer = SliceContext.Layer()
    layer.numDirectRefLayers = direct.count
    layer.pocLsbNotPresentFlag = ext.pocLsbNotPresentFlags >> UInt64(place) & 1 != 0
    layer.defaultRefLayersActiveFlag = ext.defaultRefLayersActiveFlag
    layer.maxOneActiveRefLayerFlag = ext.maxOneActiveRefLayerFlag
    guard let parameters = ext.extension2?.threeD else {
      layer.referenceTemporalIds = direct.map { highest[$0] }
      return layer
    }
    let map = LayerMap(ext, VPSExtension.Context(self))
    guard place < map.count else { return layer }
    let listed = direct.filter { (map.depth[$0] == 0) == (map.depth[place] == 0) }
    layer.referenceTemporalIds = listed.map { highest[$0] }
    layer.threeD = threeD(parameters, map, place, direct.map { (layer: $0, temporalId: highest[$0]) }, listed)
    return layer
  }

  /// The values for 3D-HEVC (I.7.4.7.1).
  private func threeD(
    _ parameters: VPS3DExtension, _ map: LayerMap, _ place: Int, _ direct: [(layer: Int, temporalId: UInt8)], _ listed: [Int]
  ) -> SliceContext.ThreeD {
    var threeD = SliceContext.ThreeD()
    threeD.isDepth = map.depth[place] != 0
    threeD.componentTemporalIds = (threeD.isDepth ? [place] : listed).map { layer in
      let other = direct.first { reference, _ in
        map.viewOrder[reference] == map.viewOrder[layer] && (map.depth[reference] != 0) != threeD.isDepth && map.isPrimary[reference]
      }
      return other.map { Int8($0.temporalId) } ?? -1
    }
    if let view = map.viewOrderList.dropFirst().firstIndex(of: map.viewOrder[place]), view - 1 < parameters.views.count,
      parameters.views[view - 1].cpInSliceSegmentHeaderFlag == true
    {
      threeD.cpRefVoi = parameters.views[view - 1].parameters.map { $0.cpRefVoi }
    }
    return threeD
  }

  /// For each layer before a layer, the highest TemporalId of pictures that may refer to it: 0 to 6. Layers are given by their indices.
  private func highestTemporalIds(_ ext: VPSExtension, _ layer: Int) -> [UInt8] {
    // Pictures with TemporalId 0 may refer to IRAP pictures even if max_tid_il_ref_pics_plus1 is 0.
    ext.maxTidIlRefPicsPlus1(layer).enumerated().map { reference, limit in
      let last = ext.subLayersVpsMaxMinus1.map { reference < $0.count ? $0[reference] : 0 } ?? vpsMaxSubLayersMinus1
      return min(last, max(1, limit) - 1)
    }
  }
}

extension VPSExtension {
  /// IdDirectRefLayer of a layer, as indices.
  func directReferences(_ layer: Int) -> [Int] {
    guard layer > 0, layer <= directDependencyFlags.count else { return [] }
    return (0..<layer).filter { directDependencyFlags[layer - 1] >> UInt64($0) & 1 != 0 }
  }

  /// max_tid_il_ref_pics_plus1[ i ][ layer ] of each layer i before a layer, inferred to be 7. Layers are given by their indices.
  func maxTidIlRefPicsPlus1(_ layer: Int) -> [UInt8] {
    var values = [UInt8](repeating: 7, count: layer)
    guard let list = maxTidIlRefPicsPlus1 else { return values }
    var index = 0
    for i in 0..<layer {
      for j in (i + 1)..<max(i + 1, directDependencyFlags.count + 1) where directDependencyFlags[j - 1] >> UInt64(i) & 1 != 0 {
        if j == layer, index < list.count { values[i] = list[index] }
        index += 1
      }
    }
    return values
  }
}
