import BitstreamKit

/// The configuration of a decoder of immersive sound.
///
/// Immersive Audio Model and Formats 1.1, 6.2.4 `IAConfigurationBox`.
public struct IAConfigurationBox: TypedBox {
  public static let structureName: StaticString = "IAConfigurationBox"
  public static var boxType: FourCC { "iacb" }

  /// 1.
  public var configurationVersion: UInt8 = 1
  /// The number of bytes of the OBUs as leb128( ): seven bits in a byte, the lowest first, the highest bit of all but the last set.
  public var configOBUsSizeBytes: [UInt8] = [0]
  /// The descriptor OBUs; what stands behind their size is here too.
  public var configOBUs: [UInt8] = []

  /// No OBUs.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("configurationVersion", &configurationVersion, bits: 8)
    var index = 0
    try c.listThrough("configOBUs_size", &configOBUsSizeBytes, most: 8, 0) { (c, v, _) throws(SyntaxError) in
      try c.u("configOBUs_size", &v, bits: 8, at: index)
      index += 1
      return v & 0x80 == 0
    }
    try c.restBytes("configOBUs", &configOBUs)
  }

  /// How many bytes the OBUs have by the box's own word.
  public var configOBUsSize: UInt64 {
    var size: UInt64 = 0
    for (index, byte) in configOBUsSizeBytes.prefix(8).enumerated() { size |= UInt64(byte & 0x7F) << UInt64(7 * index) }
    return size
  }
}
