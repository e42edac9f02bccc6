import BitstreamKit
import TestSupport
import Testing

@testable import RemuxKit

/// Frames of encoders: the header, layer, sampling frequency, channels, samples and bytes.
@Test(
  arguments: [
    // LAME, 44.1 kHz, 128 kbit/s, joint stereo, with padding; 48 kHz, mono; MPEG-2, 22.05 kHz; MPEG 2.5, 8 kHz.
    ([0xFF, 0xFB, 0x92, 0x64], 3, 44100, 2, 1152, 418), ([0xFF, 0xFB, 0x94, 0xC4], 3, 48000, 1, 1152, 384),
    ([0xFF, 0xF3, 0x80, 0x04], 3, 22050, 2, 576, 208), ([0xFF, 0xE3, 0x48, 0xC4], 3, 8000, 1, 576, 288),
    // twolame, 48 kHz, 192 kbit/s; layer I, 44.1 kHz, 384 kbit/s.
    ([0xFF, 0xFD, 0xA4, 0x00], 2, 48000, 2, 1152, 576), ([0xFF, 0xFF, 0xC0, 0x00], 1, 44100, 2, 384, 416),
  ] as [([UInt8], Int, UInt32, UInt32, Int, Int)])
func headersOfMPEGAudioAreRead(_ bytes: [UInt8], layer: Int, rate: UInt32, channels: UInt32, samples: Int, size: Int) throws {
  let header = try #require(MPEGAudioHeader([7] + bytes, 1))
  #expect(header.layer == layer && header.sampleRate == rate && header.channels == channels)
  #expect(header.samples == samples && header.size == size)
  for count in 0..<4 { #expect(MPEGAudioHeader(Array(bytes.prefix(count))) == nil) }
  for place in [-1, 1, Int.max] { #expect(MPEGAudioHeader(bytes, place) == nil) }
}

/// Reserved values, free format.
@Test(
  arguments: [
    [0xFF, 0xEB, 0x90, 0x64], [0xFF, 0xF9, 0x90, 0x64], [0xFF, 0xFB, 0x00, 0x64], [0xFF, 0xFB, 0xF0, 0x64], [0xFF, 0xFB, 0x9C, 0x64],
    [0xFF, 0xFB, 0x90, 0x66], [0xFE, 0xFB, 0x90, 0x64],
  ] as [[UInt8]])
func otherBytesAreNoMPEGAudio(_ bytes: [UInt8]) { #expect(MPEGAudioHeader(bytes) == nil) }
