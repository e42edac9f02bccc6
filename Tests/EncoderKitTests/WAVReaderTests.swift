import BitstreamKit
import EncoderKit
import Testing

private func little(_ value: UInt64, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) } }

private func chunk(_ name: String, _ body: [UInt8], size: UInt64? = nil) -> [UInt8] {
  Array(name.utf8) + little(size ?? UInt64(body.count), 4) + body + (body.count % 2 == 1 && size == nil ? [0] : [])
}

private func fmt(tag: UInt64 = 1, channels: UInt64 = 2, rate: UInt64 = 44100, bits: UInt64 = 16, extra: [UInt8] = []) -> [UInt8] {
  let align = channels * bits / 8
  return chunk(
    "fmt ", little(tag, 2) + little(channels, 2) + little(rate, 4) + little(rate * align, 4) + little(align, 2) + little(bits, 2) + extra)
}

private let guidSuffix: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]

private func read(_ bytes: [UInt8], pieces: Int) throws(SyntaxError) -> (reader: WAVReader, samples: [UInt8]) {
  var reader = WAVReader()
  var samples: [UInt8] = []
  var start = 0
  while start < bytes.count {
    let end = min(bytes.count, start + pieces)
    var cursor = start
    while let range = try reader.next(in: bytes, from: &cursor, to: end) { samples += bytes[range] }
    start = end
  }
  try reader.finish()
  return (reader, samples)
}

private let samples = (0..<40).map { UInt8($0) }
private let riff = Array("RIFF".utf8) + little(100, 4) + Array("WAVE".utf8)

@Test(arguments: [1, 3, 11, 4096]) func samplesAreFound(pieces: Int) throws {
  let odd = chunk("LIST", [1, 2, 3])
  let (reader, found) = try read(riff + odd + fmt() + odd + chunk("data", samples) + odd, pieces: pieces)
  #expect(found == samples)
  #expect(reader.format == PCMFormat(sampleRate: 44100, channelCount: 2))
  #expect(reader.frameCount == 10)
}

@Test func extensibleFormatsSayWhereLoudspeakersAre() throws {
  let extra = little(22, 2) + little(24, 2) + little(0x3F, 4) + little(1, 2) + guidSuffix
  let (reader, _) = try read(riff + fmt(tag: 0xFFFE, channels: 6, rate: 48000, bits: 24, extra: extra) + chunk("data", []), pieces: 9)
  #expect(reader.format == PCMFormat(sampleRate: 48000, channelCount: 6, bitsPerSample: 24, channelMask: 0x3F))
}

@Test func sizesOfRF64StandInTheirOwnChunk() throws {
  let head = Array("RF64".utf8) + little(0xFFFF_FFFF, 4) + Array("WAVE".utf8)
  let sizes = chunk("ds64", little(1000, 8) + little(UInt64(samples.count), 8) + little(10, 8) + little(0, 4))
  let (reader, found) = try read(head + sizes + fmt() + chunk("data", samples, size: 0xFFFF_FFFF) + chunk("LIST", [1, 2]), pieces: 13)
  #expect(found == samples && reader.frameCount == 10)
}

@Test func aStreamOfUnknownSizeEndsWhereItEnds() throws {
  let (reader, found) = try read(riff + fmt() + chunk("data", samples, size: 0xFFFF_FFFF), pieces: 7)
  #expect(found == samples && reader.frameCount == nil)
  // What this module writes for a stream is such a file.
  for format in [
    PCMFormat(sampleRate: 8000, channelCount: 1, sample: .muLaw, bitsPerSample: 8),
    PCMFormat(sampleRate: 96000, channelCount: 6, sample: .float, bitsPerSample: 32, channelMask: 0x60F),
  ] {
    let again = try read(format.streamHeader() + samples, pieces: 5)
    #expect(again.reader.format == format && again.samples == samples)
  }
}

@Test(arguments: [
  riff + chunk("data", samples), riff + fmt(tag: 2) + chunk("data", samples), riff + fmt(bits: 12), riff + fmt(channels: 0),
  riff + fmt(rate: 0), riff + chunk("fmt ", [1, 2]), Array("RIFX".utf8) + little(0, 4) + Array("WAVE".utf8), riff, [],
  riff + fmt() + chunk("data", samples, size: 4000), riff + fmt(tag: 0xFFFE),
]) func whatIsNoSoundIsRefused(bytes: [UInt8]) {
  #expect(throws: SyntaxError.self) { try read(bytes, pieces: 8) }
}

@Test(arguments: [false, true]) func damagedSoundIsNoTrap(isLarge: Bool) {
  let sizes = chunk("ds64", little(1000, 8) + little(UInt64(samples.count), 8) + little(10, 8) + little(0, 4))
  let head = Array("RF64".utf8) + little(0xFFFF_FFFF, 4) + Array("WAVE".utf8) + sizes
  let bytes = isLarge ? head + fmt() + chunk("data", samples, size: 0xFFFF_FFFF) : riff + fmt() + chunk("data", samples)
  for count in 0..<bytes.count { _ = try? read(Array(bytes.prefix(count)), pieces: 6) }
  for bit in 0..<bytes.count * 8 {
    var damaged = bytes
    damaged[bit / 8] ^= 1 << (bit % 8)
    _ = try? read(damaged, pieces: 16)
  }
}
