import BitstreamKit

/// How the pictures are meant to be shown, and what a decoder may rely on.
///
/// ITU-T H.264 (08/2021) E.1.1 `vui_parameters( )`, semantics E.2.1.
public struct VUIParameters: Syntax {
  public static let structureName: StaticString = "vui_parameters"

  /// Behind video_signal_type_present_flag.
  public struct VideoSignalType: Equatable, Sendable {
    /// Where the signal came from, 0 to 7 (Table E-2).
    public var videoFormat: UInt8 = 5
    /// Whether samples use the full range of their bits.
    public var videoFullRangeFlag = false
    /// Behind colour_description_present_flag.
    public var colourDescription: ColourDescription?

    /// Unspecified.
    public init() {}
  }

  /// Behind colour_description_present_flag.
  public struct ColourDescription: Equatable, Sendable {
    /// Table E-3.
    public var colourPrimaries: UInt8 = 2
    /// Table E-4.
    public var transferCharacteristics: UInt8 = 2
    /// Table E-5.
    public var matrixCoefficients: UInt8 = 2

    /// Unspecified.
    public init() {}
  }

  /// Behind chroma_loc_info_present_flag.
  public struct ChromaLocInfo: Equatable, Sendable {
    /// 0 to 5 (Figure E-1).
    public var chromaSampleLocTypeTopField: UInt8 = 0
    /// 0 to 5 (Figure E-1).
    public var chromaSampleLocTypeBottomField: UInt8 = 0

    /// As inferred.
    public init() {}
  }

  /// Behind timing_info_present_flag.
  public struct TimingInfo: Equatable, Sendable {
    /// Units of the clock in a tick, more than 0.
    public var numUnitsInTick: UInt32 = 1
    /// Units of the clock in a second, more than 0. A frame of two fields is two ticks.
    public var timeScale: UInt32 = 50
    /// Whether the time between pictures is constant.
    public var fixedFrameRateFlag = false

    /// Twenty-five frames a second.
    public init() {}
  }

  /// Behind bitstream_restriction_flag.
  public struct BitstreamRestriction: Equatable, Sendable {
    /// Whether vectors may point outside of the picture.
    public var motionVectorsOverPicBoundariesFlag = true
    /// 0 to 16.
    public var maxBytesPerPicDenom: UInt8 = 2
    /// 0 to 16.
    public var maxBitsPerMbDenom: UInt8 = 1
    /// 0 to 15, in older editions to 16.
    public var log2MaxMvLengthHorizontal: UInt8 = 15
    /// 0 to 15, in older editions to 16.
    public var log2MaxMvLengthVertical: UInt8 = 15
    /// Frames that may come before a frame in decoding order and after it in output order, at most max_dec_frame_buffering.
    public var maxNumReorderFrames: UInt8 = 0
    /// Frame buffers a decoder needs.
    public var maxDecFrameBuffering: UInt8 = 0

    /// No reordering.
    public init() {}
  }

  /// Sample aspect ratio by number (Table E-1), 255 for one that is written out; nil without aspect_ratio_info_present_flag.
  public var aspectRatioIdc: UInt8?
  /// With aspect_ratio_idc 255.
  public var sarWidth: UInt16?
  /// With aspect_ratio_idc 255.
  public var sarHeight: UInt16?
  /// Whether the cropped pictures suit display with overscan; nil without overscan_info_present_flag.
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
  /// With one of the HRD parameters.
  public var lowDelayHrdFlag: Bool?
  /// Whether picture timing messages hold pic_struct.
  public var picStructPresentFlag = false
  /// nil without bitstream_restriction_flag.
  public var bitstreamRestriction: BitstreamRestriction?

  /// Nothing said about anything.
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

  /// The elements from timing_info_present_flag to pic_struct_present_flag.
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

  /// The elements from bitstream_restriction_flag on.
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
