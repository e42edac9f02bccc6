import BitstreamKit
import MP4Kit
@testable import RemuxKit
import TestSupport
import Testing

/// Sequence headers as the specifications have them, and what a box says instead.
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

/// The last block of metadata: 48 kHz, two channels of 16 bits.
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

/// Frames of AC-3: 48 kHz, 192 kbit/s, two channels; 44.1 kHz, 448 kbit/s, five and one.
@Test(arguments: [
  ([0x0B, 0x77, 1, 2, 0x14, 0x40, 0x40] as [UInt8], [0x10, 0x11, 0x40] as [UInt8], 48000, 2),
  ([0x0B, 0x77, 1, 2, 0x5E, 0x40, 0xE1], [0x50, 0x3D, 0xE0], 44100, 6),
]) func framesOfAC3SayWhatTheyAre(frame: [UInt8], payload: [UInt8], rate: Int, channels: Int) {
  #expect(DolbyFrame.box(ofFrames: frame, .ac3) == .box("dac3", payload))
  let sound = BoxedConfiguration.sound("dac3", payload)
  #expect(sound == (UInt32(rate), UInt32(channels)))
  for count in 0..<6 { #expect(DolbyFrame.box(ofFrames: Array(frame[..<count]), .ac3) == nil) }
  #expect(DolbyFrame.box(ofFrames: [0x0B, 0x78] + frame.dropFirst(2), .ac3) == nil)
  #expect(DolbyFrame.box(ofFrames: frame, .flac) == nil)
}

/// Streams that depend on others would have to be described with them.
@Test func framesOfEAC3SayWhatTheyAre() throws {
  // 64 bytes, 48 kHz, six blocks, stereo, bsid 16.
  let frame: [UInt8] = [0x0B, 0x77, 0x00, 0x1F, 0x34, 0x80] + [UInt8](repeating: 0, count: 58)
  guard case .box("dec3", let payload)? = DolbyFrame.box(ofFrames: frame, .eac3) else {
    Issue.record("no box")
    return
  }
  let box = try EC3SpecificBox(parsing: payload)
  #expect(box.dataRate == 16 && box.substreams.count == 1 && box.substreams[0].acmod == 2 && box.substreams[0].bsid == 16)
  #expect(BoxedConfiguration.sound("dec3", payload) == (48000, 2))
  var dependent = frame
  dependent[2] |= 0x40
  #expect(DolbyFrame.box(ofFrames: frame + dependent, .eac3) == nil)
  #expect(DolbyFrame.box(ofFrames: [], .eac3) == nil)
}
