import BitstreamKit

/// Incremental SHA-256, for the digests of the handshake.
///
/// FIPS 180-4, 5.3.3 and 6.2.
struct SHA256: Sendable {
  /// The size of a digest in bytes.
  static var byteCount: Int { 32 }
  private static var blockSize: Int { 64 }

  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]
  private var block: [UInt8] = []
  private var schedule = [UInt32](repeating: 0, count: 64)
  private var length: UInt64 = 0

  init() { block.reserveCapacity(Self.blockSize) }

  /// Adds bytes.
  mutating func update(_ bytes: [UInt8], _ range: Range<Int>) {
    for index in range.clamped(to: 0..<bytes.count) { take(bytes[index]) }
    length &+= UInt64(range.clamped(to: 0..<bytes.count).count)
  }

  /// Returns the digest of all bytes added.
  mutating func finish() -> [UInt8] {
    let bits = length &* 8
    take(0x80)
    while block.count != 56 { take(0) }
    for shift in 0..<8 as Range<UInt64> { take(UInt8(truncatingIfNeeded: bits >> (56 - 8 * shift))) }
    var digest: [UInt8] = []
    for word in state { digest.append(bigEndian: word) }
    return digest
  }

  private mutating func take(_ byte: UInt8) {
    block.append(byte)
    if block.count == Self.blockSize {
      compress()
      block.removeAll(keepingCapacity: true)
    }
  }

  private mutating func compress() {
    for index in 0..<16 { schedule[index] = UInt32(unpacking: block, at: index * 4) }
    for index in 16..<64 {
      let (early, late) = (schedule[index - 15], schedule[index - 2])
      let small0 = Self.rotate(early, 7) ^ Self.rotate(early, 18) ^ early >> 3
      let small1 = Self.rotate(late, 17) ^ Self.rotate(late, 19) ^ late >> 10
      schedule[index] = schedule[index - 16] &+ small0 &+ schedule[index - 7] &+ small1
    }
    var v = state
    for index in 0..<64 {
      let big1 = Self.rotate(v[4], 6) ^ Self.rotate(v[4], 11) ^ Self.rotate(v[4], 25)
      let choice = v[4] & v[5] ^ ~v[4] & v[6]
      let first = v[7] &+ big1 &+ choice &+ Self.constants[index] &+ schedule[index]
      let big0 = Self.rotate(v[0], 2) ^ Self.rotate(v[0], 13) ^ Self.rotate(v[0], 22)
      let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
      v[7] = v[6]
      v[6] = v[5]
      v[5] = v[4]
      v[4] = v[3] &+ first
      v[3] = v[2]
      v[2] = v[1]
      v[1] = v[0]
      v[0] = first &+ big0 &+ majority
    }
    for index in 0..<8 { state[index] = state[index] &+ v[index] }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
    0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
    0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
    0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
    0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]
}

extension SHA256 {
  /// Returns the keyed digest of bytes.
  ///
  /// FIPS 198-1 (HMAC) with SHA-256.
  static func authenticate(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    var key = key
    if key.count > blockSize {
      var hash = SHA256()
      hash.update(key, 0..<key.count)
      key = hash.finish()
    }
    key += [UInt8](repeating: 0, count: blockSize - key.count)
    let (inner, outer) = (key.map { $0 ^ 0x36 }, key.map { $0 ^ 0x5C })
    var first = SHA256()
    first.update(inner, 0..<blockSize)
    first.update(bytes, 0..<bytes.count)
    let digest = first.finish()
    var second = SHA256()
    second.update(outer, 0..<blockSize)
    second.update(digest, 0..<digest.count)
    return second.finish()
  }
}
