import BitstreamKit

/// Parameters for transcoding a tier to a single-layer stream.
///
/// ISO/IEC 14496-15:2022, `TranscodingInfoBox`.
public struct TranscodingInfoBox: TypedBox {
  public static let structureName: StaticString = "TranscodingInfoBox"
  public static var boxType: FourCC { "tran" }

  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Type of conversion.
  public var conversionIdc: UInt8 = 0
  /// Stream after conversion to CAVLC; nil if absent.
  public var cavlc: Stream?
  /// Stream after conversion to CABAC; nil if absent.
  public var cabac: Stream?

  /// Creates a box with no stream.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("reserved", &reserved, bits: 4)
    try c.u("conversion_idc", &conversionIdc, bits: 2)
    var present = (cavlc != nil, cabac != nil)
    try c.flag("cavlc_info_present_flag", &present.0)
    try c.flag("cabac_info_present_flag", &present.1)
    try c.when(present.0, &cavlc, Stream()) { (c, v) throws(SyntaxError) in
      try c.u("cavlc_profile_level_idc", &v.profileLevelIdc, bits: 24)
      try c.u("cavlc_max_bitrate", &v.maxBitrate, bits: 32)
      try c.u("cavlc_avg_bitrate", &v.avgBitrate, bits: 32)
    }
    try c.when(present.1, &cabac, Stream()) { (c, v) throws(SyntaxError) in
      try c.u("cabac_profile_level_idc", &v.profileLevelIdc, bits: 24)
      try c.u("cabac_max_bitrate", &v.maxBitrate, bits: 32)
      try c.u("cabac_avg_bitrate", &v.avgBitrate, bits: 32)
    }
  }

  /// Parameters of a transcoded stream.
  public struct Stream: Equatable, Sendable {
    /// profile_idc, constraint flags and level_idc.
    public var profileLevelIdc: UInt32 = 0
    /// Maximum bit rate in any one-second window, in bits per second.
    public var maxBitrate: UInt32 = 0
    /// Average bit rate in bits per second.
    public var avgBitrate: UInt32 = 0

    /// Creates an instance with default values.
    public init() {}
  }
}
