import BitstreamKit
import MP4Kit
import TestSupport
import Testing

@Suite struct SampleGroupTests {
  @Test func runsSayWhichDescriptionASampleHas() throws {
    let box = try SampleToGroupBox(parsing: hex("00000000 726f6c6c 00000002 00000004 00000000 0000002e 00000001"))
    #expect(box.groupDescriptionIndex(of: 3) == 0)
    #expect(box.groupDescriptionIndex(of: 4) == 1)
    #expect(box.groupDescriptionIndex(of: 49) == 1)
    #expect(box.groupDescriptionIndex(of: 50) == nil)
    #expect(box.groupDescriptionIndex(of: -1) == nil)
  }

  @Test func descriptionsOfVersion0AreTakenToBeOfOneLength() throws {
    let box = try SampleGroupDescriptionBox(parsing: hex("00000000 726f6c6c 00000002 fffe 0003"))
    var roll = RollRecoveryEntry()
    roll.rollDistance = 3
    #expect(box.entryCount == 2)
    #expect(box.description(at: 1) == .rollRecovery(roll))
    #expect(box.description(at: 2) == nil)
  }

  @Test func descriptionsOfUnknownFormAreBytes() throws {
    #expect(SampleGroupDescription([1, 2, 3], groupingType: "roll") == .bytes([1, 2, 3]))
    #expect(SampleGroupDescription([1], groupingType: "what") == .bytes([1]))
    #expect(SampleGroupDescription([], groupingType: "tsas") == .temporalSubLayerAccess)
  }

  @Test func patternsRepeat() throws {
    // 4-bit pattern lengths, 8-bit counts and indices: pattern 1 2 for five samples, pattern 3 for one.
    let box = try CompactSampleToGroupBox(parsing: hex("00 000005 726f6c6c 00000002 205 101 01 02 03"))
    #expect(box.padding == nil)
    #expect((0..<7).map { box.groupDescriptionIndex(of: $0) } == [1, 2, 1, 2, 1, 3, nil])
  }

  @Test func aPatternThatDoesNotEndWithAByteIsPadded() throws {
    let bytes = hex("00 000000 726f6c6c 00000001 13 70")
    let box = try CompactSampleToGroupBox(parsing: bytes)
    #expect(box.padding == 0)
    #expect(box.groupDescriptionIndex(of: 2) == 7)
    #expect(try box.encoded() == bytes)
  }

  @Test func paddingStandsInPairs() throws {
    let box = try PaddingBitsBox(parsing: hex("00000000 00000003 17 20"))
    #expect((0..<4).map { box.padding(of: $0) } == [1, 7, 2, nil])
  }

  @Test(.enabled(if: Places.corpus != nil)) func realFilesHaveTheirGroups() throws {
    var exhale = try BoxTree(MemorySource(try Places.corpusFile("mp4/sine-3s-xhe-aac-44khz-mono.mp4")))
    let compact = try exhale.require(CompactSampleToGroupBox.self, at: "moov/trak/mdia/minf/stbl/csgp")
    #expect(compact.groupingType == "prol")
    #expect(compact.patterns.map(\.patternLength) == [84])
    #expect(compact.patterns.map(\.sampleCount) == [130])
    #expect((0..<84).filter { compact.groupDescriptionIndex(of: $0) == 1 } == [42])

    var cenc = try BoxTree(MemorySource(try Places.corpusFile("mp4/segments/fq_dash_audio_cenc/dash_audio_1.m4s")))
    let seig = try cenc.require(SampleGroupDescriptionBox.self, at: "moof/traf/sgpd")
    guard case .encryption(let entry)? = seig.description(at: 0) else {
      Issue.record("no description of type seig")
      return
    }
    #expect(entry.isProtected == 1)
    #expect(entry.perSampleIVSize == 16)
    #expect(entry.kid == hex("11223344 55667788 99aabbcc ddeeff00"))
    #expect(entry.constantIV == nil)

    var captions = try BoxTree(MemorySource(try Places.corpusFile("mp4/segments/livesim_imsc1_img/1.m4s")))
    let parts = try captions.require(SubSampleInformationBox.self, at: "moof/traf/subs")
    #expect(parts.entries.count == 1)
    #expect(parts.entries[0].subsamples.map(\.subsampleSize) == [0x4F8, 0x2282])
  }
}
