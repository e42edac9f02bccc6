import BitstreamKit
import MP4Kit
import TestSupport
import Testing

@Suite struct SampleEntryTests {
  /// The payload of a real entry of type `text` not written by QuickTime, and a synthetic one as QuickTime could write it.
  @Test func textComesInTwoForms() throws {
    let other = hex(
      """
      0000000000000001 00000001 0000 00000000 0000000000000000 000000000001000000000000 0000000d 66746162 0001 0001 00
      """)
    var reader = BitReader(other)
    var entry = QuickTimeTextSampleEntry()
    try reader.nested(&entry)
    #expect(entry.description == nil)
    #expect(entry.display?.displayFlags == 1)
    #expect(entry.display?.defaultStyle.fontID == 1)
    #expect(reader.bitsLeft == 13 * 8, "the box of fonts is left")
    #expect(try QuickTimeTextSampleEntry(parsing: Array(other.prefix(38))) == entry, "the same without that box")

    let own = hex(
      """
      0000000000000001 00000000 00000001 000000000000 0000000000500140 0000000000000000 0000 0001 00 0000 ffffffffffff 05 4172 6961 6c
      """)
    reader = BitReader(own)
    try reader.nested(&entry)
    #expect(entry.display == nil)
    #expect(entry.description?.textJustification == 1)
    #expect(entry.description?.defaultTextBox == [0, 0, 80, 320])
    #expect(entry.description?.textName == Array("Arial".utf8))
    #expect(try entry.encoded() == own)
  }

  @Test func timecode() throws {
    let entry = try TimecodeSampleEntry(parsing: hex("0000000000000001 00000000 00000000 00000019 00000001 19 00"))
    #expect(entry.frameRate == 25)
    #expect(entry.numberOfFrames == 25)
    #expect(!entry.isDropFrame)
    let ntsc = try TimecodeSampleEntry(parsing: hex("0000000000000001 00000000 00000001 00007530 000003e9 1e 00"))
    #expect(ntsc.isDropFrame)
    #expect(ntsc.frameRate.map { abs($0 - 29.97) < 0.001 } == true)
  }

  @Test func timedText() throws {
    let bytes = hex("0000000000000001 00000000 00 00 ffffffff 0000000000000000 00000000 0000 00 0c 0000ff00")
    let entry = try TextSampleEntry(parsing: bytes)
    #expect(entry.display.backgroundColorRGBA == [255, 255, 255, 255])
    #expect(entry.display.defaultStyle.fontSize == 12)
    #expect(entry.display.defaultStyle.textColorRGBA == [0, 0, 255, 0])
    let fonts = try FontTableBox(parsing: hex("0001 0001 05 5365726966"))
    #expect(fonts.entries.first?.fontName == Array("Serif".utf8))
  }

  /// The keys of a timed metadata track and the boxes in them.
  @Test func timedMetadata() throws {
    let bytes = hex(
      """
      00000075 6d656278 000000000000 0001 00000065 6b657973 0000005d 00000001
      00000031 6b657964 6d647461 636f6d2e6170706c652e717569636b74696d652e766964656f2d6f7269656e746174696f6e
      00000010 64747970 00000000 00000042 00000014 73647064 0000000c 73647069 00000000
      """)
    var tree = try BoxTree(MemorySource(bytes), in: BoxContext(in: "stsd", handler: "meta"))
    #expect(tree.findings.isEmpty)
    let key = try #require(tree["mebx/keys/%00%00%00%01/keyd"])
    let declaration = try tree.read(MetadataKeyDeclarationBox.self, at: key)
    #expect(declaration.keyNamespace == "mdta")
    #expect(String(decoding: declaration.keyValue, as: UTF8.self) == "com.apple.quicktime.video-orientation")
    let type = try tree.read(MetadataDatatypeDefinitionBox.self, at: "mebx/keys/%00%00%00%01/dtyp")
    #expect(type?.wellKnownType == 0x42)
  }

  /// A WebVTT sample consists of boxes.
  @Test func sampleOfWebVTT() throws {
    let bytes = hex("0000002b 76747463 00000009 6964656e 31 00000010 73747467 6c696e65 3a302525 0000000a 7061796c 4869 00000008 76747465")
    var tree = try BoxTree(MemorySource(bytes))
    #expect(try tree.read(CueIDBox.self, at: "vttc/iden")?.cueId.description == "1")
    #expect(try tree.read(CuePayloadBox.self, at: "vttc/payl")?.cueText.description == "Hi")
    #expect(tree["vtte"] != nil)
  }
}

extension SampleEntryTests {
  /// QuickTime has a second `hdlr`, the data handler: a sample entry of unknown type is parsed according to the first.
  @Test func handlerOfTheDataDoesNotCount() throws {
    func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
      let size = UInt32(content.count + 8)
      return [UInt8(size >> 24), UInt8(size >> 16 & 255), UInt8(size >> 8 & 255), UInt8(size & 255)] + Array(type.utf8) + content
    }
    func handler(_ type: String) -> [UInt8] {
      box("hdlr", [0, 0, 0, 0] + Array("mhlr".utf8) + Array(type.utf8) + [UInt8](repeating: 0, count: 13))
    }
    let entry = box("zzzz", hex("0000000000000001 0000000000000000 0002 0010 0000 0000 bb800000") + box("free", []))
    let table = box("stbl", box("stsd", [0, 0, 0, 0, 0, 0, 0, 1] + entry))
    let bytes = box("mdia", handler("soun") + box("minf", handler("alis") + table))
    var tree = try BoxTree(MemorySource(bytes))
    #expect(tree.findings.allSatisfy { $0.message.hasPrefix("missing ") })
    #expect(tree["mdia/minf/stbl/stsd/zzzz/free"] != nil)
    #expect(try tree.read(AudioSampleEntry.self, at: "mdia/minf/stbl/stsd/zzzz")?.channels == 2)
  }
}
