import BitstreamKit
import MP4Kit
@testable import RemuxKit
import TestSupport
import Testing

/// Sequence headers from the specifications, and the equivalent boxes.
private let pairs: [(codec: MediaCodec, header: [UInt8], box: [UInt8])] = [
  // RFC 7845, 5.1: stereo, 312 samples to skip, 44.1 kHz, −1 dB.
  (
    .opus, Array("OpusHead".utf8) + [1, 2, 0x38, 0x01, 0x44, 0xAC, 0, 0, 0, 0xFF, 0],
    [0, 2, 0x01, 0x38, 0, 0, 0xAC, 0x44, 0xFF, 0, 0]
  ),
  // The same with six channels in four streams.
  (
    .opus, Array("OpusHead".utf8) + [1, 6, 0x38, 0x01, 0x80, 0xBB, 0, 0, 0, 0, 1, 4, 2, 0, 4, 1, 2, 3, 5],
    [0, 6, 0x01, 0x38, 0, 0, 0xBB, 0x80, 0, 0, 1, 4, 2, 0, 4, 1, 2, 3, 5]
  ),
  (.vp9, [0, 10, 0x82, 2, 2, 2, 0, 0], [1, 0, 0, 0, 0, 10, 0x82, 2, 2, 2, 0, 0]), (.av1, [0x81, 0, 0x0C, 0], [0x81, 0, 0x0C, 0]),
  (.flac, Array("fLaC".utf8) + streamInfo, [0, 0, 0, 0] + streamInfo),
]

/// The last metadata block: 48 kHz, two channels, 16 bits.
private let streamInfo: [UInt8] =
  [0x80, 0, 0, 34, 0x12, 0, 0x12, 0, 0, 0, 14, 0, 16, 0, 0x0B, 0xB8, 0x02, 0xF0, 0, 0, 0, 0] + [UInt8](repeating: 7, count: 16)

@Test func sequenceHeadersBecomeBoxesAndComeBack() throws {
  for (codec, header, payload) in pairs {
    let type = try #require(BoxedConfiguration.boxType(of: codec))
    #expect(BoxedConfiguration.box(ofSequenceHeader: header, codec) == .box(type, payload))
    #expect(BoxedConfiguration.sequenceHeader(type, payload) == header)
    for count in header.indices { #expect(BoxedConfiguration.box(ofSequenceHeader: Array(header[..<count]), codec) == nil) }
    for place in header.indices {
      for bit in 0..<8 {
        var damaged = header
        damaged[place] ^= 1 << bit
        if case .box(type, let other)? = BoxedConfiguration.box(ofSequenceHeader: damaged, codec) {
          _ = BoxedConfiguration.sound(type, other)
          #expect(BoxedConfiguration.sequenceHeader(type, other) != nil)
        }
      }
    }
  }
  #expect(BoxedConfiguration.sound("dfLa", [0, 0, 0, 0] + streamInfo) == (48000, 2))
  #expect(BoxedConfiguration.sound("dOps", pairs[1].box) == (48000, 6))
  #expect(BoxedConfiguration.sequenceHeader("dac3", [0x10, 0x11, 0x60]) == nil)
}
