import BitstreamKit
import Foundation
import RemuxKit
import TestSupport
import Testing

/// What a file of these bytes is.
func detected(_ bytes: [UInt8]) -> FileContent? { try? FileContent.detect(AnyByteSource(MemorySource(bytes))) }

/// The name of a foreign format; nil for others.
func foreignName(_ bytes: [UInt8]) -> String? {
  if case .foreign(let name) = detected(bytes) { return name }
  return nil
}

private func hex(_ text: String) -> [UInt8] {
  let digits = text.utf8.filter { $0 != 0x20 }
  return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16) }
}

/// First bytes of formats: letters after an apostrophe, digits otherwise.
private let signatures: [(String, String)] = [
  ("a Matroska or WebM file", "1A45DFA3 9F4286810142F781"), ("an AVI file", "52494646 00100000 41564920 4C495354"),
  ("an Ogg file", "'OggS"), ("an ASF or WMV file", "3026B2758E66CF11A6D900AA0062CE6C"),
  ("an MXF file", "060E2B34020501010D0102010102"), ("a RealMedia file", "'.RMF"), ("a Y4M file of raw video", "'YUV4MPEG2 W16 H16 F25:1"),
  ("an IVF file", "'DKIF"), ("an AV1 byte stream", "12000A0B00000024C4FFDF3F"), ("an AV1 byte stream (Annex B)", "27250110 0B0800000024"),
  ("a VC-1 file", "180000C504000000 4EF91E0A"), ("a Flash file", "'CWS"),
  ("a WAV file", "52494646 24080000 57415645 666D7420"), ("a FLAC file", "'fLaC"), ("an AIFF file", "464F524D 00001000 41494646"),
  ("a CAF file", "'caff"), ("an AMR file", "'#!AMR\n"), ("a MIDI file", "'MThd"), ("a DTS stream", "7FFE8001FC3C"),
  ("a RealAudio file", "2E7261FD"), ("an AU file", "'.snd"), ("a WavPack file", "'wvpk"),
  ("an AAC file with an ADIF header", "'ADIF"),
  ("a JPEG image", "FFD8FFE000104A464946"), ("a PNG image", "89504E470D0A1A0A 0000000D"), ("a GIF image", "'GIF89a"),
  ("a WebP image", "52494646 24080000 57454250"), ("a RIFF file", "52494646 24080000 41414141"),
  ("a TIFF image", "49492A0008000000"), ("a TIFF image", "4D4D002A00000008"), ("a Photoshop image", "'8BPS"),
  ("a JPEG 2000 image", "0000000C6A5020200D0A870A 00000014667479706A703220"), ("a JPEG 2000 image", "FF4FFF51002F"),
  ("a JPEG XL image", "0000000C4A584C200D0A870A 00000014667479706A786C20"), ("a JPEG XL image", "FF0AFA1F"),
  ("a BMP image", "424D 46000000 00000000 36000000 28000000 02000000"),
  ("an icon", "00000100 0100 10100000 01002000 68040000 16000000 28000000"),
  ("a PDF document", "'%PDF-1.7"), ("a ZIP archive or a document in one", "504B03041400"), ("a gzip file", "1F8B0800"),
  ("a bzip2 file", "'BZh91AY&SY"), ("an xz file", "FD377A585A00"), ("a Zstandard file", "28B52FFD"),
  ("a 7-Zip archive", "377ABCAF271C"), ("a RAR archive", "526172211A0700"), ("an ELF file", "7F454C4602010100"),
  ("a Mach-O file", "CFFAEDFE0C000001"), ("a universal Mach-O file", "CAFEBABE 00000002 01000007"), ("a Java class", "CAFEBABE 00000034"),
  ("a WebAssembly module", "0061736D01000000"), ("an SQLite database", "'SQLite format 3"), ("a font", "'OTTO"), ("a font", "'wOF2"),
  ("a font", "00010000 000F0080 00030070"), ("a Git pack", "'PACK"), ("an archive of object files", "'!<arch>\n"),
  ("an HLS playlist", "'#EXTM3U\n#EXT-X-VERSION:3\n"), ("a script", "'#!/bin/sh\nexit 0\n"),
  ("an MPEG-DASH manifest", "'<?xml version=\"1.0\"?>\n<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\">"),
  ("an XML document", "'<?xml version=\"1.0\"?>\n<a/>"), ("an HTML page", "'<!DOCTYPE html>\n<html></html>"),
  ("an SVG image", "'<svg xmlns=\"http://www.w3.org/2000/svg\"/>"), ("a JSON document", "'{\"a\": [1, 2]}"),
  ("a JSON document", "'[1, 2, 3]"), ("plain text", "'Dear reader"), ("plain text", "C3A9C3A00A"), ("plain text", "'free free free free\n"),
  ("UTF-16 text", "FFFE44006500"), ("a WebVTT file", "'WEBVTT\n"),
  ("an MPEG program stream", "000001BA 4400040004010189C3F8"), ("an MPEG-1 or MPEG-2 video stream", "000001B3 0B00901400FFFFE0"),
  ("an MPEG-4 Part 2 video stream", "000001B0 01000001B5"), ("an MPEG-4 Part 2 video stream", "00000100 00000120 00C488"),
  ("a VC-1 video stream", "0000010F CA000018 0000010E 4840"), ("an AC-3 stream", "0B77A1B2 1E40E1"),
  ("an E-AC-3 stream", "0B7701BF 3F860D"),
  ("a .DS_Store file", "00000001 42756431 00001000"),
]

@Test func eachSignatureHasItsName() {
  for (name, text) in signatures {
    let bytes = text.hasPrefix("'") ? Array(text.utf8.dropFirst()) : hex(text)
    #expect(foreignName(bytes) == name, "\(text)")
    // With more bytes after it, and through a pipe.
    let longer = bytes + [UInt8](repeating: name.hasSuffix("text") || bytes.allSatisfy { $0 < 0x7F && $0 > 0 } ? 0x20 : 0x90, count: 5000)
    if name != "a JSON document" || text.contains("{") { #expect(foreignName(longer) == name, "\(text) and more") }
  }
}

@Test func transportStreamsAreTold() {
  for (size, first) in [(188, 0), (192, 4), (204, 0), (188, 77)] {
    var bytes = [UInt8](repeating: 0x55, count: first)
    for _ in 0..<30 { bytes += [0x47, 0x40, 0, 0x10, 0, 0, 1, 0x67] + [UInt8](repeating: 0, count: size - 8) }
    #expect(foreignName(bytes) == "an MPEG transport stream", "\(size) from \(first)")
  }
}

@Test func tarIsToldByItsMagic() throws {
  var bytes = Array("bframes.h264".utf8)
  bytes += [UInt8](repeating: 0, count: 257 - bytes.count) + Array("ustar".utf8)
  bytes += [UInt8](repeating: 0, count: 512 - bytes.count) + (try Places.fixture("bframes.h264"))
  #expect(foreignName(bytes) == "a tar archive")
}

// MARK: - Sound

/// A frame of MPEG-1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes.
private let mp3Frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0x5A, count: 413)

private func tag(_ size: Int) -> [UInt8] {
  Array("ID3".utf8) + [4, 0, 0] + [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) } + [UInt8](repeating: 0, count: size)
}

@Test func aTagIsPassedOver() throws {
  let adts = try Places.fixture("tone.aac")
  let mp3 = mp3Frame + mp3Frame + mp3Frame
  #expect(foreignName(mp3) == "an MP3 file")
  for size in [0, 100, 5000, 3 << 20] {
    #expect(foreignName(tag(size) + mp3) == "an MP3 file with an ID3 tag", "\(size)")
    #expect(detected(tag(size) + adts) == .media(.adts, isGuess: false), "\(size)")
  }
  #expect(foreignName(tag(200) + tag(10) + Array("fLaC".utf8) + mp3) == "a FLAC file with an ID3 tag")
  #expect(foreignName(tag(200)) == "an ID3 tag without sound")
  #expect(foreignName(tag(200) + [1, 2, 3, 4]) == "a file with an ID3 tag")
}

@Test func aSyncwordIsNotADTS() throws {
  let adts = try Places.fixture("tone.aac")
  let length = Int(adts[3] & 3) << 11 | Int(adts[4]) << 3 | Int(adts[5] >> 5)
  #expect(detected(adts) == .media(.adts, isGuess: false))
  #expect(detected(Array(adts[..<length])) == .media(.adts, isGuess: false))
  #expect(detected(Array(adts[..<(length + 3)])) == .media(.adts, isGuess: false))
  #expect(detected(Array(adts[..<(length - 20)])) == .media(.adts, isGuess: false))
  var random = SystemRandomNumberGenerator()
  for _ in 0..<50 {
    let noise = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(detected(Array(adts[..<7]) + noise)?.container == nil)
  }
  // The first frame is damaged.
  var damaged = adts
  damaged[4] ^= 0x10
  #expect(detected(damaged) == .media(.adts, isGuess: false))
}

// MARK: - FLV and MP4

@Test func lettersAloneAreNoContainer() throws {
  #expect(detected(Array("FLV is a container of Adobe".utf8)) == .foreign("plain text"))
  #expect(detected(Array("abc freedom is a word".utf8)) == .foreign("plain text"))
  #expect(detected(Array("The free encyclopedia".utf8)) == .foreign("plain text"))
  #expect(detected(Array("abcdmoovabcdefgh".utf8) + [0])?.container == nil)
  #expect(detected(hex("00000003 66726565 0000000000000000"))?.container == nil)
  #expect(detected(hex("00000008 66726565 00000008 6D646174")) == .media(.mp4, isGuess: false))
  #expect(detected(hex("00000001 6D646174 00000000 00010000")) == .media(.mp4, isGuess: false))
  #expect(detected(hex("00000001 6D646174 FF000000 00010000"))?.container != .mp4)
  #expect(detected(hex("464C56 01 05 00000009 00000000")) == .media(.flv, isGuess: false))
  #expect(detected(hex("464C56 05 05 00000009 00000000")) == .media(.flv, isGuess: false))
  #expect(detected(hex("464C56 05 FF 00000009 00000000"))?.container == nil)
  #expect(detected([]) == .empty)
}
