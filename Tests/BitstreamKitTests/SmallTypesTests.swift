import BitstreamKit
import Testing

@Test func fourCCsSpellThemselves() {
  #expect(FourCC("moov").rawValue == 0x6D6F_6F76)
  #expect(FourCC("©nam").rawValue == 0xA96E_616D)
  #expect(FourCC("©nam").description == "%A9nam")
  #expect(FourCC("mp3").description == "mp3 ")
  #expect(FourCC(rawValue: 0x0000_0025).description == "%00%00%00%25")
  // Types of damaged boxes can have bytes that mean something in paths.
  #expect(FourCC("a/b[").description == "a%2Fb%5B")
  #expect(FourCC("c > ").description == "c %3E ")
}

@Test func bitStringsKeepBitsAndAlignment() {
  let bits = BitString(bytes: [0xFF, 0xFF], startBit: 3, count: 9)
  #expect(bits.bytes == [0x1F, 0xF0])
  #expect(bits == BitString(bytes: [0xFF, 0x80]).prefix(9))
  #expect(bits[0] == 1 && bits[8] == 1 && bits[9] == 0 && bits[-1] == 0)
  #expect(BitString(bytes: [1, 2], startBit: 0, count: 100).count == 16)
  #expect(BitString(bytes: [], startBit: 5, count: 3) == .empty)
}

@Test func bitStringsAreWrittenAtAnyPlace() throws {
  for start in 0..<8 {
    for count in 0...40 {
      let bits = BitString(bytes: [0xA5, 0x3C, 0x99, 0x42, 0xF0, 0x0F], startBit: start, count: count)
      for lead in 0..<9 {
        var writer = BitWriter()
        writer.put(0, lead)
        var copy = bits
        try writer.rest("rest", &copy)
        #expect(writer.bitPosition == lead + bits.count)
        var reader = BitReader(writer.finish())
        var skipped: UInt16 = 0
        try reader.u("lead", &skipped, bits: lead)
        for index in 0..<bits.count {
          var bit: UInt8 = 0
          try reader.u("bit", &bit, bits: 1)
          #expect(bit == bits[index])
        }
      }
    }
  }
}

@Test func packedTablesDecodeOnAccess() {
  let table = PackedTable<UInt16>(packed: [0, 1, 0xFF, 0xFE, 7])
  #expect(Array(table) == [1, 0xFFFE])
  #expect(PackedTable(table.map { $0 }) == table)
  #expect(PackedTable<UInt32>([0xDEAD_BEEF]).packed == [0xDE, 0xAD, 0xBE, 0xEF])
}

@Test func numbersOfAnySizeAreBigEndian() {
  let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
  for (index, size, expected) in [(0, 1, 1), (0, 8, 0x0102_0304_0506_0708), (1, 3, 0x020304), (7, 2, 0x0809), (8, 4, 0x0900_0000)] {
    #expect(bytes.bigEndian(at: index, size: size) == UInt64(expected))
  }
  var written: [UInt8] = [9]
  written.append(bigEndian: 0x0102_0304, size: 2)
  written.append(bigEndian: 0x0102_0304, size: 4)
  written.append(bigEndian: .max - 1, size: 8)
  #expect(written == [9, 3, 4, 1, 2, 3, 4] + [UInt8](repeating: 255, count: 7) + [254])
}

@Test func memoryIsASourceAndASink() throws {
  let source = MemorySource([1, 2, 3])
  var buffer: [UInt8] = [9]
  for (offset, count, expected) in [(0, 2, [1, 2]), (2, 5, [3]), (3, 1, []), (UInt64.max, 1, [])] as [(UInt64, Int, [UInt8])] {
    try source.read(at: offset, count: count, into: &buffer)
    #expect(buffer == expected)
  }
  var sink = MemorySink()
  try sink.write([1, 2, 3], 1..<3)
  try sink.write([4])
  #expect(sink.bytes == [2, 3, 4])
}

extension BitString {
  fileprivate func prefix(_ length: Int) -> BitString { BitString(bytes: bytes, startBit: startBit, count: length) }
}
