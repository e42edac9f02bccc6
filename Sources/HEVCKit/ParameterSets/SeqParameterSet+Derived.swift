import BitstreamKit
import NALKit

// MARK: - Samples

extension SeqParameterSet.Format {
  /// ChromaArrayType (7.4.3.2.1): chroma_format_idc, or 0 if the colour planes are coded separately.
  public var chromaArrayType: UInt8 { separateColourPlaneFlag == true ? 0 : chromaFormatIdc }
  /// The bit depth of luma samples.
  public var bitDepthLuma: Int { 8 + Int(bitDepthLumaMinus8) }
  /// The bit depth of chroma samples.
  public var bitDepthChroma: Int { 8 + Int(bitDepthChromaMinus8) }
  /// The crop unit in luma samples: SubWidthC and SubHeightC (Table 6-1).
  public var cropUnit: PictureSize {
    PictureSize(width: chromaFormatIdc == 1 || chromaFormatIdc == 2 ? 2 : 1, height: chromaFormatIdc == 1 ? 2 : 1)
  }
  /// The coded picture size.
  public var codedSize: PictureSize {
    PictureSize(width: Int(clamping: picWidthInLumaSamples), height: Int(clamping: picHeightInLumaSamples))
  }
  /// The output picture size; nil if the conformance window leaves nothing.
  public var croppedSize: PictureSize? { size(within: conformanceWindow) }

  /// Returns the picture size within a window; nil if nothing remains.
  func size(within window: Window?) -> PictureSize? {
    guard let window else { return codedSize }
    return CropEdges(left: window.leftOffset, right: window.rightOffset, top: window.topOffset, bottom: window.bottomOffset)
      .remainder(of: codedSize, inUnitsOf: cropUnit)
  }
}

extension SeqParameterSet {
  /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4; nil if specified by the VPS.
  public var chromaFormatIdc: UInt8? { format?.chromaFormatIdc }
  /// The bit depth of luma samples; nil if specified by the VPS.
  public var bitDepthLuma: Int? { format?.bitDepthLuma }
  /// The bit depth of chroma samples; nil if specified by the VPS.
  public var bitDepthChroma: Int? { format?.bitDepthChroma }
  /// The coded picture size; nil if specified by the VPS.
  public var codedSize: PictureSize? { format?.codedSize }
  /// The output picture size; nil if specified by the VPS, or if the conformance window leaves nothing.
  public var croppedSize: PictureSize? { format?.croppedSize }
  /// Log2 of the width and height of a coding tree block: CtbLog2SizeY.
  public var ctbLog2SizeY: Int { Int(log2MinLumaCodingBlockSizeMinus3) + 3 + Int(log2DiffMaxMinLumaCodingBlockSize) }
}

// MARK: - Display

extension SeqParameterSet {
  /// The frame rate: vui_time_scale / vui_num_units_in_tick, halved if pictures are fields; nil without timing info.
  public var frameRate: ExactRatio? {
    guard let timing = vuiParameters?.timingInfo else { return nil }
    let fields: UInt64 = vuiParameters?.fieldSeqFlag == true ? 2 : 1
    return ExactRatio(UInt64(timing.vuiTimeScale), UInt64(timing.vuiNumUnitsInTick) * fields)
  }

  /// The sample aspect ratio, width to height (Table E.1); nil if unspecified.
  public var sampleAspectRatio: ExactRatio? {
    guard let info = vuiParameters?.aspectRatioInfo else { return nil }
    return NALKit.sampleAspectRatio(idc: info.aspectRatioIdc, width: info.sarWidth, height: info.sarHeight)
  }
}

// MARK: - Level

extension SeqParameterSet {
  /// sps_max_dec_pic_buffering_minus1 + 1 of the highest sub-layer; nil if specified by the VPS.
  public var maxDecPicBuffering: Int? { subLayerOrderingInfo.last.map { Int($0.maxDecPicBufferingMinus1) + 1 } }
  /// sps_max_num_reorder_pics of the highest sub-layer; nil if specified by the VPS.
  public var maxNumReorderPics: Int? { subLayerOrderingInfo.last.map { Int($0.maxNumReorderPics) } }

  /// MaxDpbSize (A.4.2): the DPB capacity in pictures of this size at this level; nil for an unknown level.
  public var maxDpbSize: Int? {
    guard let format, let limit = profileTierLevel?.maxLumaPictureSize else { return nil }
    // Screen content profiles, which permit sps_curr_pic_ref_enabled_flag, have one more buffer, whatever the flag is (A.4.2).
    let maxDpbPicBuf: UInt64 = [9, 11].contains(profileTierLevel?.general?.profileIdc) ? 7 : 6
    let size = UInt64(format.picWidthInLumaSamples) * UInt64(format.picHeightInLumaSamples)
    if size <= limit >> 2 { return Int(min(4 * maxDpbPicBuf, 16)) }
    if size <= limit >> 1 { return Int(min(2 * maxDpbPicBuf, 16)) }
    if size <= 3 * limit >> 2 { return Int(min(4 * maxDpbPicBuf / 3, 16)) }
    return Int(maxDpbPicBuf)
  }

  /// The codec as web pages name it, see `ProfileTierLevel.codecString`; nil if specified by the VPS.
  public var codecString: String? { profileTierLevel?.codecString() }
}
