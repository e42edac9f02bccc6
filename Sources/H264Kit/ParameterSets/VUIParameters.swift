import BitstreamKit
import NALKit

/// Video usability information: display, timing and bitstream restrictions.
///
/// ITU-T H.264 (08/2021) E.1.1 `vui_parameters( )`, semantics E.2.1.
public struct VUIParameters: Syntax {
  public static let structureName: StaticString = "vui_parameters"

  /// Elements present if video_signal_type_present_flag.
  public struct VideoSignalType: Equatable, Sendable {
    /// The source format of the video, 0 to 7 (Table E-2).
    public var videoFormat: UInt8 = 5
    /// Whether samples use the full range.
    public var videoFullRangeFlag = false
    /// Elements present if colour_description_present_flag.
    public var colourDescription: ColourDescription?

    /// Creates unspecified values.
    public init() {}
  }

  /// Elements present if colour_description_present_flag.
  public struct ColourDescription: Equatable, Sendable {
    /// Table E-3.
    public var colourPrimaries: UInt8 = 2
    /// Table E-4.
    public var transferCharacteristics: UInt8 = 2
    /// Table E-5.
    public var matrixCoefficients: UInt8 = 2

    /// Creates unspecified values.
    public init() {}
  }

  /// Elements present if chroma_loc_info_present_flag.
  public struct ChromaLocInfo: Equatable, Sendable {
    /// 0 to 5 (Figure E-1).
    public var chromaSampleLocTypeTopField: UInt8 = 0
    /// 0 to 5 (Figure E-1).
    public var chromaSampleLocTypeBottomField: UInt8 = 0

    /// Creates the inferred values.
    public init() {}
  }

  /// Elements present if timing_info_present_flag.
  public struct TimingInfo: Equatable, Sendable {
    /// Time units per clock tick, greater than 0.
    public var numUnitsInTick: UInt32 = 1
    /// Time units per second, greater than 0. A frame of two fields lasts two ticks.
    public var timeScale: UInt32 = 50
    /// Whether the frame rate is constant.
    public var fixedFrameRateFlag = false

    /// Creates 25 frames per second.
    public init() {}
  }

  /// Elements present if bitstream_restriction_flag.
  public struct BitstreamRestriction: Equatable, Sendable {
    /// Whether motion vectors may point outside the picture.
    public var motionVectorsOverPicBoundariesFlag = true
    /// 0 to 16.
    public var maxBytesPerPicDenom: UInt8 = 2
    /// 0 to 16.
    public var maxBitsPerMbDenom: UInt8 = 1
    /// 0 to 15; 0 to 16 in older editions.
    public var log2MaxMvLengthHorizontal: UInt8 = 15
    /// 0 to 15; 0 to 16 in older editions.
    public var log2MaxMvLengthVertical: UInt8 = 15
    /// The maximum number of frames that precede a frame in decoding order and follow it in output order; ≤ max_dec_frame_buffering.
    public var maxNumReorderFrames: UInt8 = 0
    /// The required size of the decoded picture buffer in frames.
    public var maxDecFrameBuffering: UInt8 = 0

    /// Creates restrictions without reordering.
    public init() {}
  }

  /// The sample aspect ratio index (Table E-1), 255 for an explicit ratio; nil without aspect_ratio_info_present_flag.
  public var aspectRatioIdc: UInt8?
  /// Present if aspect_ratio_idc is 255.
  public var sarWidth: UInt16?
  /// Present if aspect_ratio_idc is 255.
  public var sarHeight: UInt16?
  /// Whether the cropped pictures are suitable for display with overscan; nil without overscan_info_present_flag.
  public var overscanAppropriateFlag: Bool?
  /// nil without video_signal_type_present_flag.
  public var videoSignalType: VideoSignalType?
  /// nil without chroma_loc_info_present_flag.
  public var chromaLocInfo: ChromaLocInfo?
  /// nil without timing_info_present_flag.
  public var timingInfo: TimingInfo?
  /// nil without nal_hrd_parameters_present_flag.
  public var nalHrdParameters: HRDParameters?
  /// nil without vcl_hrd_parameters_present_flag.
  public var vclHrdParameters: HRDParameters?
  /// Present if NAL or VCL HRD parameters are present.
  public var lowDelayHrdFlag: Bool?
  /// Whether picture timing messages contain pic_struct.
  public var picStructPresentFlag = false
  /// nil without bitstream_restriction_flag.
  public var bitstreamRestriction: BitstreamRestriction?

  /// Creates VUI with all optional parts absent.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.optional("aspect_ratio_info_present_flag", &aspectRatioIdc, 0) { (c, idc) throws(SyntaxError) in
      try c.u("aspect_ratio_idc", &idc, bits: 8)
    }
    try c.u("sar_width", &sarWidth, bits: 16, when: aspectRatioIdc == 255)
    try c.u("sar_height", &sarHeight, bits: 16, when: aspectRatioIdc == 255)
    try c.optional("overscan_info_present_flag", &overscanAppropriateFlag, false) { (c, v) throws(SyntaxError) in
      try c.flag("overscan_appropriate_flag", &v)
    }
    try c.optional("video_signal_type_present_flag", &videoSignalType, .init()) { (c, v) throws(SyntaxError) in
      try c.u("video_format", &v.videoFormat, bits: 3)
      try c.flag("video_full_range_flag", &v.videoFullRangeFlag)
      try c.optional("colour_description_present_flag", &v.colourDescription, .init()) { (c, d) throws(SyntaxError) in
        try c.u("colour_primaries", &d.colourPrimaries, bits: 8)
        try c.u("transfer_characteristics", &d.transferCharacteristics, bits: 8)
        try c.u("matrix_coefficients", &d.matrixCoefficients, bits: 8)
      }
    }
    try c.optional("chroma_loc_info_present_flag", &chromaLocInfo, .init()) { (c, v) throws(SyntaxError) in
      try c.ue("chroma_sample_loc_type_top_field", &v.chromaSampleLocTypeTopField, in: 0...5)
      try c.ue("chroma_sample_loc_type_bottom_field", &v.chromaSampleLocTypeBottomField, in: 0...5)
    }
    try timing(&c)
    try restriction(&c)
  }

  /// Codes the elements from timing_info_present_flag to pic_struct_present_flag.
  mutating func timing(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.optional("timing_info_present_flag", &timingInfo, .init()) { (c, v) throws(SyntaxError) in
      try c.u("num_units_in_tick", &v.numUnitsInTick, bits: 32, in: 1...UInt32.max)
      try c.u("time_scale", &v.timeScale, bits: 32, in: 1...UInt32.max)
      try c.flag("fixed_frame_rate_flag", &v.fixedFrameRateFlag)
    }
    try c.optional("nal_hrd_parameters_present_flag", &nalHrdParameters)
    try c.optional("vcl_hrd_parameters_present_flag", &vclHrdParameters)
    try c.flag("low_delay_hrd_flag", &lowDelayHrdFlag, when: nalHrdParameters != nil || vclHrdParameters != nil)
    try c.flag("pic_struct_present_flag", &picStructPresentFlag)
  }

  /// Codes the elements from bitstream_restriction_flag onwards.
  mutating func restriction(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.optional("bitstream_restriction_flag", &bitstreamRestriction, .init()) { (c, v) throws(SyntaxError) in
      try c.flag("motion_vectors_over_pic_boundaries_flag", &v.motionVectorsOverPicBoundariesFlag)
      try c.ue("max_bytes_per_pic_denom", &v.maxBytesPerPicDenom, in: 0...16)
      try c.ue("max_bits_per_mb_denom", &v.maxBitsPerMbDenom, in: 0...16)
      try c.ue("log2_max_mv_length_horizontal", &v.log2MaxMvLengthHorizontal, in: 0...16)
      try c.ue("log2_max_mv_length_vertical", &v.log2MaxMvLengthVertical, in: 0...16)
      try c.ue("max_num_reorder_frames", &v.maxNumReorderFrames, in: 0...16)
      try c.ue("max_dec_frame_buffering", &v.maxDecFrameBuffering, in: 0...16)
    }
  }
}
