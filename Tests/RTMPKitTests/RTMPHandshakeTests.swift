import BitstreamKit
import TestSupport
import Testing

@testable import RTMPKit

/// Brings a client and a server together, in pieces of any size.
private func shake(digest: Bool, largest: Int) throws -> (client: RTMPHandshake, server: RTMPHandshake, wire: [UInt8]) {
  var client = RTMPHandshake(.client, nonce: noise(1528, seed: 1), usesDigest: digest)
  var server = RTMPHandshake(.server, nonce: noise(1528, seed: 2), usesDigest: digest)
  var (up, down): ([UInt8], [UInt8]) = ([], [])
  client.begin(to: &up)
  let first = up
  for round in 0..<3 as Range<UInt64> {
    let (sent, answered) = (up, down)
    (up, down) = ([], [])
    for range in cuts(sent.count, seed: round, largest: largest) {
      let count = try server.take(sent, range, to: &down)
      #expect(count == range.count)
    }
    for range in cuts(answered.count, seed: round, largest: largest) {
      let count = try client.take(answered, range, to: &up)
      #expect(count == range.count)
    }
  }
  return (client, server, first)
}

@Test(arguments: [true, false], [1, 100, 5000]) func bothSidesAgree(_ digest: Bool, _ largest: Int) throws {
  var (client, server, first) = try shake(digest: digest, largest: largest)
  #expect(client.isDone && server.isDone)
  #expect(client.takeFinding() == nil && server.takeFinding() == nil)
  #expect(first.count == 1537 && first[0] == 3)
  #expect((HandshakeDigest.find(in: Array(first[1...]), key: HandshakeDigest.clientKey) != nil) == digest)
}

@Test func digestsAreFoundInBothPlaces() throws {
  for scheme in HandshakeDigest.Scheme.allCases {
    for seed in 0..<20 as Range<UInt64> {
      var packet = noise(1536, seed: seed)
      let digest = HandshakeDigest.sign(&packet, scheme, key: HandshakeDigest.serverKey)
      let found = try #require(HandshakeDigest.find(in: packet, key: HandshakeDigest.serverKey))
      #expect(found.scheme == scheme && found.digest == digest)
      #expect(HandshakeDigest.find(in: packet, key: HandshakeDigest.clientKey) == nil)
      packet[100 + Int(seed)] ^= 1
      #expect(HandshakeDigest.find(in: packet, key: HandshakeDigest.serverKey)?.digest != digest || seed > 1000)
    }
  }
}

@Test func anAnswerIsCheckedAndAWrongOneIsTold() throws {
  var client = RTMPHandshake(.client, nonce: noise(1528, seed: 1), usesDigest: true)
  var out: [UInt8] = []
  client.begin(to: &out)
  let server = [3] + noise(3072, seed: 4)
  #expect(try client.take(server, 0..<server.count, to: &out) == server.count)
  #expect(client.isDone && client.takeFinding() != nil)
}

@Test(arguments: [("H", "does not speak RTMP"), ("\u{06}", "version 6")]) func otherProtocolsAreRefused(_ first: String, _ words: String)
  throws
{
  var client = RTMPHandshake(.client, nonce: [], usesDigest: false)
  var out: [UInt8] = []
  client.begin(to: &out)
  let bytes = Array(first.utf8)
  do throws(SyntaxError) {
    _ = try client.take(bytes, 0..<bytes.count, to: &out)
    Issue.record("taken")
  } catch { #expect(error.description.contains(words)) }
}
