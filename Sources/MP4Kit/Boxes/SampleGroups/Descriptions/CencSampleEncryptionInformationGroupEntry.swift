import BitstreamKit

/// Encryption parameters of a group of samples; override `tenc`.
///
/// ISO/IEC 23001-7:2023, 6 `CencSampleEncryptionInformationGroupEntry`.
public struct CencSampleEncryptionInformationGroupEntry: Syntax {
  public static let structureName: StaticString = "CencSampleEncryptionInformationGroupEntry"

  /// Whether samples have several keys, for different parts; `keys` then replaces the key of the last three properties.
  public var multiKeyFlag = false
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
  /// The keys of samples with several; nil for samples with one.
  public var keys: [Key]?

  /// One of several keys.
  public struct Key: Sendable, Equatable {
    /// Size of per-sample initialization vectors in bytes: 8 or 16; 0 for a constant vector.
    public var perSampleIVSize: UInt8 = 8
    /// 16-byte key ID.
    public var kid: [UInt8] = [UInt8](repeating: 0, count: 16)
    /// Constant initialization vector; nil if vectors are per sample.
    public var constantIV: [UInt8]?

    /// Creates a key with default values.
    public init() {}

  }

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.flag("multi_key_flag", &multiKeyFlag)
    try c.u("reserved", &reserved, bits: 7)
    try c.u("crypt_byte_block", &cryptByteBlock, bits: 4)
    try c.u("skip_byte_block", &skipByteBlock, bits: 4)
    try c.u("isProtected", &isProtected, bits: 8)
    try c.when(multiKeyFlag, &keys, []) { (c, v) throws(SyntaxError) in
      let count = try c.count("key_count", v.count, bits: 16)
      try c.list("keys", &v, count: count, atLeast: 17 * 8, Key()) { (c, v, _) throws(SyntaxError) in
        try Self.key(&c, &v.perSampleIVSize, &v.kid, &v.constantIV, isProtected: true)
      }
    }
    if !multiKeyFlag { try Self.key(&c, &perSampleIVSize, &kid, &constantIV, isProtected: isProtected == 1) }
  }

  private static func key(
    _ c: inout SyntaxCoder, _ perSampleIVSize: inout UInt8, _ kid: inout [UInt8], _ constantIV: inout [UInt8]?, isProtected: Bool
  ) throws(SyntaxError) {
    try c.u("Per_Sample_IV_Size", &perSampleIVSize, bits: 8)
    try c.bytes("KID", &kid, count: 16)
    try c.when(isProtected && perSampleIVSize == 0, &constantIV, []) { (c, v) throws(SyntaxError) in
      let count = try c.count("constant_IV_size", v.count, bits: 8)
      try c.bytes("constant_IV", &v, count: count)
    }
  }
}
