import BitstreamKit
import HEVCKit
import TestSupport
import Testing

@Test func decoderConfigurationRecordLaws() {
  checkLaws(HEVCDecoderConfigurationRecord.self)
  checkLaws(HEVCDecoderConfigurationRecord.NALUnitArray.self)
}

/// A record from a real writer: VPS, SPS and PPS in one array each.
private let real = hex(
  """
  01016000 0000b000 00000000 7bf000fc fdf8f800 000b03a0 0001001a 40010c02 ffff0160 00000300 b0000003 00000300
  7b000015 c090a100 01002642 01020160 00000300 b0000003 00000300 7b0000a0 03c08011 07cb8815 ee45954d 40404040
  20a20001 00074401 c02cbc14 c9
  """)

@Test func realRecord() throws {
  let record = try HEVCDecoderConfigurationRecord(parsing: real)
  #expect(record.generalProfileIdc == 1)
  #expect(record.generalProfileCompatibilityFlags == 0x6000_0000)
  #expect(record.generalConstraintIndicatorFlags == 0xB000_0000_0000)
  #expect(record.generalLevelIdc == 123)
  #expect(record.lengthSize == .four)
  #expect(record.arrays.map(\.nalUnitType) == [32, 33, 34])
  #expect(record.nalUnits(of: .pps) == [hex("4401c02cbc14c9")])
  #expect(record.trailing.isEmpty)
  #expect(try record.encoded() == real)
}

@Test func trailingBytesOfARecordAreKept() throws {
  let record = try HEVCDecoderConfigurationRecord(parsing: real + [1, 2, 3])
  #expect(record.trailing.bytes == [1, 2, 3])
  #expect(try record.encoded() == real + [1, 2, 3])
}

/// Some writers clear them: such a record is read, and written again.
@Test func reservedBitsOfARecordAreKept() throws {
  var bytes = real
  bytes[13] &= 0x0F
  bytes[15] &= 3
  let record = try HEVCDecoderConfigurationRecord(parsing: bytes)
  #expect(record.reservedMinSpatialSegmentation == 0 && record.reservedParallelism == 0 && record.reservedChromaFormat == 63)
  #expect(try record.encoded() == bytes)
}

@Test(arguments: Array(0..<4)) func lengthSizes(_ coded: UInt8) throws {
  var record = HEVCDecoderConfigurationRecord()
  record.lengthSizeMinusOne = coded
  #expect(record.lengthSize.rawValue == Int(coded) + 1)
}

@Test func countsOfARecordAreNotBelieved() {
  var bytes = Array(real[..<22]) + [255]
  #expect(throws: SyntaxError.self) { try HEVCDecoderConfigurationRecord(parsing: bytes) }
  bytes[22] = 1
  #expect(throws: SyntaxError.self) { try HEVCDecoderConfigurationRecord(parsing: bytes + [0x20, 0xFF, 0xFF, 0, 0]) }
}

@Test func recordsAreBuiltFromTheirSets() throws {
  let record = try HEVCDecoderConfigurationRecord(parsing: real)
  var built = try HEVCDecoderConfigurationRecord(
    videoParameterSets: record.nalUnits(of: .vps), seqParameterSets: record.nalUnits(of: .sps), picParameterSets: record.nalUnits(of: .pps),
    isComplete: false)
  #expect(record.codecString() == "hvc1.1.6.L123.B0")
  #expect(built.codecString() == record.codecString())
  #expect(built.numTemporalLayers == 2)
  // This writer wrote 1.
  built.numTemporalLayers = record.numTemporalLayers
  for index in built.arrays.indices { built.arrays[index].arrayCompleteness = record.arrays[index].arrayCompleteness }
  #expect(built == record)
  #expect(throws: SyntaxError.self) {
    try HEVCDecoderConfigurationRecord(videoParameterSets: [], seqParameterSets: [], picParameterSets: record.nalUnits(of: .pps))
  }
  #expect(throws: SyntaxError.self) {
    try HEVCDecoderConfigurationRecord(videoParameterSets: [], seqParameterSets: record.nalUnits(of: .pps), picParameterSets: [])
  }
}

/// Files whose records omit constraint flags of their sequence parameter sets or, the first, have a different level and flags.
private let careless: Set<String> = [
  "mp4/fate_two_first_slice_ltr.mov", "mp4/heif/fq_rainbow-451x461.heic", "mp4/heif/g2b_alpha.heic", "mp4/heif/g2b_chroma422.heic",
  "mp4/heif/g2b_chroma444.heic", "mp4/heif/g2b_main10.heic", "mp4/heif/g2b_thumb.heic",
]

/// Records of real files encode to the same bytes, as do their units; records rebuilt from these units give the same codec string.
@Test(.enabled(if: Places.corpus != nil)) func recordsOfTheCorpus() throws {
  var (records, inside, same) = (0, 0, 0)
  for path in Places.corpusFiles("mp4", suffixes: [".mp4", ".mov", ".m4s", ".heic", ".cmfv", ".m4v"]) {
    let bytes = try Places.corpusFile(path)
    var from = 4
    let name = Array("hvcC".utf8)
    while from + 4 < bytes.count {
      defer { from += 1 }
      guard bytes[from] == name[0], bytes[from + 1] == name[1], Array(bytes[from..<from + 4]) == name else { continue }
      let size = bytes[from - 4..<from].reduce(0) { $0 << 8 | Int($1) }
      guard size >= 31, from - 4 + size <= bytes.count else { continue }
      let body = Array(bytes[from + 4..<from - 4 + size])
      guard body[0] == 1 else { continue }
      let record = try HEVCDecoderConfigurationRecord(parsing: body)
      #expect(try record.encoded() == body, "\(path)")
      records += 1
      var sets = ParameterSets()
      for array in record.arrays {
        for unit in array.nalUnits {
          let read = try NALUnit(parsing: unit, sets: sets)
          #expect(try read.encoded(sets: sets) == unit, "\(path)")
          sets.update(with: read)
          inside += 1
        }
      }
      guard !record.nalUnits(of: .sps).isEmpty else { continue }
      let built = try HEVCDecoderConfigurationRecord(
        videoParameterSets: record.nalUnits(of: .vps), seqParameterSets: record.nalUnits(of: .sps),
        picParameterSets: record.nalUnits(of: .pps))
      let isSame = built.codecString() == record.codecString()
      if isSame { same += 1 }
      #expect(isSame || careless.contains(path), "\(path): \(built.codecString()) and \(record.codecString())")
    }
  }
  print("\(records) records, \(inside) units, \(same) codec strings")
  #expect(records >= 24)
  #expect(same >= 12)
}
