import BitstreamKit
import NALKit

/// Video usability information: display, timing and bitstream restrictions.
///
/// ITU-T H.265 (08/2021) E.2.1 `vui_parameters( )`, semantics E.3.1.
public struct VUIParameters: Equatable, Sendable {
  /// Present if aspect_ratio_info_present_flag.
  public var aspectRatioInfo: AspectRatioInfo?
  /// Present if overscan_info_present_flag.
  public var overscanAppropriateFlag: Bool?
  /// Present if video_signal_type_present_flag.
  public var videoSignalType: VideoSignalType?
  /// Present if chroma_loc_info_present_flag.
  public var chromaLocInfo: ChromaLocInfo?
  /// Whether all chroma samples are neutral.
  public var neutralChromaIndicationFlag = false
  /// Whether pictures are fields.
  public var fieldSeqFlag = false
  /// Whether picture timing SEI messages contain frame and field information.
  public var frameFieldInfoPresentFlag = false
  /// Present if default_display_window_flag.
  public var defaultDisplayWindow: Window?
  /// Present if vui_timing_info_present_flag.
  public var timingInfo: TimingInfo?
  /// Present if bitstream_restriction_flag.
  public var bitstreamRestriction: BitstreamRestriction?

  /// The sample aspect ratio.
  public struct AspectRatioInfo: Equatable, Sendable {
    /// Table E.1; 255 for an explicit ratio.
    public var aspectRatioIdc: UInt8 = 0
    /// Present with 255.
    public var sarWidth: UInt16?
    /// Present with 255.
    public var sarHeight: UInt16?

    /// Creates unspecified values.
    public init() {}
  }

  /// Video signal type.
  public struct VideoSignalType: Equatable, Sendable {
    /// 0 component, 1 PAL, 2 NTSC, 3 SECAM, 4 MAC, 5 unspecified.
    public var videoFormat: UInt8 = 5
    /// Whether samples use the full range.
    public var videoFullRangeFlag = false
    /// Present if colour_description_present_flag.
    public var colourDescription: ColourDescription?

    /// Creates unspecified values.
    public init() {}
  }

  /// Code points of ITU-T H.273.
  public struct ColourDescription: Equatable, Sendable {
    /// Table E.3.
    public var colourPrimaries: UInt8 = 2
    /// Table E.4.
    public var transferCharacteristics: UInt8 = 2
    /// Table E.5.
    public var matrixCoeffs: UInt8 = 2

    /// Creates unspecified values.
    public init() {}
  }

  /// Chroma sample locations.
  public struct ChromaLocInfo: Equatable, Sendable {
    /// 0 to 5.
    public var chromaSampleLocTypeTopField: UInt8 = 0
    /// 0 to 5.
    public var chromaSampleLocTypeBottomField: UInt8 = 0

    /// Creates the default location: horizontally co-sited, vertically between luma rows.
    public init() {}
  }

  /// Clock and HRD parameters.
  public struct TimingInfo: Equatable, Sendable {
    /// Units of the time scale in a clock tick, not 0.
    public var vuiNumUnitsInTick: UInt32 = 1
    /// Units per second, not 0.
    public var vuiTimeScale: UInt32 = 1
    /// Present if vui_poc_proportional_to_timing_flag: clock ticks for a picture order count difference of 1, minus 1.
    public var vuiNumTicksPocDiffOneMinus1: UInt32?
    /// Present if vui_hrd_parameters_present_flag.
    public var hrdParameters: HRDParameters?

    /// Creates one tick per second.
    public init() {}
  }

  /// Bitstream restrictions.
  public struct BitstreamRestriction: Equatable, Sendable {
    /// Whether all pictures have the same tiles.
    public var tilesFixedStructureFlag = false
    /// Whether motion vectors may point outside of the picture.
    public var motionVectorsOverPicBoundariesFlag = true
    /// Whether all slices of a picture have the same reference picture lists.
    public var restrictedRefPicListsFlag = false
    /// 0 to 4095, 0 for no limit.
    public var minSpatialSegmentationIdc: UInt16 = 0
    /// 0 to 16, 0 for no limit.
    public var maxBytesPerPicDenom: UInt8 = 2
    /// 0 to 16, 0 for no limit.
    public var maxBitsPerMinCuDenom: UInt8 = 1
    /// 0 to 15.
    public var log2MaxMvLengthHorizontal: UInt8 = 15
    /// 0 to 15.
    public var log2MaxMvLengthVertical: UInt8 = 15

    /// The inferred values.
    public init() {}
  }

  /// Creates a structure with all optional parts absent.
  public init() {}

  /// - Parameter maxSubLayersMinus1: sps_max_sub_layers_minus1; nil if it is in a missing VPS.
  public mutating func syntax(_ c: inout SyntaxCoder, maxSubLayersMinus1: Int?) throws(SyntaxError) {
    try c.optional("aspect_ratio_info_present_flag", &aspectRatioInfo, AspectRatioInfo()) { (c, a) throws(SyntaxError) in
      try c.u("aspect_ratio_idc", &a.aspectRatioIdc, bits: 8)
      let isExtended = a.aspectRatioIdc == 255
      try c.u("sar_width", &a.sarWidth, bits: 16, when: isExtended)
      try c.u("sar_height", &a.sarHeight, bits: 16, when: isExtended)
    }
    try c.optional("overscan_info_present_flag", &overscanAppropriateFlag, false) { (c, v) throws(SyntaxError) in
      try c.flag("overscan_appropriate_flag", &v)
    }
    try c.optional("video_signal_type_present_flag", &videoSignalType, VideoSignalType()) { (c, v) throws(SyntaxError) in
      try c.u("video_format", &v.videoFormat, bits: 3)
      try c.flag("video_full_range_flag", &v.videoFullRangeFlag)
      try c.optional("colour_description_present_flag", &v.colourDescription, ColourDescription()) { (c, d) throws(SyntaxError) in
        try c.u("colour_primaries", &d.colourPrimaries, bits: 8)
        try c.u("transfer_characteristics", &d.transferCharacteristics, bits: 8)
        try c.u("matrix_coeffs", &d.matrixCoeffs, bits: 8)
      }
    }
    try c.optional("chroma_loc_info_present_flag", &chromaLocInfo, ChromaLocInfo()) { (c, v) throws(SyntaxError) in
      try c.ue("chroma_sample_loc_type_top_field", &v.chromaSampleLocTypeTopField, in: 0...5)
      try c.ue("chroma_sample_loc_type_bottom_field", &v.chromaSampleLocTypeBottomField, in: 0...5)
    }
    try c.flag("neutral_chroma_indication_flag", &neutralChromaIndicationFlag)
    try c.flag("field_seq_flag", &fieldSeqFlag)
    try c.flag("frame_field_info_present_flag", &frameFieldInfoPresentFlag)
    try c.optional("default_display_window_flag", &defaultDisplayWindow, Window()) { (c, w) throws(SyntaxError) in
      try w.syntax(&c, .display)
    }
    try c.optional("vui_timing_info_present_flag", &timingInfo, TimingInfo()) { (c, t) throws(SyntaxError) in
      try t.syntax(&c, maxSubLayersMinus1)
    }
    try c.optional("bitstream_restriction_flag", &bitstreamRestriction, BitstreamRestriction()) { (c, r) throws(SyntaxError) in
      try c.flag("tiles_fixed_structure_flag", &r.tilesFixedStructureFlag)
      try c.flag("motion_vectors_over_pic_boundaries_flag", &r.motionVectorsOverPicBoundariesFlag)
      try c.flag("restricted_ref_pic_lists_flag", &r.restrictedRefPicListsFlag)
      try c.ue("min_spatial_segmentation_idc", &r.minSpatialSegmentationIdc, in: 0...4095)
      try c.ue("max_bytes_per_pic_denom", &r.maxBytesPerPicDenom, in: 0...16)
      try c.ue("max_bits_per_min_cu_denom", &r.maxBitsPerMinCuDenom, in: 0...16)
      try c.ue("log2_max_mv_length_horizontal", &r.log2MaxMvLengthHorizontal, in: 0...15)
      try c.ue("log2_max_mv_length_vertical", &r.log2MaxMvLengthVertical, in: 0...15)
    }
  }
}

extension VUIParameters.TimingInfo {
  mutating func syntax(_ c: inout SyntaxCoder, _ maxSubLayersMinus1: Int?) throws(SyntaxError) {
    try c.u("vui_num_units_in_tick", &vuiNumUnitsInTick, bits: 32, in: 1...0xFFFF_FFFF)
    try c.u("vui_time_scale", &vuiTimeScale, bits: 32, in: 1...0xFFFF_FFFF)
    try c.optional("vui_poc_proportional_to_timing_flag", &vuiNumTicksPocDiffOneMinus1, 0) { (c, ticks) throws(SyntaxError) in
      try c.ue("vui_num_ticks_poc_diff_one_minus1", &ticks)
    }
    try c.optional("vui_hrd_parameters_present_flag", &hrdParameters, HRDParameters()) { (c, hrd) throws(SyntaxError) in
      guard let maxSubLayersMinus1 else {
        throw c._malformed("hrd_parameters", .unsupported("the VPS with the number of sub-layers is missing"))
      }
      try c.structure("hrd_parameters", &hrd) { (c, h) throws(SyntaxError) in
        try h.syntax(&c, commonPresent: true, inherited: nil, maxSubLayersMinus1: maxSubLayersMinus1)
      }
    }
  }
}
