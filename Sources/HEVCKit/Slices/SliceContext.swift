import BitstreamKit

/// The parameter set values that slice segment header syntax depends on, extracted once for all slices.
public struct SliceContext: Equatable, Sendable {
  // From the PPS.
  var dependentSliceSegmentsEnabled = false
  var outputFlagPresent = false
  var numExtraSliceHeaderBits = 0
  var cabacInitPresent = false
  var defaultActiveL0 = 1
  var defaultActiveL1 = 1
  var initQpMinus26: Int16 = 0
  var sliceChromaQpOffsetsPresent = false
  var weightedPred = false
  var weightedBipred = false
  var loopFilterAcrossSlices = false
  var deblockingOverrideEnabled = false
  var deblockingDisabled = false
  var listsModificationPresent = false
  var headerExtensionPresent = false
  var chromaQpOffsetListEnabled = false
  var currPicRefEnabled = false
  var actOffsets: PPSSCCExtension.ACT?
  var hasTiles = false
  /// The largest legal num_entry_point_offsets; nil where slices have no entry points.
  var maxEntryPoints: UInt32?
  // From the SPS.
  var addressBits = 0
  var picSizeInCtbs: UInt32 = 1
  var separateColourPlane = false
  var hasChroma = true
  var pocLsbBits = 4
  var refPicSets: [RefPicSet] = []
  var longTermPresent = false
  var numLongTermSps = 0
  var longTermUsed: UInt32 = 0
  var temporalMvpEnabled = false
  var saoEnabled = false
  var motionVectorResolutionControlIdc: UInt8 = 0
  var qpBdOffset: Int16 = 0
  /// WpOffsetHalfRangeY and WpOffsetHalfRangeC: half the offset range in weighted prediction.
  var offsetHalfRangeY: Int32 = 128
  var offsetHalfRangeC: Int32 = 128
  var layer: Layer?
  /// Whether one of the tools of the SPS uses the other component, texture or depth (I-17, I-18).
  var usesOtherComponent = false
  /// Of streams with layers.
  var multilayer: SliceSegmentHeaderExtension.Context?

  /// Creates the context of minimal parameter sets.
  init() {}

  /// - Parameters:
  ///   - pps: the picture parameter set that the slice names.
  ///   - sps: the sequence parameter set that this names.
  ///   - format: size and sample format, those of the SPS or, where it has none, of the VPS.
  ///   - layer: for layers above the base layer.
  ///   - vps: the video parameter set that the sequence parameter set names, where it came.
  public init(
    pps: PicParameterSet, sps: SeqParameterSet, format: SeqParameterSet.Format, layer: Layer?, vps: VideoParameterSet? = nil
  ) {
    self.layer = layer
    if let pocReset = pps.ppsExtension?.multilayer?.pocResetInfoPresentFlag ?? (vps?.vpsExtension?.content == nil ? nil : false) {
      var multilayer = SliceSegmentHeaderExtension.Context()
      multilayer.pocResetInfoPresentFlag = pocReset
      multilayer.vpsPocLsbAlignedFlag = vps?.vpsExtension?.content?.vpsPocLsbAlignedFlag ?? false
      multilayer.isIndependent = layer.map { $0.numDirectRefLayers == 0 } ?? true
      self.multilayer = multilayer
    }
    take(pps)
    take(sps, format)
    if let tools = sps.spsExtension?.threeD, let threeD = layer?.threeD { usesOtherComponent = tools.usesOtherComponent(threeD.isDepth) }
    let log2Ctb = UInt32(sps.log2MinLumaCodingBlockSizeMinus3) + 3 + UInt32(sps.log2DiffMaxMinLumaCodingBlockSize)
    let ctb: UInt32 = 1 << min(log2Ctb, 16)
    // Width and height are at most 65535 and a block has at least 8 samples: the product fits 32 bits.
    let width = (min(format.picWidthInLumaSamples, 65535) + ctb - 1) / ctb
    let height = (min(format.picHeightInLumaSamples, 65535) + ctb - 1) / ctb
    picSizeInCtbs = max(1, width * height)
    addressBits = SliceContext.bits(for: picSizeInCtbs)
    if let tiles = pps.tiles {
      let columns = UInt32(tiles.numTileColumnsMinus1) + 1
      let rows = pps.entropyCodingSyncEnabledFlag ? height : UInt32(tiles.numTileRowsMinus1) + 1
      maxEntryPoints = max(1, columns * rows) - 1
    } else if pps.entropyCodingSyncEnabledFlag {
      maxEntryPoints = max(1, height) - 1
    }
  }

  /// Ceil( Log2( count ) ).
  static func bits(for count: UInt32) -> Int { count <= 1 ? 0 : 32 - (count - 1).leadingZeroBitCount }

  private mutating func take(_ pps: PicParameterSet) {
    dependentSliceSegmentsEnabled = pps.dependentSliceSegmentsEnabledFlag
    outputFlagPresent = pps.outputFlagPresentFlag
    numExtraSliceHeaderBits = Int(pps.numExtraSliceHeaderBits)
    cabacInitPresent = pps.cabacInitPresentFlag
    defaultActiveL0 = Int(pps.numRefIdxL0DefaultActiveMinus1) + 1
    defaultActiveL1 = Int(pps.numRefIdxL1DefaultActiveMinus1) + 1
    initQpMinus26 = Int16(pps.initQpMinus26)
    sliceChromaQpOffsetsPresent = pps.ppsSliceChromaQpOffsetsPresentFlag
    weightedPred = pps.weightedPredFlag
    weightedBipred = pps.weightedBipredFlag
    loopFilterAcrossSlices = pps.ppsLoopFilterAcrossSlicesEnabledFlag
    deblockingOverrideEnabled = pps.deblocking?.deblockingFilterOverrideEnabledFlag ?? false
    deblockingDisabled = pps.deblocking.map { $0.offsets == nil } ?? false
    hasTiles = pps.tiles != nil
    listsModificationPresent = pps.listsModificationPresentFlag
    headerExtensionPresent = pps.sliceSegmentHeaderExtensionPresentFlag
    chromaQpOffsetListEnabled = pps.ppsExtension?.range?.chromaQpOffsets != nil
    currPicRefEnabled = pps.ppsExtension?.scc?.ppsCurrPicRefEnabledFlag ?? false
    if let act = pps.ppsExtension?.scc?.act, act.ppsSliceActQpOffsetsPresentFlag { actOffsets = act }
  }

  private mutating func take(_ sps: SeqParameterSet, _ format: SeqParameterSet.Format) {
    separateColourPlane = format.separateColourPlaneFlag ?? false
    hasChroma = format.chromaFormatIdc != 0 && !separateColourPlane
    pocLsbBits = Int(sps.log2MaxPicOrderCntLsbMinus4) + 4
    refPicSets = sps.refPicSets
    if let pictures = sps.longTermRefPics {
      longTermPresent = true
      numLongTermSps = min(pictures.count, 32)
      for (i, picture) in pictures.prefix(32).enumerated() where picture.usedByCurrPicLtSpsFlag { longTermUsed |= 1 << UInt32(i) }
    }
    temporalMvpEnabled = sps.spsTemporalMvpEnabledFlag
    saoEnabled = sps.sampleAdaptiveOffsetEnabledFlag
    motionVectorResolutionControlIdc = sps.spsExtension?.scc?.motionVectorResolutionControlIdc ?? 0
    qpBdOffset = 6 * Int16(min(format.bitDepthLumaMinus8, 8))
    if sps.spsExtension?.range?.highPrecisionOffsetsEnabledFlag == true {
      offsetHalfRangeY = 1 << (Int32(min(format.bitDepthLumaMinus8, 8)) + 7)
      offsetHalfRangeC = 1 << (Int32(min(format.bitDepthChromaMinus8, 8)) + 7)
    }
  }
}
