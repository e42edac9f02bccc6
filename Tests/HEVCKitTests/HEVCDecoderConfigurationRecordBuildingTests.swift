import BitstreamKit
import Foundation
import HEVCKit
import TestSupport
import Testing
import NALKit

/// The payloads of all `hvcC` boxes of a file, found by their name.
private func records(in bytes: [UInt8]) -> [[UInt8]] {
  var found: [[UInt8]] = []
  let name = Array("hvcC".utf8)
  for i in 4..<max(4, bytes.count - 4) where bytes[i] == name[0] && Array(bytes[i..<i + 4]) == name {
    let size = bytes[i - 4..<i].reduce(0) { $0 << 8 | Int($1) }
    if size > 8, i - 4 + size <= bytes.count { found.append(Array(bytes[i + 4..<i - 4 + size])) }
  }
  return found
}

/// Rebuilds a record from its units.
private func rebuilt(_ record: HEVCDecoderConfigurationRecord) throws -> HEVCDecoderConfigurationRecord {
  try HEVCDecoderConfigurationRecord(
    videoParameterSets: record.nalUnits(of: .vps), seqParameterSets: record.nalUnits(of: .sps),
    picParameterSets: record.nalUnits(of: .pps), sei: record.nalUnits(of: .prefixSEI) + record.nalUnits(of: .suffixSEI),
    lengthSize: record.lengthSize, isComplete: record.arrays.first { $0.nalUnitType == 33 }?.arrayCompleteness ?? false)
}

/// The fields in which two records differ, by the specification's names.
private func differences(_ a: HEVCDecoderConfigurationRecord, _ b: HEVCDecoderConfigurationRecord) throws -> [String] {
  let (x, y) = (HEVCDecoderConfigurationRecord.trace(try a.encoded()).rows, HEVCDecoderConfigurationRecord.trace(try b.encoded()).rows)
  var names: [String] = x.count == y.count ? [] : ["number of elements"]
  for (one, other) in zip(x, y) where one.element != other.element { names.append(one.element.fullName) }
  return Array(Set(names)).sorted()
}

/// The record of a byte stream that FFmpeg puts into MP4 equals the one built from its parameter sets.
@Test(.enabled(if: Program.has("ffmpeg") && Places.corpus != nil), arguments: ["hvc1", "hev1"])
func builtRecordsAreThoseOfFFmpeg(tag: String) throws {
  let corpus = try #require(Places.corpus)
  var compared = 0
  for path in streams where !path.hasPrefix("malformed") {
    let file = Places.scratch("record.mp4")
    defer { try? FileManager.default.removeItem(at: file) }
    let source = corpus.appending(path: path).path
    _ = try Program.run("ffmpeg", ["-v", "quiet", "-y", "-f", "hevc", "-i", source, "-c", "copy", "-tag:v", tag, "-f", "mp4", file.path])
    guard let data = try? Data(contentsOf: file), let bytes = records(in: [UInt8](data)).first else { continue }
    let record = try HEVCDecoderConfigurationRecord(parsing: bytes)
    if record.nalUnits(of: .sps).isEmpty { continue }
    let built = try rebuilt(record)
    let differing = try differences(built, record)
    #expect(differing.isEmpty, "\(path): \(differing)")
    #expect(built.codecString().hasPrefix("hvc1.\(record.generalProfileIdc)."))
    compared += 1
  }
  #expect(compared == 42)
}

/// Real records that contradict their parameter sets, and the fields concerned.
private let contradictions: [String: [String]] = [
  // Apple's writer sets array_completeness for SEI, and clears temporalIdNested although both sets have nesting.
  "mp4/fate_multiview.mov": ["array_completeness", "temporalIdNested"],
  "mp4/stereo_spatial.mp4": ["array_completeness", "temporalIdNested"],
  // The record of another stream: level 3.1 for sets of level 4.1, compatibility flags in the wrong order.
  "mp4/fate_two_first_slice_ltr.mov": ["general_constraint_indicator_flags", "general_level_idc", "general_profile_compatibility_flags"],
  // Slice-based parallelism, although min_spatial_segmentation_idc is 0.
  "mp4/heif/fq_heic.mp4": ["parallelismType"],
]

/// Images of writers that omit constraint flags and set the reserved bit of arrays.
private let careless = ["mp4/heif/fq_rainbow-451x461.heic", "mp4/heif/g2b_"]

@Test(.enabled(if: Places.corpus != nil)) func builtRecordsAreThoseOfFiles() throws {
  var compared = 0
  for path in Places.corpusFiles("mp4", suffixes: [".mp4", ".mov", ".heic", ".m4s"]) {
    for bytes in records(in: try Places.corpusFile(path)) {
      guard let record = try? HEVCDecoderConfigurationRecord(parsing: bytes), !record.nalUnits(of: .sps).isEmpty else { continue }
      let built = try rebuilt(record)
      let differing = try differences(built, record)
      let isCareless = careless.contains { path.hasPrefix($0) }
      #expect(differing == (isCareless ? ["general_constraint_indicator_flags", "reserved"] : contradictions[path] ?? []), "\(path)")
      let (sets, findings) = record.parameterSets()
      // A PPS of Dolby's encoder has a byte after its trailing bits.
      let expected = path == "mp4/fate_dovi-p7.mp4" ? ["trailing_bytes"] : []
      #expect(findings.map(\.element) == expected && sets.activeSeqParameterSet != nil, "\(path): \(findings)")
      compared += 1
    }
  }
  #expect(compared == 21)
}

/// VPS, SPS and PPS of x265.
private func x265Sets() throws -> (vps: [UInt8], sps: [UInt8], pps: [UInt8]) {
  let bytes = try Places.fixture("opengop.hevc")
  var units = AnnexBParser()
  var cursor = 0
  var found: [UInt8: [UInt8]] = [:]
  while let unit = units.next(in: bytes, from: &cursor, to: bytes.count) {
    let type = UInt8(unit.head >> 57 & 63)
    if found[type] == nil { found[type] = Array(bytes[Int(unit.offset)..<Int(unit.offset + unit.length)]) }
  }
  return (try #require(found[32]), try #require(found[33]), try #require(found[34]))
}

@Test func recordOfTheFixture() throws {
  let sets = try x265Sets()
  let record = try HEVCDecoderConfigurationRecord(
    videoParameterSets: [sets.vps], seqParameterSets: [sets.sps], picParameterSets: [sets.pps])
  #expect(record.codecString() == "hvc1.1.6.L30.90")
  #expect(record.codecString(sampleEntry: "hev1") == "hev1.1.6.L30.90")
  #expect(record.arrays.map(\.nalUnitType) == [32, 33, 34])
  #expect(record.arrays.map(\.arrayCompleteness) == [true, true, true])
  #expect(record.numTemporalLayers == 1 && record.temporalIdNested && record.lengthSizeMinusOne == 3)
  let again = try HEVCDecoderConfigurationRecord(parsing: try record.encoded())
  #expect(again == record)
}

/// Sets are found among other units, in any order, and repeated ones are stored once.
@Test func recordOfMixedUnits() throws {
  let sets = try x265Sets()
  let sei = hex("4E0105")
  let units = [hex("460150"), sets.pps, sei, sets.sps, [], sets.vps, sets.sps, sets.pps, hex("2601AF")]
  let record = try HEVCDecoderConfigurationRecord(parameterSetsOf: units, sei: [sei], lengthSize: 2, isComplete: false)
  let wanted = try HEVCDecoderConfigurationRecord(
    videoParameterSets: [sets.vps], seqParameterSets: [sets.sps], picParameterSets: [sets.pps], sei: [sei], lengthSize: 2, isComplete: false
  )
  #expect(record == wanted && record.arrays.map(\.nalUnits) == [[sets.vps], [sets.sps], [sets.pps], [sei]])
  #expect(throws: SyntaxError.self) { try HEVCDecoderConfigurationRecord(parameterSetsOf: [sets.vps, sets.pps]) }
}

/// With several sets, the record has the values that hold for all of them.
@Test func recordsOfSeveralSets() throws {
  let sets = try x265Sets()
  guard case .seqParameterSet(let sps) = try NALUnit(parsing: sets.sps, sets: ParameterSets()).payload else {
    Issue.record("no SPS")
    return
  }
  func made(_ change: (inout SeqParameterSet) -> Void) throws -> HEVCDecoderConfigurationRecord {
    var other = sps
    other.spsSeqParameterSetId = 1
    change(&other)
    var unit = NALUnit()
    unit.header.nalUnitType = 33
    unit.payload = .seqParameterSet(other)
    let bytes = try unit.encoded(sets: ParameterSets())
    return try HEVCDecoderConfigurationRecord(
      videoParameterSets: [sets.vps], seqParameterSets: [sets.sps, bytes], picParameterSets: [sets.pps])
  }
  let level = try made { $0.profileTierLevel?.generalLevelIdc = 93 }
  #expect(level.generalLevelIdc == 93)
  let high = try made {
    $0.profileTierLevel?.generalLevelIdc = 20
    $0.profileTierLevel?.general?.tierFlag = true
  }
  #expect(high.generalTierFlag)
  #expect(high.generalLevelIdc == 20)
  let compatible = try made { $0.profileTierLevel?.general?.profileCompatibilityFlags = 0x4000_0000 }
  #expect(compatible.generalProfileCompatibilityFlags == 0x4000_0000)
  let unnested = try made { $0.spsTemporalIdNestingFlag = false }
  #expect(!unnested.temporalIdNested)
  #expect(throws: SyntaxError.self) { try made { $0.format?.bitDepthLumaMinus8 = 2 } }
  #expect(throws: SyntaxError.self) { try made { $0.format?.chromaFormatIdc = 0 } }
}

@Test func recordsNeedTheRightUnits() throws {
  let sets = try x265Sets()
  #expect(throws: SyntaxError.self) {
    try HEVCDecoderConfigurationRecord(videoParameterSets: [sets.vps], seqParameterSets: [], picParameterSets: [sets.pps])
  }
  #expect(throws: SyntaxError.self) {
    try HEVCDecoderConfigurationRecord(videoParameterSets: [sets.sps], seqParameterSets: [sets.sps], picParameterSets: [sets.pps])
  }
  #expect(throws: SyntaxError.self) {
    try HEVCDecoderConfigurationRecord(
      videoParameterSets: [], seqParameterSets: [Array(sets.sps.prefix(12))], picParameterSets: [])
  }
}

/// parallelismType for tiles, wavefronts and slices, if a segmentation limit is set.
@Test func parallelismOfARecord() throws {
  func made(_ change: (inout PicParameterSet) -> Void, segmentation: UInt16 = 4) throws -> UInt8 {
    var sps = SeqParameterSet()
    sps.vuiParameters = VUIParameters()
    sps.vuiParameters?.bitstreamRestriction = .init()
    sps.vuiParameters?.bitstreamRestriction?.minSpatialSegmentationIdc = segmentation
    var pps = PicParameterSet()
    change(&pps)
    let units = try [(UInt8(33), NALUnitPayload.seqParameterSet(sps)), (34, .picParameterSet(pps))].map { type, payload in
      var unit = NALUnit()
      unit.header.nalUnitType = type
      unit.payload = payload
      return try unit.encoded(sets: ParameterSets())
    }
    let record = try HEVCDecoderConfigurationRecord(
      videoParameterSets: [], seqParameterSets: [units[0]], picParameterSets: [units[1]])
    #expect(record.minSpatialSegmentationIdc == segmentation)
    return record.parallelismType
  }
  let types = try [
    made { _ in },
    made { $0.tiles = .init() },
    made { $0.entropyCodingSyncEnabledFlag = true },
    made {
      $0.tiles = .init()
      $0.entropyCodingSyncEnabledFlag = true
    },
    made({ $0.tiles = .init() }, segmentation: 0),
  ]
  #expect(types == [1, 2, 3, 0, 0])
}
