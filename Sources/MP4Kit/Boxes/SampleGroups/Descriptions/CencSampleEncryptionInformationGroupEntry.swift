import BitstreamKit

/// Encryption parameters of a group of samples; override `tenc`.
///
/// ISO/IEC 23001-7:2023, 6 `CencSampleEncryptionInformationGroupEntry`.
public struct CencSampleEncryptionInformationGroupEntry: Syntax {
  public static let structureName: StaticString = "CencSampleEncryptionInformationGroupEntry"

  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Number of encrypted blocks in the pattern; 0 if there is no pattern.
  public var cryptByteBlock: UInt8 = 0
  /// Number of clear blocks in the pattern.
  public var skipByteBlock: UInt8 = 0
  /// 1 if the samples are encrypted.
  public var isProtected: UInt8 = 1
  /// Size of per-sample initialization vectors in bytes: 8 or 16; 0 for a constant vector.
  public var perSampleIVSize: UInt8 = 8
  /// 16-byte key ID.
  public var kid: [UInt8] = [UInt8](repeating: 0, count: 16)
  /// Constant initialization vector; nil if vectors are per sample.
  public var constantIV: [UInt8]?

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("reserved", &reserved, bits: 8)
    try c.u("crypt_byte_block", &cryptByteBlock, bits: 4)
    try c.u("skip_byte_block", &skipByteBlock, bits: 4)
    try c.u("isProtected", &isProtected, bits: 8)
    try c.u("Per_Sample_IV_Size", &perSampleIVSize, bits: 8)
    try c.bytes("KID", &kid, count: 16)
    try c.when(isProtected == 1 && perSampleIVSize == 0, &constantIV, []) { (c, v) throws(SyntaxError) in
      let count = try c.count("constant_IV_size", v.count, bits: 8)
      try c.bytes("constant_IV", &v, count: count)
    }
  }
}
