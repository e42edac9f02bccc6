import BitstreamKit

/// Dolby TrueHD decoder configuration.
///
/// Dolby TrueHD (MLP) Bitstreams Within the ISO Base Media File Format, 4.2 `MLPSpecificBox`.
public struct MLPSpecificBox: TypedBox {
  public static let structureName: StaticString = "MLPSpecificBox"
  public static var boxType: FourCC { "dmlp" }

  /// `format_info` of the stream: sample rate and channel assignments.
  public var formatInfo: UInt32 = 0
  /// Peak data rate in units of 1/16 bit per sample.
  public var peakDataRate: UInt16 = 0
  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Reserved: 0.
  public var reserved2: UInt32 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("format_info", &formatInfo, bits: 32)
    try c.u("peak_data_rate", &peakDataRate, bits: 15)
    try c.u("reserved", &reserved, bits: 1)
    try c.u("reserved", &reserved2, bits: 32)
  }
}
