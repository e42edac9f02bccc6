import BitstreamKit

/// How a tier can be transcoded to a stream without layers.
///
/// ISO/IEC 14496-15:2022, `TranscodingInfoBox`.
public struct TranscodingInfoBox: TypedBox {
  public static let structureName: StaticString = "TranscodingInfoBox"
  public static var boxType: FourCC { "tran" }

  /// 0.
  public var reserved: UInt8 = 0
  /// The kind of transcoding.
  public var conversionIdc: UInt8 = 0
  /// The stream with CAVLC.
  public var cavlc: Stream?
  /// The stream with CABAC.
  public var cabac: Stream?

  /// No stream.
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

  /// The transcoded stream.
  public struct Stream: Equatable, Sendable {
    /// profile_idc, the constraint flags and level_idc.
    public var profileLevelIdc: UInt32 = 0
    /// In bits per second, over any window of one second.
    public var maxBitrate: UInt32 = 0
    /// In bits per second.
    public var avgBitrate: UInt32 = 0

    /// Nothing said as yet.
    public init() {}
  }
}
