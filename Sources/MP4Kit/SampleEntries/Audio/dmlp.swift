import BitstreamKit

/// The configuration of a decoder of Dolby TrueHD.
///
/// Dolby TrueHD (MLP) Bitstreams Within the ISO Base Media File Format, 4.2 `MLPSpecificBox`.
public struct MLPSpecificBox: TypedBox {
  public static let structureName: StaticString = "MLPSpecificBox"
  public static var boxType: FourCC { "dmlp" }

  /// As in the stream: sampling rate and channels.
  public var formatInfo: UInt32 = 0
  /// In 16ths of a bit for each sample.
  public var peakDataRate: UInt16 = 0
  /// 0.
  public var reserved: UInt8 = 0
  /// 0.
  public var reserved2: UInt32 = 0

  /// Nothing known.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("format_info", &formatInfo, bits: 32)
    try c.u("peak_data_rate", &peakDataRate, bits: 15)
    try c.u("reserved", &reserved, bits: 1)
    try c.u("reserved", &reserved2, bits: 32)
  }
}
