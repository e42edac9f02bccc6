import BitstreamKit
import HEVCKit
import TestSupport
import Testing

/// Two views, the second predicted from the first.
private func stereoVPS() -> VideoParameterSet {
  var vps = VideoParameterSet()
  vps.vpsMaxLayersMinus1 = 1
  vps.vpsMaxLayerId = 1
  vps.layerIdIncludedFlags = [3]
  var ext = VPSExtension()
  var level = ProfileTierLevel()
  level.general = nil
  ext.profileTierLevel = level
  ext.scalabilityMaskFlags = 0x4000
  ext.dimensionIdLenMinus1 = [0]
  var layer = VPSExtension.Layer()
  layer.dimensionId = [1]
  ext.layers = [layer]
  ext.directDependencyFlags = [1]
  ext.outputLayerSetInfo = VPSExtension.OutputLayerSetInfo()
  ext.outputLayerSets = [VPSExtension.OutputLayerSet()]
  var sizes = DPBSize.SubLayer()
  sizes.maxVpsDecPicBufferingMinus1 = [4, 2]
  sizes.maxVpsNumReorderPics = 1
  var set = DPBSize.OutputLayerSet()
  set.subLayers = [sizes]
  ext.remainder?.dpbSize.outputLayerSets = [set]
  ext.remainder?.directDependencyAllLayersType = 2
  vps.vpsExtension = .layers(ext)
  return vps
}

private func names(_ bytes: [UInt8]) -> [String] {
  VideoParameterSet.trace(bytes).rows.map(\.element.fullName)
}

/// Every element from dpb_size( ) on has its own name, in the order of F.7.3.2.1.1.
@Test func theExtensionIsTakenApartToItsEnd() throws {
  var vps = stereoVPS()
  var bytes = try vps.encoded()
  #expect(try VideoParameterSet(parsing: bytes) == vps)
  let found = names(bytes)
  let start = try #require(found.firstIndex(of: "sub_layer_flag_info_present_flag[1]"))
  #expect(
    Array(found[start...].prefix(10)) == [
      "sub_layer_flag_info_present_flag[1]", "max_vps_dec_pic_buffering_minus1[1][0][0]", "max_vps_dec_pic_buffering_minus1[1][1][0]",
      "max_vps_num_reorder_pics[1][0]", "max_vps_latency_increase_plus1[1][0]", "direct_dep_type_len_minus2",
      "direct_dependency_all_layers_flag", "direct_dependency_all_layers_type", "vps_non_vui_extension_length", "vps_vui_present_flag",
    ])
  #expect(found.contains("vps_extension2_flag") && !found.contains("vps_extension_data_flag"))
  guard case .layers(var ext) = vps.vpsExtension else { return }
  var vui = VPSVUI()
  vui.bitRatePresentVpsFlag = true
  vui.rates = [[VPSVUI.Rates()], [VPSVUI.Rates()]]
  vui.rates[1][0].bitRate = VPSVUI.BitRate()
  vui.videoSignalInfo = [VideoSignalInfo(), VideoSignalInfo()]
  var tiles = VPSVUI.Tiles()
  tiles.tilesInUseFlag = true
  tiles.loopFilterNotAcrossTilesFlag = true
  vui.tiles = [tiles, tiles]
  vui.tileBoundariesAlignedFlags = [true]
  vui.wppInUseFlags = [false, true]
  var offset = VPSVUI.SpatialOffset()
  (offset.minSpatialSegmentOffsetPlus1, offset.minHorizontalCtuOffsetPlus1) = (3, 4)
  vui.spatialOffsets = [offset]
  ext.remainder?.vpsVui = vui
  vps.vpsExtension = .layers(ext)
  bytes = try vps.encoded()
  #expect(try VideoParameterSet(parsing: bytes) == vps)
  let all = Set(names(bytes))
  for name in [
    "avg_bit_rate[1][0]", "max_bit_rate[1][0]", "matrix_coeffs_vps", "tile_boundaries_aligned_flag[1][0]", "wpp_in_use_flag[1]",
    "min_horizontal_ctu_offset_plus1[1][0]", "vps_vui_bsp_hrd_present_flag",
  ] { #expect(all.contains(name), "\(name)") }
}

/// HRD parameters of bitstream partitions: five indices.
@Test func partitionsHaveFiveIndices() throws {
  var vps = stereoVPS()
  guard case .layers(var ext) = vps.vpsExtension else { return }
  var hrd = VPSVUIBSPHRDParams()
  hrd.hrdParameters = [VPSVUIBSPHRDParams.HRD(), VPSVUIBSPHRDParams.HRD()]
  var partition = VPSVUIBSPHRDParams.Partition()
  partition.bspHrdIdx = 1
  var schedule = VPSVUIBSPHRDParams.Schedule()
  schedule.partitions = [partition]
  var two = VPSVUIBSPHRDParams.Schedule()
  two.partitions = [partition, partition]
  var set = VPSVUIBSPHRDParams.OutputLayerSet()
  set.schemes = [[[true, false], [false, true]]]
  set.schedules = [[[schedule]], [[two, two]]]
  hrd.outputLayerSets = [set]
  var vui = VPSVUI()
  vui.videoSignalInfo = [VideoSignalInfo(), VideoSignalInfo()]
  vui.bspHrdParams = hrd
  ext.remainder?.vpsVui = vui
  vps.vpsExtension = .layers(ext)
  let bytes = try vps.encoded()
  #expect(try VideoParameterSet(parsing: bytes) == vps)
  let all = names(bytes)
  #expect(all.contains("layer_included_in_partition_flag[1][1][1][0]"))
  #expect(all.contains("bsp_hrd_idx[1][1][0][1][1]") && all.contains("bsp_sched_idx[1][0][0][0][0]"))
}

/// Camera parameters follow vps_extension2_flag; unknown bits are kept, as is an end before the flag.
@Test func whatFollowsTheExtensionIsKept() throws {
  var vps = stereoVPS()
  guard case .layers(var ext) = vps.vpsExtension else { return }
  ext.vpsExtension2Flag = true
  var second = VPSExtension.Extension2()
  var cameras = VPS3DExtension()
  var view = VPS3DExtension.View()
  view.cpInSliceSegmentHeaderFlag = false
  var numbers = VPS3DExtension.Numbers()
  numbers.off = -5
  var parameters = VPS3DExtension.Parameters()
  parameters.numbers = numbers
  view.parameters = [parameters]
  cameras.views = [view]
  second.threeD = cameras
  ext.extension2 = second
  vps.vpsExtension = .layers(ext)
  let bytes = try vps.encoded()
  #expect(try VideoParameterSet(parsing: bytes) == vps)
  #expect(names(bytes).contains("vps_cp_off[1][0]"))
  ext.extension2 = nil
  ext.vpsExtensionData = BitString(bytes: [0xFF, 0xFF])
  vps.vpsExtension = .layers(ext)
  #expect(try VideoParameterSet(parsing: vps.encoded()).encoded() == vps.encoded())
  (ext.vpsExtension2Flag, ext.vpsExtensionData) = (nil, .empty)
  vps.vpsExtension = .layers(ext)
  #expect(try VideoParameterSet(parsing: vps.encoded()) == vps)
}

/// Real streams are parsed to the end without a remaining bit.
@Test(.enabled(if: Places.corpus != nil), arguments: ["hevc/nokia_B020_multilayer.265", "hevc/nokia_B025_multilayer.265"])
func realExtensionsHaveNothingLeftOver(_ path: String) throws {
  var found = 0
  for unit in try units(of: path) where unit.bytes.first.map({ $0 >> 1 == 32 }) == true {
    guard case .videoParameterSet(let vps) = try NALUnit(parsing: unit.bytes, sets: ParameterSets()).payload else { continue }
    let ext = try #require(vps.vpsExtension?.content)
    let rest = try #require(ext.remainder)
    #expect(ext.vpsExtensionData.isEmpty)
    #expect(rest.dpbSize.outputLayerSets.count == ext.outputLayerSets.count && !rest.dpbSize.outputLayerSets.isEmpty)
    found += 1
  }
  #expect(found > 0)
}

/// Slices of a stream with layers contain picture order count resets; other streams have slice header extension bytes of unknown meaning.
@Test(arguments: [false, true]) func sliceHeadersTellOfResets(hasLayers: Bool) throws {
  var sps = SeqParameterSet()
  sps.format?.picWidthInLumaSamples = 64
  sps.format?.picHeightInLumaSamples = 64
  sps.stRefPicSets = [StRefPicSet()]
  var pps = PicParameterSet()
  pps.sliceSegmentHeaderExtensionPresentFlag = true
  if hasLayers {
    pps.ppsExtension = PPSExtension()
    pps.ppsExtension?.multilayer = PPSMultilayerExtension()
    pps.ppsExtension?.multilayer?.pocResetInfoPresentFlag = true
  }
  var sets = ParameterSets()
  if hasLayers { sets.insert(stereoVPS()) }
  sets.insert(sps)
  sets.insert(pps)
  var unit = NALUnit()
  unit.header.nalUnitType = 21
  var slice = SliceSegmentLayer()
  slice.sliceSegmentHeader.noOutputOfPriorPicsFlag = false
  slice.sliceSegmentHeader.sliceHeader?.slicePicOrderCntLsb = 3
  slice.sliceSegmentHeader.sliceHeader?.references = SliceReferences()
  slice.sliceSegmentHeader.sliceHeader?.references?.stRefPicSet = nil
  if hasLayers {
    var own = SliceSegmentHeaderExtension()
    own.pocResetIdc = 3
    own.pocResetPeriodId = 17
    own.reset = SliceSegmentHeaderExtension.Reset()
    own.reset?.pocLsbVal = 5
    // 2 + 6 + 1 + 4 bits, 3 of the cycle that a CRA picture must have.
    own.pocMsbCycleVal = 1
    slice.sliceSegmentHeader.multilayerExtension = own
  } else {
    slice.sliceSegmentHeader.sliceSegmentHeaderExtension = [0xAB, 0xCD]
  }
  slice.sliceSegmentData = BitString(bytes: [0x12, 0x80])
  unit.payload = .sliceSegment(slice)
  let bytes = try unit.encoded(sets: sets)
  #expect(try NALUnit(parsing: bytes, sets: sets) == unit)
  let log = TraceLog()
  _ = NALUnit.trace(bytes, sets: sets, into: log)
  let found = log.rows.map(\.element.fullName)
  let start = try #require(found.firstIndex(of: "slice_segment_header_extension_length"))
  let expected =
    hasLayers
    ? ["poc_reset_idc", "poc_reset_period_id", "full_poc_reset_flag", "poc_lsb_val", "poc_msb_cycle_val"]
    : ["slice_segment_header_extension_data_byte[0]", "slice_segment_header_extension_data_byte[1]"]
  #expect(Array(found[(start + 1)...].prefix(expected.count)) == expected)
}

/// An extension too short for its elements is kept as bytes.
@Test func anExtensionThatIsTooShortIsKept() throws {
  var (sps, pps) = (SeqParameterSet(), PicParameterSet())
  sps.stRefPicSets = [StRefPicSet()]
  pps.sliceSegmentHeaderExtensionPresentFlag = true
  var sets = ParameterSets()
  sets.insert(sps)
  sets.insert(pps)
  var unit = NALUnit()
  unit.header.nalUnitType = 19
  var slice = SliceSegmentLayer()
  slice.sliceSegmentHeader.noOutputOfPriorPicsFlag = false
  slice.sliceSegmentHeader.sliceSegmentHeaderExtension = [0xFF]
  slice.sliceSegmentData = BitString(bytes: [0x12, 0x80])
  unit.payload = .sliceSegment(slice)
  let bytes = try unit.encoded(sets: sets)
  pps.ppsExtension = PPSExtension()
  pps.ppsExtension?.multilayer = PPSMultilayerExtension()
  pps.ppsExtension?.multilayer?.pocResetInfoPresentFlag = true
  sets.insert(pps)
  // poc_reset_idc 3 needs 13 bits more than there are.
  let read = try NALUnit(parsing: bytes, sets: sets)
  #expect(read == unit)
  #expect(try read.encoded(sets: sets) == bytes)
}
