import BitstreamKit

/// How the samples of a group are encrypted, in place of what `tenc` says.
///
/// ISO/IEC 23001-7:2023, 6 `CencSampleEncryptionInformationGroupEntry`.
public struct CencSampleEncryptionInformationGroupEntry: Syntax {
  public static let structureName: StaticString = "CencSampleEncryptionInformationGroupEntry"

  /// 0.
  public var reserved: UInt8 = 0
  /// How many blocks of a pattern are encrypted; 0 where there is no pattern.
  public var cryptByteBlock: UInt8 = 0
  /// How many blocks of a pattern are clear.
  public var skipByteBlock: UInt8 = 0
  /// 1 where the samples are encrypted.
  public var isProtected: UInt8 = 1
  /// The bytes of each sample's initialization vector: 0, 8 or 16; 0 where all have one.
  public var perSampleIVSize: UInt8 = 8
  /// The key's sixteen bytes.
  public var kid: [UInt8] = [UInt8](repeating: 0, count: 16)
  /// The vector of all samples, where they have no others.
  public var constantIV: [UInt8]?

  /// A key of zeros.
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
