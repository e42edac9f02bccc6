import AACKit
import BitstreamKit
import TestSupport
import Testing

/// A block of the fixture, and the same one with a fill element of SBR before its channel.
private func blocks() throws -> (config: AudioSpecificConfig, plain: [UInt8], replicated: [UInt8]) {
  let bytes = try Places.fixture("tone.aac")
  let frame = try #require(events(bytes).compactMap { $0.frame }.dropFirst(10).first)
  let block = Array(bytes[Int(frame.payloadPosition)..<Int(frame.end)])
  // One byte with extension_type 13: 110 0001 1101 0000.
  let bits = [1, 1, 0, 0, 0, 0, 1, 1, 1, 0, 1, 0, 0, 0, 0] + block.flatMap { byte in (0..<8).map { Int(byte >> UInt8(7 - $0) & 1) } }
  let padded = bits + [Int](repeating: 0, count: (8 - bits.count % 8) % 8)
  let replicated = stride(from: 0, to: padded.count, by: 8).map { at in padded[at..<at + 8].reduce(0 as UInt8) { $0 << 1 | UInt8($1) } }
  return (try AudioSpecificConfig(frame.header), block, replicated)
}

@Test func framesTellOfReplication() throws {
  let (config, plain, replicated) = try blocks()
  #expect(config.sbrPresentFlag == nil && config.signallingReplication(of: plain) == nil)
  let implied = try #require(config.signallingReplication(of: replicated))
  #expect(implied.sbrPresentFlag == true && implied.coreSampleRate == config.coreSampleRate)
  #expect(implied.sampleRate == config.coreSampleRate.map { 2 * $0 } && implied.samplesPerFrame == 2048)
  #expect(implied.objectTypeName.description == "HE-AAC")
  // A configuration that says so itself, or that there is none, is as it is.
  #expect(implied.signallingReplication(of: replicated) == nil)
  var without = config
  without.syncExtension = SyncExtension()
  #expect(without.sbrPresentFlag == false && without.signallingReplication(of: replicated) == nil)
  for count in 0..<replicated.count { _ = config.signallingReplication(of: Array(replicated.prefix(count))) }
}
