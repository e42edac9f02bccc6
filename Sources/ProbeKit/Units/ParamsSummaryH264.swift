import BitstreamKit
import H264Kit
import NALKit

/// Summaries of H.264 parameter sets.
extension ParamsSummary {
  init(_ content: H264Kit.NALUnitPayload) {
    switch content {
    case .seqParameterSet(let set): self.init(set)
    case .picParameterSet(let set): self.init(set)
    case .seqParameterSetExtension(let set): self.init(set)
    case .subsetSeqParameterSet(let set): self.init(set)
    default: self.init()
    }
  }

  init(_ set: H264Kit.SeqParameterSet) {
    add("id", set.seqParameterSetId)
    add("profile", set.profileName ?? "unknown (\(set.profileIdc))")
    add("level", set.levelName)
    add("codec", set.codecString)
    add("coded_size", .size(set.codedSize))
    add("cropped_size", set.croppedSize.map(Value.size) ?? .text("nothing is left"))
    add("chroma_format", set.chromaFormatIdc, CodePoints.chromaFormat)
    if set.separateColourPlaneFlag { add("separate_colour_planes", true) }
    add("bit_depth_luma", set.bitDepthLuma)
    if set.chromaFormatIdc != 0 { add("bit_depth_chroma", set.bitDepthChroma) }
    if set.sampleFormat?.qpprimeYZeroTransformBypassFlag == true { add("lossless_at_qp_0", true) }
    add("sample_aspect_ratio", set.sampleAspectRatio.map(Value.aspect))
    add("frame_rate", set.frameRate.map(Value.rate))
    add("fixed_frame_rate", set.vuiParameters?.timingInfo?.fixedFrameRateFlag)
    signal(set.vuiParameters)
    add("reference_frames", set.maxNumRefFrames)
    add("dpb_frames", set.maxDecFrameBuffering)
    add("dpb_frames_by_level", set.maxDpbFrames)
    // Type 2 does not allow reordering (8.2.1.3).
    add("reorder_frames", set.picOrderCntType == 2 ? 0 : set.maxNumReorderFrames)
    add("poc_type", set.picOrderCntType)
    add(
      "interlacing",
      set.frameMbsOnlyFlag ? "frames only" : set.mbAdaptiveFrameFieldFlag == true ? "fields, frames and MBAFF" : "fields and frames")
    if set.sampleFormat?.seqScalingMatrix != nil { add("scaling_matrix", true) }
    add("nal_hrd", set.vuiParameters?.nalHrdParameters.map(Self.schedules))
    add("vcl_hrd", set.vuiParameters?.vclHrdParameters.map(Self.schedules))
    add("low_delay_hrd", set.vuiParameters?.lowDelayHrdFlag)
  }

  private mutating func signal(_ vui: H264Kit.VUIParameters?) {
    guard let vui else { return }
    if let signal = vui.videoSignalType {
      add("video_format", signal.videoFormat, CodePoints.videoFormat)
      add("video_range", signal.videoFullRangeFlag ? "full" : "limited")
      add("colour_primaries", signal.colourDescription?.colourPrimaries, CodePoints.colourPrimaries)
      add("transfer_characteristics", signal.colourDescription?.transferCharacteristics, CodePoints.transferCharacteristics)
      add("matrix_coefficients", signal.colourDescription?.matrixCoefficients, CodePoints.matrixCoefficients)
    }
    add("chroma_location", vui.chromaLocInfo?.chromaSampleLocTypeTopField, CodePoints.chromaSampleLocation)
  }

  private static func schedules(_ hrd: H264Kit.HRDParameters) -> Value {
    .schedules(
      hrd.schedules.indices.map {
        Schedule(bitRate: hrd.bitRate($0) ?? 0, cpbSize: hrd.cpbSize($0) ?? 0, isConstant: hrd.schedules[$0].cbrFlag)
      })
  }

  init(_ set: H264Kit.PicParameterSet) {
    add("id", set.picParameterSetId)
    add("sps", set.seqParameterSetId)
    add("entropy_coding", set.entropyCodingModeFlag ? "CABAC" : "CAVLC")
    add("slice_groups", set.sliceGroupCount)
    add("slice_group_map", set.sliceGroups.flatMap { $0.mapTypeName?.description })
    add("references", .numbers([Int(set.numRefIdxL0DefaultActiveMinus1) + 1, Int(set.numRefIdxL1DefaultActiveMinus1) + 1]))
    add("weighted_prediction", set.weightedPredFlag)
    add("weighted_biprediction", set.weightedBipredIdc) { $0 == 0 ? "no" : $0 == 1 ? "explicit" : $0 == 2 ? "implicit" : nil }
    add("initial_qp", set.initialQP)
    add("initial_qs", set.initialQS)
    add("chroma_qp_offsets", .numbers([Int(set.chromaQpIndexOffset), set.crQpIndexOffset]))
    add("transform_8x8", set.extension?.transform8x8ModeFlag ?? false)
    if set.extension?.picScalingMatrix != nil { add("scaling_matrix", true) }
    add("deblocking_control", set.deblockingFilterControlPresentFlag)
    add("constrained_intra_prediction", set.constrainedIntraPredFlag)
    add("redundant_pictures", set.redundantPicCntPresentFlag)
  }

  private init(_ set: H264Kit.SeqParameterSetExtension) {
    add("sps", set.seqParameterSetId)
    add("auxiliary_format", set.auxFormatIdc)
    guard let auxiliary = set.auxiliary else { return }
    add("bit_depth", Int(auxiliary.bitDepthAuxMinus8) + 8)
    add("opaque", auxiliary.alphaOpaqueValue)
    add("transparent", auxiliary.alphaTransparentValue)
  }

  private init(_ set: H264Kit.SubsetSeqParameterSet) {
    self.init(set.seqParameterSetData)
    if let views = set.multiview?.seqParameterSetMVCExtension { add("views", .numbers(views.viewId.map(Int.init))) }
    if set.scalable != nil { add("scalable", true) }
    if set.depth != nil { add("depth", true) }
  }

  /// The record's own elements; its sets are listed separately.
  init(_ record: AVCDecoderConfigurationRecord) {
    add("codec", record.codecString)
    add("length_size", record.lengthSize.rawValue)
    add("sequence_parameter_sets", record.sequenceParameterSets.count)
    add("picture_parameter_sets", record.pictureParameterSets.count)
    guard let high = record.highProfileExtension else { return }
    add("chroma_format", high.chromaFormat, CodePoints.chromaFormat)
    add("bit_depth_luma", Int(high.bitDepthLumaMinus8) + 8)
    add("bit_depth_chroma", Int(high.bitDepthChromaMinus8) + 8)
    add("sequence_parameter_set_extensions", high.sequenceParameterSetExts.count)
  }
}
