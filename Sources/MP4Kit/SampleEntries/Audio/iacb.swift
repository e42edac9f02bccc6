import BitstreamKit

/// Immersive audio (IAMF) decoder configuration.
///
/// Immersive Audio Model and Formats 1.1, 6.2.4 `IAConfigurationBox`.
public struct IAConfigurationBox: TypedBox {
  public static let structureName: StaticString = "IAConfigurationBox"
  public static var boxType: FourCC { "iacb" }

  /// Configuration version: 1.
  public var configurationVersion: UInt8 = 1
  /// Size of the OBUs in bytes as leb128( ): 7 bits per byte, least significant first; the top bit is set in all bytes but the last.
  public var configOBUsSizeBytes: [UInt8] = [0]
  /// Descriptor OBUs, including any bytes beyond the coded size.
  public var configOBUs: [UInt8] = []

  /// Creates a box with no OBUs.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("configurationVersion", &configurationVersion, bits: 8)
    var index = 0
    try c.listThrough("configOBUs_size", &configOBUsSizeBytes, limit: 8, 0) { (c, v, _) throws(SyntaxError) in
      try c.u("configOBUs_size", &v, bits: 8, at: index)
      index += 1
      return v & 0x80 == 0
    }
    try c.restBytes("configOBUs", &configOBUs)
  }

  /// Coded size of the OBUs in bytes.
  public var configOBUsSize: UInt64 {
    var size: UInt64 = 0
    for (index, byte) in configOBUsSizeBytes.prefix(8).enumerated() { size |= UInt64(byte & 0x7F) << UInt64(7 * index) }
    return size
  }
}
