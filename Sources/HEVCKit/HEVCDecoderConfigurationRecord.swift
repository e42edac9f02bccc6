import BitstreamKit
import NALKit

/// Decoder configuration record: the payload of an `hvcC` box in MP4 or of a sequence start packet in FLV.
///
/// ISO/IEC 14496-15:2022 8.3.2.1.2 `HEVCDecoderConfigurationRecord`, semantics 8.3.2.1.3.
public struct HEVCDecoderConfigurationRecord: Syntax {
  public static let structureName: StaticString = "HEVCDecoderConfigurationRecord"

  /// 1.
  public var configurationVersion: UInt8 = 1
  /// general_profile_space, 0 to 3; 0 for all specified profiles.
  public var generalProfileSpace: UInt8 = 0
  /// False for the Main tier, true for the High tier.
  public var generalTierFlag = false
  /// 0 to 31.
  public var generalProfileIdc: UInt8 = 0
  /// general_profile_compatibility_flag[0] in the highest bit.
  public var generalProfileCompatibilityFlags: UInt32 = 0
  /// The 48 bits after the compatibility flags of a profile_tier_level( ).
  public var generalConstraintIndicatorFlags: UInt64 = 0
  /// 30 times the level.
  public var generalLevelIdc: UInt8 = 0
  /// 15.
  public var reservedMinSpatialSegmentation: UInt8 = 15
  /// 0 to 4095; the minimum over the streams that use the record.
  public var minSpatialSegmentationIdc: UInt16 = 0
  /// 63.
  public var reservedParallelism: UInt8 = 63
  /// 0 unknown, 1 slices, 2 tiles, 3 rows of coding tree blocks.
  public var parallelismType: UInt8 = 0
  /// 63.
  public var reservedChromaFormat: UInt8 = 63
  /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  public var chromaFormatIdc: UInt8 = 1
  /// 31.
  public var reservedBitDepthLuma: UInt8 = 31
  /// 0 to 7.
  public var bitDepthLumaMinus8: UInt8 = 0
  /// 31.
  public var reservedBitDepthChroma: UInt8 = 31
  /// 0 to 7.
  public var bitDepthChromaMinus8: UInt8 = 0
  /// Frames per 256 seconds; 0 unspecified.
  public var avgFrameRate: UInt16 = 0
  /// 0 unknown, 1 constant, 2 constant in every temporal layer.
  public var constantFrameRate: UInt8 = 0
  /// The number of temporal layers; 0 unknown, 1 not scalable.
  public var numTemporalLayers: UInt8 = 0
  /// Whether sps_temporal_id_nesting_flag is set in all sequence parameter sets.
  public var temporalIdNested = false
  /// 0, 1 or 3; 2 is reserved but occurs in some files.
  public var lengthSizeMinusOne: UInt8 = 3
  /// Parameter sets and SEI messages, by type.
  public var arrays: [NALUnitArray] = []
  /// The bytes after the record.
  public var trailing = BitString.empty

  /// A record without parameter sets.
  public init() {}

  /// The NAL units of one type.
  public struct NALUnitArray: Syntax {
    public static let structureName: StaticString = "array"

    /// Whether all units of the type are in this array and none in the samples.
    public var arrayCompleteness = false
    /// 0; set by some writers, without effect.
    public var reserved: UInt8 = 0
    /// The type, 0 to 63 (Table 7-1).
    public var nalUnitType: UInt8 = 0
    /// The units with their headers and emulation prevention bytes, at most 65535 bytes each.
    public var nalUnits: [[UInt8]] = []

    /// An empty array.
    public init() {}

    public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
      try c.flag("array_completeness", &arrayCompleteness)
      try c.u("reserved", &reserved, bits: 1)
      try c.u("NAL_unit_type", &nalUnitType, bits: 6)
      let count = try c.count("numNalus", nalUnits.count, bits: 16)
      try c.list("numNalus", &nalUnits, count: count, atLeast: 16, []) { (c, unit, _) throws(SyntaxError) in
        let length = try c.count("nalUnitLength", unit.count, bits: 16)
        try c.bytes("nalUnit", &unit, count: length)
      }
    }
  }

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("configurationVersion", &configurationVersion, bits: 8, in: 1...1)
    try c.u("general_profile_space", &generalProfileSpace, bits: 2)
    try c.flag("general_tier_flag", &generalTierFlag)
    try c.u("general_profile_idc", &generalProfileIdc, bits: 5)
    try c.u("general_profile_compatibility_flags", &generalProfileCompatibilityFlags, bits: 32)
    try c.u("general_constraint_indicator_flags", &generalConstraintIndicatorFlags, bits: 48)
    try c.u("general_level_idc", &generalLevelIdc, bits: 8)
    try c.u("reserved", &reservedMinSpatialSegmentation, bits: 4)
    try c.u("min_spatial_segmentation_idc", &minSpatialSegmentationIdc, bits: 12)
    try c.u("reserved", &reservedParallelism, bits: 6)
    try c.u("parallelismType", &parallelismType, bits: 2)
    try c.u("reserved", &reservedChromaFormat, bits: 6)
    try c.u("chroma_format_idc", &chromaFormatIdc, bits: 2)
    try c.u("reserved", &reservedBitDepthLuma, bits: 5)
    try c.u("bit_depth_luma_minus8", &bitDepthLumaMinus8, bits: 3)
    try c.u("reserved", &reservedBitDepthChroma, bits: 5)
    try c.u("bit_depth_chroma_minus8", &bitDepthChromaMinus8, bits: 3)
    try c.u("avgFrameRate", &avgFrameRate, bits: 16)
    try c.u("constantFrameRate", &constantFrameRate, bits: 2)
    try c.u("numTemporalLayers", &numTemporalLayers, bits: 3)
    try c.flag("temporalIdNested", &temporalIdNested)
    try c.u("lengthSizeMinusOne", &lengthSizeMinusOne, bits: 2)
    let count = try c.count("numOfArrays", arrays.count, bits: 8)
    try c.list("numOfArrays", &arrays, count: count, atLeast: 24, NALUnitArray()) { (c, array, _) throws(SyntaxError) in
      try c.nested(&array)
    }
    try c.rest("trailing", &trailing)
  }
}

extension HEVCDecoderConfigurationRecord {
  /// The size of NAL unit length fields in samples.
  public var lengthSize: NALLengthSize { NALLengthSize(rawValue: Int(lengthSizeMinusOne & 3) + 1) ?? .four }

  /// Returns the units of a type, from all arrays of that type in order.
  public func nalUnits(of type: NALUnitType) -> [[UInt8]] {
    arrays.filter { $0.nalUnitType == type.rawValue }.flatMap { $0.nalUnits }
  }
}
