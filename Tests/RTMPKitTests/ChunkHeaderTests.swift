import BitstreamKit
import TestSupport
import Testing

@testable import RTMPKit

private func parsed(_ bytes: [UInt8], isExtended: Bool = false) throws -> (ChunkHeader, Int) {
  var reader = BitReader(bytes)
  var header = ChunkHeader()
  try header.syntax(&reader, isExtended: isExtended)
  return (header, reader.bitPosition / 8)
}

/// The four forms on chunk stream 3, as Adobe RTMP 1.0, 5.3.1.2 draws them.
@Test func theFourForms() throws {
  let (full, size) = try parsed(hex("03 0003E8 000020 14 01000000 FF"))
  #expect(full.fmt == 0 && full.chunkStreamID == 3 && full.timestamp == 1000 && full.messageLength == 32 && size == 12)
  #expect(full.messageTypeId == 20 && full.messageStreamId == 1 && full.extendedTimestamp == nil)
  let (shorter, _) = try parsed(hex("43 000014 000020 08"))
  #expect(shorter.fmt == 1 && shorter.timestamp == 20 && shorter.messageTypeId == 8 && shorter.messageStreamId == nil)
  let (delta, _) = try parsed(hex("83 000014"))
  #expect(delta.fmt == 2 && delta.timestamp == 20 && delta.messageLength == nil)
  let (none, one) = try parsed(hex("C3"))
  #expect(none.fmt == 3 && none.timestamp == nil && one == 1)
}

@Test func timesOf32Bits() throws {
  let (full, size) = try parsed(hex("03 FFFFFF 000020 14 01000000 01020304"))
  #expect(full.extendedTimestamp == 0x0102_0304 && size == 16)
  #expect(try parsed(hex("C3 01020304"), isExtended: true).0.extendedTimestamp == 0x0102_0304)
  #expect(throws: SyntaxError.self) { try parsed(hex("03 FFFFFF 000020 14 01000000 010203")) }
}

@Test(
  arguments: [
    (2, "02"), (63, "3F"), (64, "00 00"), (319, "00 FF"), (320, "01 0001"), (65599, "01 FFFF"), (65598, "01 FEFF"),
  ] as [(UInt32, String)]) func numbersOfChunkStreams(_ number: UInt32, _ coded: String) throws
{
  var header = ChunkHeader()
  header.fmt = 3
  (header.timestamp, header.messageLength, header.messageTypeId, header.messageStreamId) = (nil, nil, nil, nil)
  header.chunkStreamID = number
  var bytes: [UInt8] = []
  header.append(to: &bytes)
  var expected = hex(coded)
  expected[0] |= 0xC0
  #expect(bytes == expected && header.chunkStreamID == number)
  let (read, size) = try parsed(bytes)
  #expect(read == header && size == bytes.count && ChunkHeader.shortLength(bytes[0]) == size)
}

/// What the generator draws is written by the syntax and by hand alike, and read as it was.
@Test func drawnHeadersAreWrittenAlike() throws {
  for seed in 0..<300 as Range<UInt64> {
    var generator = SyntaxCoder(generating: Generator(seed: seed))
    var header = ChunkHeader()
    let isExtended = seed % 2 == 0
    guard (try? header.syntax(&generator, isExtended: isExtended)) != nil else { continue }
    var writer = BitWriter()
    try header.syntax(&writer, isExtended: isExtended)
    let bytes = writer.finish()
    var byHand: [UInt8] = []
    header.append(to: &byHand)
    #expect(byHand == bytes, "seed \(seed)")
    #expect(try parsed(bytes, isExtended: isExtended).0 == header, "seed \(seed)")
  }
}
