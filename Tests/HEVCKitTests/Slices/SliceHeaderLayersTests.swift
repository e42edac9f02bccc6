import BitstreamKit
import HEVCKit
import TestSupport
import Testing

/// Texture and depth of two views: layers 0 and 1 of view 0, layers 2 and 3 of view 1. Each depth layer refers to its texture, view 1 to
/// both layers of view 0.
private func sets(threeD: Bool, tools: Bool = true, isDefault: Bool = false, subLayers: [UInt8] = [2, 2, 2, 2]) -> ParameterSets {
  var ext = VPSExtension()
  ext.scalabilityMaskFlags = 0xC000
  ext.dimensionIdLenMinus1 = [0, 0]
  ext.layers = ([[1, 0], [0, 1], [1, 1]] as [[UInt8]]).map { ids in
    var layer = VPSExtension.Layer()
    layer.dimensionId = ids
    return layer
  }
  ext.directDependencyFlags = [0b1, 0b11, 0b110]
  ext.defaultRefLayersActiveFlag = isDefault
  ext.subLayersVpsMaxMinus1 = subLayers
  if threeD {
    var view = VPS3DExtension.View()
    view.cpInSliceSegmentHeaderFlag = true
    view.parameters = [VPS3DExtension.Parameters()]
    var cameras = VPS3DExtension()
    cameras.views = [view]
    ext.vpsExtension2Flag = true
    ext.extension2 = VPSExtension.Extension2()
    ext.extension2?.threeD = cameras
  }
  var vps = VideoParameterSet()
  vps.vpsMaxLayersMinus1 = 3
  vps.vpsMaxSubLayersMinus1 = 2
  vps.vpsExtension = .layers(ext)
  var sps = SeqParameterSet()
  sps.format?.picWidthInLumaSamples = 64
  sps.format?.picHeightInLumaSamples = 64
  sps.stRefPicSets = [StRefPicSet()]
  sps.spsExtension = SPSExtension()
  var enabled = SPS3DExtension()
  (enabled.dbbpEnabledFlag, enabled.intraContourEnabledFlag) = (tools, tools)
  sps.spsExtension?.threeD = enabled
  var sets = ParameterSets()
  sets.insert(vps)
  sets.insert(sps)
  sets.insert(PicParameterSet())
  return sets
}

private func unit(layer: UInt8, temporalId: UInt8 = 0, _ edit: (inout SliceHeader) -> Void) -> NALUnit {
  var unit = NALUnit()
  (unit.header.nalUnitType, unit.header.nuhLayerId, unit.header.nuhTemporalIdPlus1) = (1, layer, temporalId + 1)
  var header = SliceHeader()
  header.sliceType = 1
  header.slicePicOrderCntLsb = 3
  header.references = SliceReferences()
  header.references?.stRefPicSet = nil
  header.interLayer = SliceHeader.InterLayer()
  header.interLayer?.active = SliceHeader.ActiveLayers()
  header.prediction = SlicePrediction()
  edit(&header)
  var slice = SliceSegmentLayer()
  slice.sliceSegmentHeader.sliceHeader = header
  slice.sliceSegmentData = BitString(bytes: [0x12, 0x80])
  unit.payload = .sliceSegment(slice)
  return unit
}

/// The names of the elements that only slices of other layers than the base layer have.
private func names(_ unit: NALUnit, _ sets: ParameterSets) throws -> [String] {
  let bytes = try unit.encoded(sets: sets)
  #expect(try NALUnit(parsing: bytes, sets: sets) == unit)
  let log = TraceLog()
  _ = NALUnit.trace(bytes, sets: sets, into: log)
  let own = ["inter_layer", "in_comp", "slice_ic", "cp_", "num_inter"]
  return log.rows.map(\.element.fullName).filter { name in own.contains { name.hasPrefix($0) } }
}

@Test func textureSlicesOf3DHaveTheirElements() throws {
  let texture = unit(layer: 2) { header in
    header.inCompPredFlag = true
    header.prediction?.sliceIcEnabledFlag = true
    header.prediction?.sliceIcDisabledMergeZeroIdxFlag = false
    header.prediction?.fiveMinusMaxNumMergeCand = 5
    var camera = VPS3DExtension.Numbers()
    (camera.scale, camera.off, camera.invOffPlusOff) = (-7, 1 << 20, 3)
    header.cameraParameters = [camera]
  }
  #expect(
    try names(texture, sets(threeD: true)) == [
      "inter_layer_pred_enabled_flag", "in_comp_pred_flag", "slice_ic_enabled_flag", "slice_ic_disabled_merge_zero_idx_flag", "cp_scale[0]",
      "cp_off[0]", "cp_inv_scale_plus_scale[0]", "cp_inv_off_plus_off[0]",
    ])
}

/// A depth layer refers to the texture of its view through in_comp_pred_flag alone, and has no illumination compensation.
@Test func depthSlicesOf3DHaveTheirElements() throws {
  let depth = unit(layer: 3) { header in
    header.inCompPredFlag = false
    header.cameraParameters = [VPS3DExtension.Numbers()]
  }
  #expect(try names(depth, sets(threeD: true)).prefix(3) == ["inter_layer_pred_enabled_flag", "in_comp_pred_flag", "cp_scale[0]"])
  // Layer 1 refers to no depth layer, and its view has no camera parameters.
  let base = unit(layer: 1) { header in
    header.interLayer = nil
    header.inCompPredFlag = true
  }
  #expect(try names(base, sets(threeD: true)) == ["in_comp_pred_flag"])
}

/// MV-HEVC has the same layers, and none of the elements of 3D-HEVC: the texture layer refers to the depth layer as to any other.
@Test func slicesOfMultiviewHaveNoElementsOf3D() throws {
  let slice = unit(layer: 2) { $0.interLayer?.active?.numInterLayerRefPicsMinus1 = 1 }
  #expect(try names(slice, sets(threeD: false)) == ["inter_layer_pred_enabled_flag", "num_inter_layer_ref_pics_minus1"])
}

/// in_comp_pred_flag is absent without a tool that needs it, and where the other component has no pictures of the slice's TemporalId.
@Test func theOtherComponentHasToBeThere() throws {
  func slice(_ temporalId: UInt8, _ flag: Bool?) -> NALUnit {
    unit(layer: 2, temporalId: temporalId) { header in
      header.inCompPredFlag = flag
      header.prediction?.sliceIcEnabledFlag = false
      header.cameraParameters = [VPS3DExtension.Numbers()]
    }
  }
  #expect(try !names(slice(0, nil), sets(threeD: true, tools: false)).contains("in_comp_pred_flag"))
  let shallow = sets(threeD: true, subLayers: [2, 0, 2, 2])
  #expect(try names(slice(0, true), shallow).contains("in_comp_pred_flag"))
  #expect(try !names(slice(1, nil), shallow).contains("in_comp_pred_flag"))
}

/// With default_ref_layers_active_flag, references are the layers that have pictures of the slice's TemporalId (F-52): list modification
/// needs two.
@Test func defaultReferencesHaveTheTemporalId() throws {
  let sets = sets(threeD: false, isDefault: true, subLayers: [2, 1, 2, 2])
  var (pps, modifying) = (PicParameterSet(), sets)
  pps.listsModificationPresentFlag = true
  modifying.insert(pps)
  func slice(_ temporalId: UInt8, _ lists: RefPicListsModification?) -> NALUnit {
    unit(layer: 2, temporalId: temporalId) { header in
      header.interLayer = nil
      header.prediction?.refPicListsModification = lists
    }
  }
  #expect(try names(slice(1, RefPicListsModification()), modifying).isEmpty)
  #expect(try names(slice(2, nil), modifying).isEmpty)
}
