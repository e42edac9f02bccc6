import BitstreamKit

/// Decoded picture hash for verification of decoded samples.
///
/// ITU-T H.265 (08/2021) D.2.19 `decoded_picture_hash( )`, semantics D.3.19.
public struct DecodedPictureHash: SEIPayloadStructure {
  public static let structureName: StaticString = "decoded_picture_hash"

  /// 0 MD5, 1 CRC, 2 checksum.
  public var hashType: UInt8 = 2
  /// For each component 16, 2 or 4 bytes: picture_md5, picture_crc or picture_checksum.
  public var hashes: [[UInt8]] = []

  /// No hash.
  public init() {}

  /// - Parameter sets: the parameter sets; the active one determines the number of colour components.
  public mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) {
    guard let sps = sets.upcomingSeqParameterSet, let format = sps.format else {
      throw c._malformed("decoded_picture_hash", .unsupported("the active sequence parameter set is unknown"))
    }
    try c.u("hash_type", &hashType, bits: 8, in: 0...2, sizing: true, at: -1, -1)
    let length = hashType == 0 ? 16 : hashType == 1 ? 2 : 4
    let name: StaticString = hashType == 0 ? "picture_md5" : hashType == 1 ? "picture_crc" : "picture_checksum"
    let components = format.chromaFormatIdc == 0 ? 1 : 3
    let isMD5 = hashType == 0
    try c.list(name, &hashes, count: components, atLeast: 8 * length, Array(repeating: 0, count: length)) {
      (c, hash, i) throws(SyntaxError) in
      if isMD5 {
        try c.list(name, &hash, count: 16, atLeast: 8, 0) { (c, byte, j) throws(SyntaxError) in try c.u(name, &byte, bits: 8, at: i, j) }
      } else {
        var number = hash.reduce(0) { $0 << 8 | UInt32($1) }
        try c.u(name, &number, bits: 8 * length, at: i)
        hash = (0..<length).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * (length - 1 - $0))) }
      }
    }
  }
}
