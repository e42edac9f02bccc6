import BitstreamKit
import NALKit

// MARK: - Samples

extension SeqParameterSet {
  /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4; 1 if not coded.
  public var chromaFormatIdc: UInt8 { sampleFormat?.chromaFormatIdc ?? 1 }
  /// Whether the three colour planes are coded separately.
  public var separateColourPlaneFlag: Bool { sampleFormat?.separateColourPlaneFlag ?? false }
  /// ChromaArrayType (7.4.2.1.1): chroma_format_idc, or 0 if the colour planes are coded separately.
  public var chromaArrayType: UInt8 { separateColourPlaneFlag ? 0 : chromaFormatIdc }
  /// The bit depth of luma samples.
  public var bitDepthLuma: Int { 8 + Int(sampleFormat?.bitDepthLumaMinus8 ?? 0) }
  /// The bit depth of chroma samples.
  public var bitDepthChroma: Int { 8 + Int(sampleFormat?.bitDepthChromaMinus8 ?? 0) }

  /// PicWidthInMbs.
  public var picWidthInMbs: UInt64 { UInt64(picWidthInMbsMinus1) + 1 }
  /// FrameHeightInMbs.
  public var frameHeightInMbs: UInt64 { (UInt64(picHeightInMapUnitsMinus1) + 1) * (frameMbsOnlyFlag ? 1 : 2) }
  /// PicSizeInMapUnits, saturating at 2^63 − 1, which no valid slice reaches.
  public var picSizeInMapUnits: UInt64 {
    let (size, overflow) = picWidthInMbs.multipliedReportingOverflow(by: UInt64(picHeightInMapUnitsMinus1) + 1)
    return overflow ? UInt64(Int64.max) : min(size, UInt64(Int64.max))
  }

  /// The coded frame size, in luma samples of whole macroblocks.
  public var codedSize: PictureSize {
    PictureSize(width: Int(clamping: picWidthInMbs * 16), height: Int(clamping: frameHeightInMbs * 16))
  }

  /// The crop unit in luma samples (7-19 to 7-22).
  public var cropUnit: PictureSize {
    PictureSize(
      width: chromaArrayType == 1 || chromaArrayType == 2 ? 2 : 1,
      height: (chromaArrayType == 1 ? 2 : 1) * (frameMbsOnlyFlag ? 1 : 2))
  }

  /// The frame size after cropping; nil if nothing remains.
  public var croppedSize: PictureSize? {
    guard let crop = frameCropping else { return codedSize }
    return CropEdges(
      left: crop.frameCropLeftOffset, right: crop.frameCropRightOffset, top: crop.frameCropTopOffset, bottom: crop.frameCropBottomOffset
    ).remainder(of: codedSize, inUnitsOf: cropUnit)
  }
}

// MARK: - Display

extension SeqParameterSet {
  /// The frame rate in frames per second: time_scale / (2 × num_units_in_tick); nil without timing info.
  public var frameRate: ExactRatio? {
    guard let timing = vuiParameters?.timingInfo else { return nil }
    return ExactRatio(UInt64(timing.timeScale), UInt64(timing.numUnitsInTick) * 2)
  }

  /// The sample aspect ratio, width to height (Table E-1); nil if unspecified.
  public var sampleAspectRatio: ExactRatio? {
    guard let vui = vuiParameters, let idc = vui.aspectRatioIdc else { return nil }
    return NALKit.sampleAspectRatio(idc: idc, width: vui.sarWidth, height: vui.sarHeight)
  }
}

// MARK: - Profile and level

extension SeqParameterSet {
  /// The byte between profile_idc and level_idc: constraint flags and reserved bits.
  public var constraintFlags: UInt8 {
    (constraintSet0Flag ? 0x80 : 0) | (constraintSet1Flag ? 0x40 : 0) | (constraintSet2Flag ? 0x20 : 0) | (constraintSet3Flag ? 0x10 : 0)
      | (constraintSet4Flag ? 8 : 0) | (constraintSet5Flag ? 4 : 0) | reservedZero2bits & 3
  }

  /// The codecs parameter for manifests and MIME types, for example `avc1.64001f` (RFC 6381 3.3, ISO/IEC 14496-15 Annex E).
  public var codecString: String { avcCodecString(profileIdc, constraintFlags, levelIdc) }

  /// The profile name (Annex A, F.10, G.10, H.10, I.10); nil for an unspecified profile_idc.
  public var profileName: String? {
    switch profileIdc {
    case 66: constraintSet1Flag ? "Constrained Baseline" : "Baseline"
    case 77: "Main"
    case 88: "Extended"
    case 100: constraintSet4Flag ? (constraintSet5Flag ? "Constrained High" : "Progressive High") : "High"
    case 110: constraintSet3Flag ? "High 10 Intra" : constraintSet4Flag ? "Progressive High 10" : "High 10"
    case 122: constraintSet3Flag ? "High 4:2:2 Intra" : "High 4:2:2"
    case 244: constraintSet3Flag ? "High 4:4:4 Intra" : "High 4:4:4 Predictive"
    case 44: "CAVLC 4:4:4 Intra"
    case 83: constraintSet5Flag ? "Scalable Constrained Baseline" : "Scalable Baseline"
    case 86: constraintSet3Flag ? "Scalable High Intra" : constraintSet5Flag ? "Scalable Constrained High" : "Scalable High"
    case 118: "Multiview High"
    case 128: "Stereo High"
    case 134: "MFC High"
    case 135: "MFC Depth High"
    case 138: "Multiview Depth High"
    case 139: "Enhanced Multiview Depth High"
    default: nil
    }
  }

  /// Whether the level is 1b (A.3.1, A.3.2).
  public var isLevel1b: Bool {
    switch profileIdc {
    case 66, 77, 88: levelIdc == 11 && constraintSet3Flag
    default: levelIdc == 9
    }
  }

  /// The level in the notation of the specification: `4`, `4.1`, `1b`.
  public var levelName: String {
    if isLevel1b { return "1b" }
    return levelIdc % 10 == 0 ? "\(levelIdc / 10)" : "\(levelIdc / 10).\(levelIdc % 10)"
  }

  /// MaxDpbMbs (Table A-1); nil for an unspecified level.
  public var maxDpbMbs: UInt64? {
    if isLevel1b { return 396 }
    return switch levelIdc {
    case 10: 396
    case 11: 900
    case 12, 13, 20: 2_376
    case 21: 4_752
    case 22, 30: 8_100
    case 31: 18_000
    case 32: 20_480
    case 40, 41: 32_768
    case 42: 34_816
    case 50: 110_400
    case 51, 52: 184_320
    case 60, 61, 62: 696_320
    default: nil
    }
  }

  /// MaxDpbFrames (A.3.1): the capacity of the decoded picture buffer in frames, at most 16; nil for an unknown level.
  public var maxDpbFrames: Int? {
    guard let limit = maxDpbMbs else { return nil }
    let (size, overflow) = picWidthInMbs.multipliedReportingOverflow(by: frameHeightInMbs)
    return overflow ? 0 : Int(truncatingIfNeeded: min(16, limit / size))
  }

  /// max_dec_frame_buffering, coded or inferred (E.2.1); nil for an unknown level.
  public var maxDecFrameBuffering: Int? {
    if let restriction = vuiParameters?.bitstreamRestriction { return Int(restriction.maxDecFrameBuffering) }
    return isIntraByConstraint ? 0 : maxDpbFrames
  }

  /// max_num_reorder_frames, coded or inferred (E.2.1); nil for an unknown level. With pic_order_cnt_type 2 output order equals
  /// decoding order, whatever the value (8.2.1.3).
  public var maxNumReorderFrames: Int? {
    if let restriction = vuiParameters?.bitstreamRestriction { return Int(restriction.maxNumReorderFrames) }
    return isIntraByConstraint ? 0 : maxDpbFrames
  }

  /// Whether constraint_set3_flag marks an intra-only profile, in which all pictures are IDR pictures.
  private var isIntraByConstraint: Bool {
    switch profileIdc {
    case 44, 86, 100, 110, 122, 244: constraintSet3Flag
    default: false
    }
  }
}
