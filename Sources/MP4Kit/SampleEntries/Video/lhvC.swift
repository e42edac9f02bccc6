import BitstreamKit
import HEVCKit

/// Configuration of the layers that extend an HEVC base (L-HEVC).
///
/// ISO/IEC 14496-15:2022, 9.5.3 `LHEVCConfigurationBox`.
public struct LHEVCConfigurationBox: TypedBox {
  public static let structureName: StaticString = "LHEVCConfigurationBox"
  public static var boxType: FourCC { "lhvC" }

  /// Configuration version: 1.
  public var configurationVersion: UInt8 = 1
  /// Reserved: 15.
  public var reserved1: UInt8 = 15
  /// Minimum of the streams that use the record, 0 to 4095.
  public var minSpatialSegmentationIdc: UInt16 = 0
  /// Reserved: 63.
  public var reserved2: UInt8 = 63
  /// 0 unknown, 1 slices, 2 tiles, 3 wavefronts (rows of coding tree blocks).
  public var parallelismType: UInt8 = 0
  /// Reserved: 3.
  public var reserved3: UInt8 = 3
  /// Number of temporal layers; 0 if unknown, 1 if not scalable.
  public var numTemporalLayers: UInt8 = 0
  /// Whether sps_temporal_id_nesting_flag is set in all sequence parameter sets.
  public var temporalIdNested = false
  /// Size of NAL unit length fields in bytes, minus 1: 0, 1 or 3.
  public var lengthSizeMinusOne: UInt8 = 3
  /// Parameter sets and SEI messages, grouped by NAL unit type.
  public var arrays: [HEVCDecoderConfigurationRecord.NALUnitArray] = []

  /// Creates a box with default values (no parameter sets).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("configurationVersion", &configurationVersion, bits: 8)
    try c.u("reserved", &reserved1, bits: 4)
    try c.u("min_spatial_segmentation_idc", &minSpatialSegmentationIdc, bits: 12)
    try c.u("reserved", &reserved2, bits: 6)
    try c.u("parallelismType", &parallelismType, bits: 2)
    try c.u("reserved", &reserved3, bits: 2)
    try c.u("numTemporalLayers", &numTemporalLayers, bits: 3)
    try c.flag("temporalIdNested", &temporalIdNested)
    try c.u("lengthSizeMinusOne", &lengthSizeMinusOne, bits: 2)
    let count = try c.count("numOfArrays", arrays.count, bits: 8)
    try c.list("numOfArrays", &arrays, count: count, atLeast: 24, HEVCDecoderConfigurationRecord.NALUnitArray()) {
      (c, v, _) throws(SyntaxError) in
      try c.nested(&v)
    }
  }
}
