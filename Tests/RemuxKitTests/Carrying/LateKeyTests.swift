import BitstreamKit
import RemuxKit
import TestSupport
import Testing

/// Pictures before the first key picture are named, and those of a whole file are not.
@Test(arguments: [Remuxer.Target.mp4, .flv]) func picturesBeforeTheFirstKeyAreNamed(_ target: Remuxer.Target) throws {
  let whole = try Places.fixture("plain.mp4")
  var bytes = whole
  let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "stss".utf8) })
  // The first of three sync samples is the third picture.
  bytes[place + 15] = 3
  func notes(_ bytes: [UInt8]) throws -> [String] {
    try Remuxer.carry(try mediaInput(bytes), to: target, MediaOutput(MemoryOutput())).notes
  }
  let found = try notes(bytes)
  #expect(found.contains { $0.hasPrefix("track 0: 2 pictures precede the first key picture") }, "\(found)")
  #expect(try !notes(whole).contains { $0.contains("key picture") })
}
