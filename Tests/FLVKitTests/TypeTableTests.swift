import BitstreamKit
import FLVKit
import TestSupport
import Testing

/// Known type numbers: removing a line from a table fails a test.
@Suite struct TypeTableTests {
  /// A value of each AMF 0 type, as bytes.
  @Test(
    arguments: [
      (0, "00 3ff0000000000000"), (1, "01 01"), (2, "02 0001 61"), (3, "03 0001 61 05 0000 09"), (4, "04"), (5, "05"), (6, "06"),
      (7, "07 0002"), (8, "08 00000001 0001 61 05 0000 09"), (9, "09"), (10, "0a 00000001 05"), (11, "0b 3ff0000000000000 003c"),
      (12, "0c 00000001 61"), (13, "0d"), (14, "0e"), (15, "0f 00000001 61"), (16, "10 0001 61 0001 62 05 0000 09"), (17, "11 01"),
    ] as [(UInt8, String)])
  func everyTypeOfAMFIsRead(type: UInt8, digits: String) throws {
    let bytes = hex(digits)
    let value = try AMF0Value(parsing: bytes)
    #expect(value.type == type)
    #expect(try value.encoded() == bytes)
    let names = [
      "number", "boolean", "string", "object", "movieClip", "null", "undefined", "reference", "ecmaArray", "objectEnd", "strictArray",
      "date", "longString", "unsupported", "recordSet", "xmlDocument", "typedObject", "avmPlus",
    ]
    #expect("\(value)".hasPrefix(names[Int(type)]))
  }

  @Test func otherTypesOfAMFAreRefused() {
    for type in 18...255 as ClosedRange<UInt8> { #expect(throws: SyntaxError.self) { try AMF0Value(parsing: [type, 0, 0, 0, 0]) } }
  }

  @Test func kindsOfTags() {
    let names: [UInt8: String] = [8: "audio", 9: "video", 18: "script data"]
    for type in 0...31 as ClosedRange<UInt8> {
      #expect(TagType(rawValue: type).isKnown == (names[type] != nil), "\(type)")
      #expect(TagType(rawValue: type).name.description == names[type] ?? "UNKNOWN")
    }
    let codecs: [UInt8: String] = [
      1: "JPEG (currently unused)", 2: "Sorenson H.263", 3: "Screen video", 4: "On2 VP6", 5: "On2 VP6 with alpha channel",
      6: "Screen video version 2", 7: "AVC", 12: "HEVC",
    ]
    let frames = ["UNKNOWN", "key frame", "inter frame", "disposable inter frame", "generated keyframe", "video info/command frame"]
    for number in 0...15 as ClosedRange<UInt8> {
      #expect(VideoCodecID(rawValue: number).name.description == codecs[number] ?? "UNKNOWN")
      #expect(VideoFrameType(rawValue: number).name.description == (Int(number) < frames.count ? frames[Int(number)] : "UNKNOWN"))
    }
  }

  /// The body of each kind of tag is parsed by the structure for it.
  @Test func bodiesOfTags() throws {
    let script = try ScriptData(parsing: hex("02 0001 61 05"))
    #expect(try script.encoded() == hex("02 0001 61 05"))
    for number in 0...15 as ClosedRange<UInt8> where number != 9 {
      let bytes = [number << 4 | 0x0F, 0x01]
      var reader = BitReader(bytes)
      var header = AudioTagHeader()
      try reader.nested(&header)
      #expect(try header.encoded().first == bytes[0], "\(number)")
    }
  }
}
