import BitstreamKit
import FLVKit
import TestSupport
import Testing

@Test func scriptDataLaws() { checkLaws(ScriptData.self) }

@Test func whatFollowsTheValueIsKept() throws {
  // A second object end after that of the array.
  let bytes = hex("02 000A 6F6E4D65746144617461 08 00000000 000009 000009")
  let script = try ScriptData(parsing: bytes)
  #expect(script.name == .string("onMetaData") && script.value?.object?.properties == [])
  #expect(script.trailing.bytes == [0, 0, 9] && script.furtherValues == [])
  #expect(try script.encoded() == bytes)
}

@Test func furtherValuesAndAName() throws {
  let script = try ScriptData(name: "onTextData", .null, [.number(1), .string("x")])
  #expect(script.furtherValues == [.number(1), .string("x")])
  #expect(try ScriptData(parsing: script.encoded()) == script)
  let alone = try ScriptData(parsing: hex("02 0001 61"))
  #expect(alone.value == nil && alone.trailing.isEmpty)
  #expect(try alone.encoded() == hex("02 0001 61"))
  #expect(throws: SyntaxError.self) { try ScriptData(parsing: []) }
}

@Test func nothingFollowsAnOpenObject() throws {
  var script = try ScriptData(parsing: hex("02 0001 61 03 0001 62 05"))
  #expect(script.value?.object?.isTerminated == false)
  script.trailing = BitString(bytes: [5])
  #expect(throws: SyntaxError.self) { try script.encoded() }
}

private func meta(_ properties: [AMF0Property]) -> OnMetaData { OnMetaData(AMF0Object(properties)) }

@Test func metadataOfAllKinds() throws {
  let view = meta([
    AMF0Property("duration", .number(1.5)), AMF0Property("width", .number(640)), AMF0Property("stereo", .boolean(true)),
    AMF0Property("encoder", .string("me")), AMF0Property("strange", .undefined), AMF0Property("height", .string("480")),
    AMF0Property(
      "keyframes",
      .object(
        AMF0Object([
          AMF0Property("filepositions", .strictArray([.number(13), .number(500)])),
          AMF0Property("times", .strictArray([.number(0), .number(2)])),
        ]))),
  ])
  #expect(view.duration == 1.5 && view.width == 640 && view.height == nil && view.stereo == true && view.encoder == "me")
  #expect(view["strange"] == .undefined && view["none"] == nil)
  let index = try #require(view.keyframes)
  #expect(index.times == [0, 2] && index.filepositions == [13, 500])
}

@Test(arguments: [
  (AMF0Value.number(7), OnMetaData.Codec.id(7)), (.number(1_635_135_537), .fourCC("av01")), (.string("avc1"), .fourCC("avc1")),
  (.string("H264"), .fourCC("H264")), (.string("VP6"), .name("VP6")), (.number(-1), .number(-1)), (.number(7.5), .number(7.5)),
  (.number(1e300), .number(1e300)),
]) func codecIdentifiers(_ value: AMF0Value, _ expected: OnMetaData.Codec) {
  #expect(meta([AMF0Property("videocodecid", value)]).videocodecid == expected)
  #expect(meta([AMF0Property("audiocodecid", value)]).audiocodecid == expected)
}

@Test func metadataIsFoundByItsName() throws {
  let object = AMF0Value.ecmaArray(AMF0ECMAArray([AMF0Property("duration", .number(3))]))
  #expect(OnMetaData(try ScriptData(name: "onMetaData", object))?.duration == 3)
  #expect(OnMetaData(try ScriptData(name: "@setDataFrame", .string("onMetaData"), [object]))?.duration == 3)
  #expect(OnMetaData(try ScriptData(name: "onCuePoint", object)) == nil)
  #expect(OnMetaData(try ScriptData(name: "onMetaData", .null)) == nil)
}
