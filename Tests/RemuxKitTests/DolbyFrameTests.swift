import BitstreamKit
import MP4Kit
import Testing

@testable import RemuxKit

/// AC-3 frames: 48 kHz, 192 kbit/s, stereo; 44.1 kHz, 448 kbit/s, 5.1.
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

/// Dependent substreams are not supported.
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
