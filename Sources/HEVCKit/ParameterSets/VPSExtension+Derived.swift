import BitstreamKit

/// Layer ids and views.
///
/// ITU-T H.265 (08/2021) F.7.4.3.1.1, equations F-2 to F-4.
struct LayerMap: Sendable {
  /// nuh_layer_id of each layer, in the order of the VPS: layer_id_in_nuh.
  let numbers: [UInt8]
  /// ViewOrderIdx of each layer.
  let viewOrder: [UInt8]
  /// DepthLayerFlag of each layer: 0 texture, otherwise depth.
  let depth: [UInt8]
  /// Whether DependencyId and AuxId of each layer are 0.
  let isPrimary: [Bool]

  init(_ ext: VPSExtension, _ context: VPSExtension.Context) {
    numbers = [0] + ext.layers.indices.map { ext.layers[$0].layerIdInNuh ?? UInt8(truncatingIfNeeded: $0 + 1) }
    viewOrder = Self.ids(1, ext, numbers)
    depth = Self.ids(0, ext, numbers)
    let (dependency, auxiliary) = (Self.ids(2, ext, numbers), Self.ids(3, ext, numbers))
    isPrimary = numbers.indices.map { dependency[$0] == 0 && auxiliary[$0] == 0 }
  }

  /// ScalabilityId of each layer in a dimension: 0 texture or depth, 1 view, 2 spatial or quality, 3 auxiliary.
  private static func ids(_ dimension: Int, _ ext: VPSExtension, _ numbers: [UInt8]) -> [UInt8] {
    // scalability_mask_flag[ 0 ] is the highest bit; `place` is the index among the dimensions used.
    let mask = ext.scalabilityMaskFlags
    guard mask << UInt16(dimension) & 0x8000 != 0 else { return numbers.map { _ in 0 } }
    let place = dimension == 0 ? 0 : (mask >> UInt16(16 - dimension)).nonzeroBitCount
    if !ext.splittingFlag { return [0] + ext.layers.map { place < $0.dimensionId.count ? $0.dimensionId[place] : 0 } }
    let lengths = ext.dimensionIdLenMinus1.map { Int($0) + 1 }
    let offset = lengths.prefix(place).reduce(0, +)
    let end = place < lengths.count ? offset + lengths[place] : 6
    return numbers.map { offset >= 8 ? 0 : UInt8(truncatingIfNeeded: UInt32($0) & ((1 << UInt32(min(end, 31))) - 1)) >> UInt8(offset) }
  }

  /// MaxLayersMinus1 + 1.
  var count: Int { numbers.count }

  /// NumViews.
  var numViews: Int {
    viewOrder.indices.filter { i in !viewOrder[..<i].contains(viewOrder[i]) }.count
  }

  /// ViewOIdxList: each value of `viewOrder` once, in the order of the layers.
  var viewOrderList: [UInt8] {
    viewOrder.indices.filter { i in !viewOrder[..<i].contains(viewOrder[i]) }.map { viewOrder[$0] }
  }

  /// LayerIdxInVps; 0 for a number that no layer has.
  func place(of number: UInt8) -> Int { numbers.firstIndex(of: number) ?? 0 }

  /// LayerSetLayerIdList of all layer sets; sets added by trees come last.
  func layerLists(_ context: VPSExtension.Context, _ added: [[UInt8]], _ tree: LayerTree) -> [[UInt8]] {
    var lists = context.layerSets.map { set in (0..<UInt8(63)).filter { set >> UInt64($0) & 1 != 0 } }
    for highest in added {
      var list: [UInt8] = []
      for (k, count) in highest.enumerated() where k + 1 < tree.trees.count {
        list += tree.trees[k + 1].prefix(Int(count)).map { numbers[$0] }
      }
      lists.append(list)
    }
    return lists
  }
}

/// Layer dependencies.
///
/// ITU-T H.265 (08/2021) F.7.4.3.1.1, equations F-4 to F-6, F-14.
struct LayerTree: Sendable {
  /// NumDirectRefLayers, by layer index.
  let direct: [Int]
  /// DependencyFlag: bit j is set if the layer depends on layer j, directly or indirectly.
  let needs: [UInt64]
  /// TreePartitionLayerIdList as indices: each independent layer with the dependent layers that are in no earlier tree.
  let trees: [[Int]]

  init(_ ext: VPSExtension, _ map: LayerMap) {
    let flags = [0] + ext.directDependencyFlags
    direct = flags.map { $0.nonzeroBitCount }
    var needs = flags
    // A layer depends only on earlier layers, whose dependencies are already complete.
    for i in needs.indices { for j in 0..<i where flags[i] >> UInt64(j) & 1 != 0 { needs[i] |= needs[j] } }
    self.needs = needs
    var trees: [[Int]] = []
    var taken: UInt64 = 0
    for i in flags.indices where flags[i] == 0 {
      var tree = [i]
      for j in flags.indices where needs[j] >> UInt64(i) & 1 != 0 && taken >> UInt64(j) & 1 == 0 {
        tree.append(j)
        taken |= 1 << UInt64(j)
      }
      trees.append(tree)
    }
    self.trees = trees
  }

  /// NecessaryLayerFlag: the indices in `list` of output layers and of the layers they depend on.
  func necessary(_ list: [UInt8], _ outputs: [Bool], _ map: LayerMap) -> [Int] {
    var wanted: UInt64 = 0
    for j in list.indices where j < outputs.count && outputs[j] {
      wanted |= 1 << UInt64(map.place(of: list[j])) | needs[map.place(of: list[j])]
    }
    return list.indices.filter { wanted >> UInt64(map.place(of: list[$0])) & 1 != 0 }
  }
}

extension VideoParameterSet {
  /// Returns size and sample format of a layer, from the representation format given by the SPS or, without one, that of the layer.
  public func format(layer number: UInt8, repFormatIdx named: UInt8?) -> SeqParameterSet.Format? {
    guard let ext = vpsExtension?.content, let place = layerPlace(number) else { return nil }
    let first = vpsBaseLayerInternalFlag ? 1 : 0
    let own = ext.vpsRepFormatIdx.flatMap { place >= first && place - first < $0.count ? Int($0[place - first]) : nil }
    let index = named.map { Int($0) } ?? own ?? min(place, ext.repFormats.count - 1)
    guard index >= 0, index < ext.repFormats.count, let samples = ext.repFormats[...index].compactMap({ $0.samples }).last else {
      return nil
    }
    var format = SeqParameterSet.Format()
    format.picWidthInLumaSamples = UInt32(ext.repFormats[index].picWidthVpsInLumaSamples)
    format.picHeightInLumaSamples = UInt32(ext.repFormats[index].picHeightVpsInLumaSamples)
    format.chromaFormatIdc = samples.chromaFormatVpsIdc
    format.separateColourPlaneFlag = samples.separateColourPlaneVpsFlag
    format.bitDepthLumaMinus8 = samples.bitDepthVpsLumaMinus8
    format.bitDepthChromaMinus8 = samples.bitDepthVpsChromaMinus8
    format.conformanceWindow = ext.repFormats[index].conformanceWindow
    return format
  }

  func layerPlace(_ number: UInt8) -> Int? {
    guard let ext = vpsExtension?.content else { return nil }
    return LayerMap(ext, VPSExtension.Context(self)).numbers.firstIndex(of: number)
  }
}
