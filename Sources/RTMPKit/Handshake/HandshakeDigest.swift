import BitstreamKit

/// The digests that Flash clients and servers embed in the random part of C1 and S1, and the responses to them. The published
/// specification leaves these bytes undefined; players and servers have used them this way since 2008.
enum HandshakeDigest {
  /// The location of the four bytes that give the digest's offset.
  enum Scheme: Sendable, CaseIterable {
    /// After the eight bytes of time and version.
    case front
    /// In the second half.
    case middle

    /// The offset of the first of the four bytes, whose sum gives the digest's offset.
    fileprivate var base: Int { self == .front ? 8 : 772 }
  }

  /// The size of C1, S1, C2 and S2 in bytes.
  static var packetSize: Int { 1536 }

  /// The client's key: `Genuine Adobe Flash Player 001`.
  static let clientKey = Array("Genuine Adobe Flash Player 001".utf8)
  /// The server's key: `Genuine Adobe Flash Media Server 001`.
  static let serverKey = Array("Genuine Adobe Flash Media Server 001".utf8)
  /// Appended to either key for the digest of a response.
  static let suffix: [UInt8] = [
    0xF0, 0xEE, 0xC2, 0x4A, 0x80, 0x68, 0xBE, 0xE8, 0x2E, 0x00, 0xD0, 0xD1, 0x02, 0x9E, 0x7E, 0x57, 0x6E, 0xEC, 0x5D, 0x2D, 0x29, 0x80,
    0x6F, 0xAB, 0x93, 0xB8, 0xE6, 0x36, 0xCF, 0xEB, 0x31, 0xAE,
  ]

  /// Returns the offset of a packet's digest, computed from its four offset bytes.
  private static func place(_ packet: [UInt8], _ scheme: Scheme) -> Int {
    var sum = 0
    for index in scheme.base..<scheme.base + 4 { sum += Int(packet[index]) }
    return scheme.base + 4 + sum % 728
  }

  private static func digest(of packet: [UInt8], at place: Int, key: [UInt8]) -> [UInt8] {
    SHA256.authenticate(Array(packet[..<place] + packet[(place + SHA256.byteCount)...]), key: key)
  }

  /// Writes a digest into a packet of `packetSize` bytes.
  static func sign(_ packet: inout [UInt8], _ scheme: Scheme, key: [UInt8]) -> [UInt8] {
    let place = place(packet, scheme)
    let digest = digest(of: packet, at: place, key: key)
    packet.replaceSubrange(place..<place + SHA256.byteCount, with: digest)
    return digest
  }

  /// Returns the digest of a packet of `packetSize` bytes and its location; nil if there is none.
  static func find(in packet: [UInt8], key: [UInt8]) -> (scheme: Scheme, digest: [UInt8])? {
    for scheme in Scheme.allCases {
      let place = place(packet, scheme)
      let found = Array(packet[place..<place + SHA256.byteCount])
      if found == digest(of: packet, at: place, key: key) { return (scheme, found) }
    }
    return nil
  }

  /// Returns the response to a packet with that digest: random bytes followed by their digest, with a key derived from both.
  static func answer(to digest: [UInt8], _ random: [UInt8], key: [UInt8]) -> [UInt8] {
    let signed = Array(random.prefix(packetSize - SHA256.byteCount))
    return signed + SHA256.authenticate(signed, key: SHA256.authenticate(digest, key: key + suffix))
  }

  /// Whether `packet` is the response to a packet with that digest.
  static func isAnswer(_ packet: [UInt8], to digest: [UInt8], key: [UInt8]) -> Bool { answer(to: digest, packet, key: key) == packet }
}
