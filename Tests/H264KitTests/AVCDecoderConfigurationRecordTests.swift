import BitstreamKit
import H264Kit
import TestSupport
import Testing

@Test func avcDecoderConfigurationRecordLaws() {
  checkLaws(AVCDecoderConfigurationRecord.self)
  checkLaws(AVCDecoderConfigurationRecord.HighProfileExtension.self)
}

private let high = hex("01640028 FFE1 0004 67640028 01 0003 68EE3C")

@Test func recordWithItsExtension() throws {
  let bytes = high + hex("FDF8F800")
  let record = try AVCDecoderConfigurationRecord(parsing: bytes)
  #expect(record.lengthSize == .four)
  #expect(record.sequenceParameterSets == [hex("67640028")])
  #expect(record.pictureParameterSets == [hex("68EE3C")])
  #expect(record.highProfileExtension?.chromaFormat == 1)
  #expect(record.highProfileExtension?.sequenceParameterSetExts == [])
  #expect(try record.encoded() == bytes)
}

@Test func recordThatLacksItsExtension() throws {
  let record = try AVCDecoderConfigurationRecord(parsing: high)
  #expect(record.highProfileExtension == nil)
  #expect(try record.encoded() == high)
}

@Test(arguments: ["FD", "FDF8", "FDF8F8", "FDF8F80100FF67", "FDF8F800AABB", "00000000", "FFFFFFFFFFFF"])
func bytesBehindTheRecord(_ tail: String) throws {
  let bytes = high + hex(tail)
  let record = try AVCDecoderConfigurationRecord(parsing: bytes)
  #expect(try record.encoded() == bytes)
}

@Test func baselineRecordKeepsWhatFollows() throws {
  let bytes = hex("0142C01E FCE1 0002 6742 01 0002 68CE FDF8F800")
  let record = try AVCDecoderConfigurationRecord(parsing: bytes)
  #expect(record.lengthSize.rawValue == 1)
  #expect(record.trailing.bytes == hex("FDF8F800"))
  #expect(try record.encoded() == bytes)
}

/// Every avcC in the corpus' MP4 and FLV files, found by its four-character code.
@Test(.enabled(if: Places.corpus != nil)) func recordsOfTheCorpus() throws {
  var count = 0
  var (same, lacking) = (0, 0)
  var different: [String] = []
  var empty: [String] = []
  for path in Places.corpusFiles("mp4", suffixes: [".mp4", ".mov", ".m4v", ".cmfv", ".m4s"]) {
    let file = try Places.corpusFile(path)
    var at = 4
    while at + 8 < min(file.count, 2_000_000) {
      defer { at += 1 }
      guard file[at] == 0x61, file[at + 1] == 0x76, file[at + 2] == 0x63, file[at + 3] == 0x43 else { continue }
      let size = file[at - 4..<at].reduce(0) { $0 << 8 | Int($1) }
      guard size >= 8 + 7, at - 4 + size <= file.count, file[at + 4] == 1 else { continue }
      let bytes = Array(file[at + 4..<at - 4 + size])
      let record = try AVCDecoderConfigurationRecord(parsing: bytes)
      #expect(try record.encoded() == bytes, "\(path)")
      count += 1
      let (sets, findings) = record.parameterSets()
      #expect(findings.isEmpty, "\(path): \(findings)")
      if sets == ParameterSets() {
        empty.append(path)
        continue
      }
      let again = try AVCDecoderConfigurationRecord(
        sequenceParameterSets: record.sequenceParameterSets, pictureParameterSets: record.pictureParameterSets,
        sequenceParameterSetExts: record.highProfileExtension?.sequenceParameterSetExts ?? [], lengthSize: record.lengthSize)
      // Rebuilt from its sets, a record is the same if its writer followed the specification.
      if again == record {
        same += 1
      } else if record.highProfileExtension == nil, again.highProfileExtension != nil {
        lacking += 1
      } else {
        different.append(path)
      }
    }
  }
  #expect(count > 20)
  // Flags, a level and a chroma format that contradict the parameter sets.
  #expect(
    different == [
      "mp4/fate_mixed-nal-coding.mp4", "mp4/segments/shaka_multiple_trun/multiple-trun-init.mp4", "mp4/short-cenc.mp4",
    ])
  // Its parameter sets are in the samples.
  #expect(empty == ["mp4/fate_frag_overlap.mp4"])
  #expect(same > 30 && lacking > 10)
  print("avcC records read and written back: \(count)")
}
