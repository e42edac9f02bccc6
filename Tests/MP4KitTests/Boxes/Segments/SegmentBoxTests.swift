import BitstreamKit
import MP4Kit
import TestSupport
import Testing

@Suite struct SegmentBoxTests {
  @Test func aRowOfTheIndexIsDecodedAsItsSyntaxSays() {
    for seed in 0..<64 as Range<UInt64> {
      var generator = Generator(seed: seed)
      guard let box = try? generator.draw(SegmentIndexBox.self) else { continue }
      for row in box.references {
        var reader = BitReader(PackedTable([row]).packed)
        var read = SegmentIndexBox.Reference()
        try? read.syntax(&reader, layout: 0, at: 0)
        #expect(read == row)
      }
    }
  }

  @Test func aCountThatTheBoxCannotHoldIsRefused() {
    #expect(throws: SyntaxError.self) { try SubsegmentIndexBox(parsing: hex("00000000 00000001 ffffffff 01000001")) }
    #expect(throws: SyntaxError.self) {
      try TrackFragmentRandomAccessBox(parsing: hex("01000000 00000001 0000003f ffffffff 00000000"))
    }
  }

  @Test(.enabled(if: Places.corpus != nil)) func indicesOfRealFilesAreRead() throws {
    var audio = try BoxTree(MemorySource(try Places.corpusFile("mp4/bbb5s_aac_sidx.mp4")))
    let index = try audio.require(SegmentIndexBox.self, at: "sidx")
    #expect(index.timescale == 48000)
    #expect(index.references.map(\.referencedSize) == [0x7D2C, 0x7CB8, 0x3FC6])
    #expect(index.references.map(\.subsegmentDuration) == [0x17400, 0x17800, 0xC000])
    #expect(index.references.allSatisfy { $0.startsWithSAP && $0.sapType == 1 && $0.referenceType == 0 && $0.sapDeltaTime == 0 })

    var file = try BoxTree(MemorySource(try Places.corpusFile("mp4/gomp4_sample_fragmented.mp4")))
    let samples = try file.require(TrackFragmentRandomAccessBox.self, at: "mfra/tfra")
    let fragments = Set(file.find("moof").map { file.nodes[$0].place.offset })
    #expect(samples.entries.count == 4)
    #expect(samples.entries.allSatisfy { fragments.contains($0.moofOffset) && $0.trafNumber == 1 })
    let end = try file.require(MovieFragmentRandomAccessOffsetBox.self, at: "mfra/mfro")
    #expect(try #require(file["mfra"].map { file.nodes[$0].place.size }) == UInt64(end.parentSize))
  }

  @Test(.enabled(if: Places.corpus != nil)) func eventsOfRealFilesAreRead() throws {
    var old = try BoxTree(MemorySource(try Places.corpusFile("mp4/fragments/fq_emsg.mp4")))
    let event = try old.require(DASHEventMessageBox.self, at: "emsg")
    #expect(event.schemeIdUri == "http://youtube.com/streaming/metadata/segment/102015")
    #expect(event.timescale == 1)
    #expect(event.presentationTime == nil)
    #expect(String(decoding: event.messageData, as: UTF8.self).hasPrefix("Sequence-Number: 0"))

    var new = try BoxTree(MemorySource(try Places.corpusFile("mp4/segments/shaka_cea608_track/cea608-track-segment.mp4")))
    let id3 = try new.require(DASHEventMessageBox.self, at: "emsg")
    #expect(id3.schemeIdUri == "https://aomedia.org/emsg/ID3")
    #expect(id3.timescale == 90000)
    #expect(id3.presentationTime == 20 * 90000)
    #expect(id3.presentationTimeDelta == nil)
    #expect(Array(id3.messageData.prefix(3)) == Array("ID3".utf8))
  }

  @Test(.enabled(if: Places.corpus != nil)) func theKindOfARealTrackIsRead() throws {
    var file = try BoxTree(MemorySource(try Places.corpusFile("mp4/fragments/livesim_wvtt_kind_init.cmft")))
    let kind = try file.require(KindBox.self, at: "moov/trak/udta/kind")
    #expect(kind.schemeURI == "urn:tva:metadata:cs:AudioPurposeCS:2007")
    #expect(kind.value == "2")
    var names = try BoxTree(MemorySource(try Places.corpusFile("mp4/fragments/fq_uinf.mp4")))
    #expect(try names.require(UUIDListBox.self, at: "uinf/ulst").ids.count == 2)
    #expect(try names.require(DataEntryUrlBox.self, at: "uinf/url ").location == "http://www.openplanetsfoundation.org/")
  }
}
