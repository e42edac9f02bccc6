import BitstreamKit
import HEVCKit
import NALKit

/// Summaries of H.265 parameter sets.
extension ParamsSummary {
  init(_ unit: HEVCKit.NALUnit) {
    switch unit.payload {
    case .videoParameterSet(let set): self.init(set, layer: unit.header.nuhLayerId)
    case .seqParameterSet(let set): self.init(set, layer: unit.header.nuhLayerId)
    case .picParameterSet(let set): self.init(set, layer: unit.header.nuhLayerId)
    default: self.init()
    }
  }

  private init(_ set: VideoParameterSet, layer: UInt8) {
    add("id", set.vpsVideoParameterSetId)
    if layer > 0 { add("layer", layer) }
    add("layers", Int(set.vpsMaxLayersMinus1) + 1)
    add("sub_layers", Int(set.vpsMaxSubLayersMinus1) + 1)
    add("temporal_nesting", set.vpsTemporalIdNestingFlag)
    profile(set.profileTierLevel)
    add("picture_rate", set.pictureRate.map(Value.rate))
    add("dpb_pictures", set.maxDecPicBuffering)
    add("reorder_pictures", set.maxNumReorderPics)
    add("layer_sets", set.layerIdIncludedFlags.count + 1)
    // Parameters of further layer sets are among the elements.
    if let hrd = set.timingInfo?.hrdParameters.first { self.hrd(hrd.hrdParameters, hrd.hrdParameters.common) }
    if set.vpsExtension != nil { add("extension", true) }
  }

  private mutating func profile(_ level: ProfileTierLevel?) {
    guard let level else { return }
    if let general = level.general { add("profile", general.profileName ?? "unknown (\(general.profileIdc))") }
    add("tier", level.tierName)
    add("level", level.levelName)
    add("codec", level.codecString())
  }

  private init(_ set: HEVCKit.SeqParameterSet, layer: UInt8) {
    add("id", set.spsSeqParameterSetId)
    add("vps", set.spsVideoParameterSetId)
    if layer > 0 { add("layer", layer) }
    // Without its own format an SPS above the base layer takes it from the VPS.
    if set.format != nil { add("sub_layers", Int(set.spsMaxSubLayersMinus1) + 1) } else { add("format", "from the VPS") }
    profile(set.profileTierLevel)
    add("coded_size", set.codedSize.map(Value.size))
    if set.format != nil { add("cropped_size", set.croppedSize.map(Value.size) ?? .text("nothing is left")) }
    add("chroma_format", set.chromaFormatIdc, CodePoints.chromaFormat)
    if set.format?.separateColourPlaneFlag == true { add("separate_colour_planes", true) }
    add("bit_depth_luma", set.bitDepthLuma)
    if set.chromaFormatIdc != 0 { add("bit_depth_chroma", set.bitDepthChroma) }
    add("sample_aspect_ratio", set.sampleAspectRatio.map(Value.aspect))
    add("frame_rate", set.frameRate.map(Value.rate))
    signal(set.vuiParameters)
    add("dpb_pictures", set.maxDecPicBuffering)
    add("dpb_pictures_by_level", set.maxDpbSize)
    add("reorder_pictures", set.maxNumReorderPics)
    add("reference_picture_sets", set.stRefPicSets.count)
    if let long = set.longTermRefPics { add("long_term_references", long.count) }
    add("poc_lsb_bits", Int(set.log2MaxPicOrderCntLsbMinus4) + 4)
    interlacing(set)
    blocks(set)
    if let timing = set.vuiParameters?.timingInfo, let hrd = timing.hrdParameters { self.hrd(hrd, hrd.common) }
  }

  private mutating func interlacing(_ set: HEVCKit.SeqParameterSet) {
    let general = set.profileTierLevel?.general
    if set.vuiParameters?.fieldSeqFlag == true { return add("interlacing", "pictures are fields") }
    // Both flags: indicated per picture. Neither: unspecified (7.4.4).
    switch (general?.progressiveSourceFlag, general?.interlacedSourceFlag) {
    case (true?, false?): add("interlacing", "frames, progressive source")
    case (false?, true?): add("interlacing", "frames, interlaced source")
    case (true?, true?): add("interlacing", "frames, source per picture")
    case (false?, false?): add("interlacing", "frames, unknown source")
    default: break
    }
  }

  private mutating func blocks(_ set: HEVCKit.SeqParameterSet) {
    let (coding, transform) = (Int(set.log2MinLumaCodingBlockSizeMinus3) + 3, Int(set.log2MinLumaTransformBlockSizeMinus2) + 2)
    add("coding_tree_block", 1 << set.ctbLog2SizeY)
    add("coding_blocks_from", 1 << coding)
    add("transform_blocks", .numbers([1 << transform, 1 << (transform + Int(set.log2DiffMaxMinLumaTransformBlockSize))]))
    var tools: [String] = []
    if set.scalingList != nil { tools.append("scaling lists") }
    if set.ampEnabledFlag { tools.append("AMP") }
    if set.sampleAdaptiveOffsetEnabledFlag { tools.append("SAO") }
    if set.pcm != nil { tools.append("PCM") }
    if set.spsTemporalMvpEnabledFlag { tools.append("temporal MVP") }
    if set.strongIntraSmoothingEnabledFlag { tools.append("strong intra smoothing") }
    if set.spsExtension?.range != nil { tools.append("range extension") }
    if set.spsExtension?.scc != nil { tools.append("screen content") }
    add("tools", .names(tools))
  }

  private mutating func signal(_ vui: HEVCKit.VUIParameters?) {
    guard let vui else { return }
    if let signal = vui.videoSignalType {
      add("video_format", signal.videoFormat, CodePoints.videoFormat)
      add("video_range", signal.videoFullRangeFlag ? "full" : "limited")
      add("colour_primaries", signal.colourDescription?.colourPrimaries, CodePoints.colourPrimaries)
      add("transfer_characteristics", signal.colourDescription?.transferCharacteristics, CodePoints.transferCharacteristics)
      add("matrix_coefficients", signal.colourDescription?.matrixCoeffs, CodePoints.matrixCoefficients)
    }
    add("chroma_location", vui.chromaLocInfo?.chromaSampleLocTypeTopField, CodePoints.chromaSampleLocation)
  }

  /// The buffers of the highest sub-layer, that is, of the whole stream.
  private mutating func hrd(_ hrd: HEVCKit.HRDParameters, _ common: HEVCKit.HRDParameters.Common?) {
    guard let buffering = common?.buffering, let whole = hrd.subLayers.last else { return }
    func schedules(_ layer: SubLayerHRDParameters) -> Value {
      .schedules(
        layer.schedules.map {
          Schedule(bitRate: buffering.bitRate($0), cpbSize: buffering.cpbSize($0), isConstant: $0.cbrFlag)
        })
    }
    add("nal_hrd", whole.nal.map(schedules))
    add("vcl_hrd", whole.vcl.map(schedules))
    add("low_delay_hrd", whole.lowDelayHrdFlag)
  }

  private init(_ set: HEVCKit.PicParameterSet, layer: UInt8) {
    add("id", set.ppsPicParameterSetId)
    add("sps", set.ppsSeqParameterSetId)
    if layer > 0 { add("layer", layer) }
    add("tiles", set.tiles.map { .text("\($0.numTileColumnsMinus1 + 1)x\($0.numTileRowsMinus1 + 1)\($0.sizes == nil ? ", uniform" : "")") })
    add("wavefronts", set.entropyCodingSyncEnabledFlag)
    add("dependent_slices", set.dependentSliceSegmentsEnabledFlag)
    add("references", .numbers([Int(set.numRefIdxL0DefaultActiveMinus1) + 1, Int(set.numRefIdxL1DefaultActiveMinus1) + 1]))
    add("weighted_prediction", set.weightedPredFlag)
    add("weighted_biprediction", set.weightedBipredFlag)
    add("initial_qp", set.initialQP)
    add("qp_depth", set.diffCuQpDeltaDepth)
    add("chroma_qp_offsets", .numbers([Int(set.ppsCbQpOffset), Int(set.ppsCrQpOffset)]))
    add("transform_skip", set.transformSkipEnabledFlag)
    add("sign_hiding", set.signDataHidingEnabledFlag)
    add("lossless_blocks", set.transquantBypassEnabledFlag)
    add("constrained_intra_prediction", set.constrainedIntraPredFlag)
    add("deblocking", set.deblocking.map { $0.offsets == nil ? "off" : "with offsets" } ?? "on")
    if set.scalingListData != nil { add("scaling_lists", true) }
    add("parallel_merge_size", 1 << (Int(set.log2ParallelMergeLevelMinus2) + 2))
    if set.ppsExtension?.range != nil { add("range_extension", true) }
    if set.ppsExtension?.multilayer != nil { add("multilayer_extension", true) }
    if set.ppsExtension?.scc != nil { add("screen_content_extension", true) }
  }

  /// The record's own elements; its sets are listed separately.
  init(_ record: HEVCDecoderConfigurationRecord) {
    add("codec", record.codecString())
    add("length_size", record.lengthSize.rawValue)
    add("chroma_format", record.chromaFormatIdc, CodePoints.chromaFormat)
    add("bit_depth_luma", Int(record.bitDepthLumaMinus8) + 8)
    add("bit_depth_chroma", Int(record.bitDepthChromaMinus8) + 8)
    if record.avgFrameRate > 0 { add("frame_rate", ExactRatio(UInt64(record.avgFrameRate), 256).map(Value.rate)) }
    add("sub_layers", record.numTemporalLayers)
    add("arrays", .names(record.arrays.map { "\($0.nalUnits.count) \(HEVCKit.NALUnitType(rawValue: $0.nalUnitType).name)" }))
  }
}
