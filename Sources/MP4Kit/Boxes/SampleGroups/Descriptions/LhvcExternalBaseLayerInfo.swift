import BitstreamKit

/// The base layer of L-HEVC that another codec has.
///
/// ISO/IEC 14496-15:2022, `LhvcExternalBaseLayerInfo`.
public struct LhvcExternalBaseLayerInfo: Syntax {
  public static let structureName: StaticString = "LhvcExternalBaseLayerInfo"

  /// 1.
  public var reserved: UInt8 = 1
  /// Whether the picture of the base layer is a random access point.
  public var blIrapPicFlag = false
  /// Its nal_unit_type, as H.265 would give it.
  public var blIrapNalUnitType: UInt8 = 0
  /// How many samples after the one of the same time the sample of the base layer lies.
  public var sampleOffset: Int8 = 0

  /// No random access point.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("reserved", &reserved, bits: 1)
    try c.flag("bl_irap_pic_flag", &blIrapPicFlag)
    try c.u("bl_irap_nal_unit_type", &blIrapNalUnitType, bits: 6)
    try c.i("sample_offset", &sampleOffset, bits: 8)
  }
}
