import BitstreamKit

/// EVC decoder configuration.
///
/// ISO/IEC 14496-15:2022, 12.3.3 `EVCDecoderConfigurationRecord`.
public struct EVCConfigurationBox: TypedBox {
  public static let structureName: StaticString = "EVCConfigurationBox"
  public static var boxType: FourCC { "evcC" }

  /// Configuration version: 1.
  public var configurationVersion: UInt8 = 1
  /// Profile: 0 Baseline, 1 Main, 2 and 3 the still picture profiles of these.
  public var profileIdc: UInt8 = 0
  /// 30 times the level.
  public var levelIdc: UInt8 = 0
  /// One bit for each tool that the stream may use.
  public var toolsetIdcH: UInt32 = 0
  /// One bit for each tool that the stream does use.
  public var toolsetIdcL: UInt32 = 0
  /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  public var chromaFormatIdc: UInt8 = 1
  /// Luma bit depth minus 8, 0 to 7.
  public var bitDepthLumaMinus8: UInt8 = 0
  /// Chroma bit depth minus 8, 0 to 7.
  public var bitDepthChromaMinus8: UInt8 = 0
  /// Width in luma samples.
  public var picWidthInLumaSamples: UInt16 = 0
  /// Height in luma samples.
  public var picHeightInLumaSamples: UInt16 = 0
  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Size of NAL unit length fields in bytes, minus 1: 0, 1 or 3.
  public var lengthSizeMinusOne: UInt8 = 3
  /// Parameter sets and SEI messages, grouped by NAL unit type.
  public var arrays: [NALUnitArray] = []

  /// Creates a box with default values (no parameter sets).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("configurationVersion", &configurationVersion, bits: 8)
    try c.u("profile_idc", &profileIdc, bits: 8)
    try c.u("level_idc", &levelIdc, bits: 8)
    try c.u("toolset_idc_h", &toolsetIdcH, bits: 32)
    try c.u("toolset_idc_l", &toolsetIdcL, bits: 32)
    try c.u("chroma_format_idc", &chromaFormatIdc, bits: 2)
    try c.u("bit_depth_luma_minus8", &bitDepthLumaMinus8, bits: 3)
    try c.u("bit_depth_chroma_minus8", &bitDepthChromaMinus8, bits: 3)
    try c.u("pic_width_in_luma_samples", &picWidthInLumaSamples, bits: 16)
    try c.u("pic_height_in_luma_samples", &picHeightInLumaSamples, bits: 16)
    try c.u("reserved", &reserved, bits: 6)
    try c.u("lengthSizeMinusOne", &lengthSizeMinusOne, bits: 2)
    let count = try c.count("num_of_arrays", arrays.count, bits: 8)
    try c.list("num_of_arrays", &arrays, count: count, atLeast: 24, NALUnitArray()) { (c, v, _) throws(SyntaxError) in try c.nested(&v) }
  }

  /// NAL units of one type.
  public struct NALUnitArray: Syntax {
    public static let structureName: StaticString = "array"

    /// Whether the array contains all NAL units of the type, so that none are in the samples.
    public var arrayCompleteness = false
    /// Reserved: 0.
    public var reserved: UInt8 = 0
    /// NAL unit type: 24 and 25 parameter sets, 26 adaptation parameter sets, 28 SEI.
    public var nalUnitType: UInt8 = 0
    /// NAL units including headers, at most 65535 bytes each.
    public var nalUnits: [[UInt8]] = []

    /// Creates an instance with default values.
    public init() {}

    public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
      try c.flag("array_completeness", &arrayCompleteness)
      try c.u("reserved", &reserved, bits: 1)
      try c.u("NAL_unit_type", &nalUnitType, bits: 6)
      let count = try c.count("num_nalus", nalUnits.count, bits: 16)
      try c.list("num_nalus", &nalUnits, count: count, atLeast: 16, []) { (c, v, _) throws(SyntaxError) in
        let length = try c.count("nal_unit_length", v.count, bits: 16)
        try c.bytes("nal_unit", &v, count: length)
      }
    }
  }
}
