import BitstreamKit
import MP4Kit
import TestSupport
import Testing

@Suite struct TrackBoxTests {
  @Test func apertures() throws {
    let box = try TrackApertureBox(parsing: hex("00000000 00900000 00500000"))
    #expect(box.width == 144 << 16 && box.height == 80 << 16)
  }

  @Test func timecodeOnTheScreen() throws {
    let box = try TimecodeMediaInformationBox(
      parsing: hex("00000000 0000 0000 000c 0000 000000000000 ffffffffffff 0d 4c756369 6461 2047 72616e64 65"))
    #expect(box.textSize == 12)
    #expect(String(decoding: box.fontName, as: UTF8.self) == "Lucida Grande")
  }

  @Test func references() throws {
    var tree = try BoxTree(MemorySource(hex("00000018 74726566 00000010 63686170 00000002 00000003")))
    let box = try #require(try tree.read(TrackReferenceTypeBox.self, at: "tref/chap"))
    #expect(Array(box.trackIDs) == [2, 3])
  }

  @Test func load() throws {
    let box = try TrackLoadBox(parsing: hex("ffffffff 00000000 00000001 00000000"))
    #expect((box.preloadStartTime, box.preloadDuration, box.preloadFlags) == (-1, 0, 1))
  }

  @Test func initialObjectDescriptor() throws {
    let box = try ObjectDescriptorBox(parsing: hex("00000000 10 80808010 004f ffffff7fff 0e 80808004 00000001"))
    #expect(box.od.objectDescriptorID == 1)
    #expect(box.od.profiles?.visualProfileLevelIndication == 0x7F)
    #expect(box.od.trackIDs == [1])
    #expect(box.od.sizeOfSize == 4)
    let plain = try ObjectDescriptorBox(parsing: hex("00000000 11 02 005f"))
    #expect(plain.od.profiles == nil && plain.od.objectDescriptorID == 1 && plain.od.reserved == 31)
  }
}
