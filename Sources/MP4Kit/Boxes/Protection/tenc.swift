import BitstreamKit

/// How the samples of a track are encrypted where nothing else is said of them.
///
/// ISO/IEC 23001-7:2023, 8.2 `TrackEncryptionBox`.
public struct TrackEncryptionBox: TypedBox {
  public static let structureName: StaticString = "TrackEncryptionBox"
  public static var boxType: FourCC { "tenc" }

  /// 1 for encryption of some of the blocks.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// 0.
  public var reserved: UInt8 = 0
  /// Blocks of 16 bytes that are encrypted, in version 1; 0 and so is the next in version 0.
  public var defaultCryptByteBlock: UInt8 = 0
  /// Blocks that are left as they are behind those; the pattern is repeated.
  public var defaultSkipByteBlock: UInt8 = 0
  /// 1 for encrypted samples, 0 for others.
  public var defaultIsProtected: UInt8 = 1
  /// Bytes of each sample's initialization vector: 8 or 16; 0 where all have the same.
  public var defaultPerSampleIVSize: UInt8 = 8
  /// The key's identifier.
  public var defaultKID = [UInt8](repeating: 0, count: 16)
  /// The initialization vector of all samples, 8 or 16 bytes; nil where each has its own.
  public var defaultConstantIV: [UInt8]?

  /// All of a sample, 8 bytes of initialization vector.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.u("reserved", &reserved, bits: 8)
    try c.u("default_crypt_byte_block", &defaultCryptByteBlock, bits: 4)
    try c.u("default_skip_byte_block", &defaultSkipByteBlock, bits: 4)
    try c.u("default_isProtected", &defaultIsProtected, bits: 8)
    try c.u("default_Per_Sample_IV_Size", &defaultPerSampleIVSize, bits: 8)
    try c.bytes("default_KID", &defaultKID, count: 16)
    try c.when(defaultIsProtected == 1 && defaultPerSampleIVSize == 0, &defaultConstantIV, []) { (c, v) throws(SyntaxError) in
      let size = try c.count("default_constant_IV_size", v.count, bits: 8)
      try c.bytes("default_constant_IV", &v, count: size)
    }
  }
}
