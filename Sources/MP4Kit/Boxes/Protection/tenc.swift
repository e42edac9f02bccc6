import BitstreamKit

/// Default encryption of the samples of a track.
///
/// ISO/IEC 23001-7:2023, 8.2 `TrackEncryptionBox`.
public struct TrackEncryptionBox: TypedBox {
  public static let structureName: StaticString = "TrackEncryptionBox"
  public static var boxType: FourCC { "tenc" }

  /// FullBox version: 1 for pattern encryption.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Encrypted 16-byte blocks of the pattern in version 1; this and the next field are 0 in version 0.
  public var defaultCryptByteBlock: UInt8 = 0
  /// Clear 16-byte blocks after them; the pattern repeats.
  public var defaultSkipByteBlock: UInt8 = 0
  /// 1 if samples are encrypted, 0 if not.
  public var defaultIsProtected: UInt8 = 1
  /// Size of per-sample initialization vectors in bytes: 8 or 16; 0 for a constant vector.
  public var defaultPerSampleIVSize: UInt8 = 8
  /// Key ID.
  public var defaultKID = [UInt8](repeating: 0, count: 16)
  /// Constant initialization vector, 8 or 16 bytes; nil if vectors are per sample.
  public var defaultConstantIV: [UInt8]?

  /// Creates a box with default values (full-sample encryption, 8-byte initialization vectors).
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
