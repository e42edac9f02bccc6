import BitstreamKit

/// Base layer of L-HEVC that is coded with another codec.
///
/// ISO/IEC 14496-15:2022, `LhvcExternalBaseLayerInfo`.
public struct LhvcExternalBaseLayerInfo: Syntax {
  public static let structureName: StaticString = "LhvcExternalBaseLayerInfo"

  /// Reserved: 1.
  public var reserved: UInt8 = 1
  /// Whether the base layer picture is a random access point.
  public var blIrapPicFlag = false
  /// nal_unit_type that H.265 would assign to it.
  public var blIrapNalUnitType: UInt8 = 0
  /// Number of samples by which the base layer sample follows the sample of the same time.
  public var sampleOffset: Int8 = 0

  /// Creates an instance with default values (no random access point).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("reserved", &reserved, bits: 1)
    try c.flag("bl_irap_pic_flag", &blIrapPicFlag)
    try c.u("bl_irap_nal_unit_type", &blIrapNalUnitType, bits: 6)
    try c.i("sample_offset", &sampleOffset, bits: 8)
  }
}
