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

/// Fields that are signed in the standard are shown as signed, only in the versions in which they are.
@Test func signedFieldsAreSigned() throws {
  func value<B: Syntax>(_ type: B.Type, _ bytes: String, _ name: String) throws -> ElementValue? {
    let bytes = hex(bytes)
    #expect(try B(parsing: bytes).encoded() == bytes)
    let log = TraceLog()
    var tracer = SyntaxCoder(tracing: BitReader(bytes), to: log)
    tracer.showsRows = true
    var box = B()
    try tracer.nested(&box)
    let found = log.rows.first { $0.element.name.description == name }
    guard case .number(let number) = found?.element.value else { return nil }
    return number
  }
  let ctts = "000000 00000001 00000002 ffffffff"
  #expect(try value(CompositionOffsetBox.self, "01" + ctts, "sample_offset") == .signed(-1))
  #expect(try value(CompositionOffsetBox.self, "00" + ctts, "sample_offset") == .unsigned(0xFFFF_FFFF))
  let trun = "000800 00000001 fffffffe"
  #expect(try value(TrackRunBox.self, "01" + trun, "sample_composition_time_offset") == .signed(-2))
  #expect(try value(TrackRunBox.self, "00" + trun, "sample_composition_time_offset") == .unsigned(0xFFFF_FFFE))
  #expect(try value(HintRelativeTimeBox.self, "fffffff6", "time") == .signed(-10))
  #expect(try value(EditListBox.self, "00000000 00000001 00000010 ffffffff ffff 0000", "media_time") == .signed(-1))
  #expect(try value(EditListBox.self, "00000000 00000001 00000010 ffffffff ffff 0000", "media_rate_integer") == .signed(-1))
}
