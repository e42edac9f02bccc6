import BitstreamKit
import FLVKit
import TestSupport
import Testing

private let file: @Sendable () throws -> [UInt8] = { try Places.fixture("avc_aac.flv") }

/// The fixture at a quarter of its speed, and with a second key picture.
private let slow: @Sendable () throws -> [UInt8] = {
  var edit = TagEdit(try file())
  for index in edit.tags.indices {
    edit.tags[index].milliseconds *= 4
    // Sound of 11,025 Hz, samplingFrequencyIndex 10, in place of 44,100 Hz.
    if edit.tags[index].type == 8, edit.tags[index].body[1] == 0 { edit.tags[index].body.replaceSubrange(2..<4, with: [0x15, 0x08]) }
  }
  try edit.set([
    ("duration", .number(4.32)), ("framerate", .number(6.25)), ("audiodatarate", .number(12)), ("audiosamplerate", .number(11025)),
  ])
  return edit.bytes
}

/// The same at the end of the 49 days of 32-bit timestamps.
private let wrapped: @Sendable () throws -> [UInt8] = {
  var edit = TagEdit(try slow())
  for index in edit.tags.indices.dropFirst() { edit.tags[index].milliseconds &-= 2000 }
  return edit.bytes
}

private let indexed: @Sendable () throws -> [UInt8] = {
  var edit = TagEdit(try file())
  try edit.addIndex()
  return edit.bytes
}

/// A case whose bad file is the fixture with changed tags.
private func tags(
  _ rule: String, _ name: String, also: Set<String> = [], good: @escaping @Sendable () throws -> [UInt8] = file,
  _ change: @escaping @Sendable (inout TagEdit) throws -> Void
) -> RuleCase {
  RuleCase(rule: "flv." + rule, name: name, also: Set(also.map { $0.contains(".") ? $0 : "flv." + $0 }), good: good) { bytes in
    var edit = TagEdit(bytes)
    try change(&edit)
    return edit.bytes
  }
}

/// A case whose bad file is the fixture with changed bytes.
private func bytes(_ rule: String, _ name: String, also: Set<String> = [], _ change: @escaping @Sendable (inout [UInt8]) -> Void)
  -> RuleCase
{
  RuleCase(rule: "flv." + rule, name: name, also: Set(also.map { "flv." + $0 }), good: file) { bytes in
    var copy = bytes
    change(&copy)
    return copy
  }
}

/// A case whose bad file has other metadata.
private func metadata(
  _ rule: String, _ name: String, also: Set<String> = [], good: @escaping @Sendable () throws -> [UInt8] = file,
  _ values: [(String, AMF0Value)]
) -> RuleCase {
  tags(rule, name, also: also, good: good) { try $0.set(values.map { (AMF0String($0.0), $0.1) }) }
}

/// A script tag with a name and a value.
private func script(_ name: String, _ value: AMF0Value = .null, at milliseconds: UInt32 = 0) throws -> TagEdit.Tag {
  TagEdit.Tag(type: 18, milliseconds: milliseconds, body: try ScriptData(name: AMF0String(name), value).encoded())
}

extension RuleCase {
  static let flv: [RuleCase] =
    flvHeader + flvTags + flvTimes + flvAudio + flvVideo + flvConfigurations + flvScripts + flvMetadata + flvStreams + flvIndex

  private static let flvHeader: [RuleCase] = [
    bytes("data-offset", "DataOffset 8") { $0[8] = 8 },
    tags("large-header", "a header of 13 bytes") {
      $0.header[8] = 13
      $0.header += [0, 0, 0, 0]
    },
    bytes("version", "version 2") { $0[3] = 2 },
    bytes("header-reserved-bits", "a reserved bit") { $0[4] |= 0x10 },
    bytes("no-streams", "no flags") { $0[4] = 0 },
    bytes("undeclared-stream", "video without its flag") { $0[4] = 4 },
    tags("declared-stream-missing", "no audio tags", also: ["metadata-stream-missing"]) { $0.tags.removeAll { $0.type == 8 } },
    tags("no-tag", "a header alone", also: ["declared-stream-missing"]) { $0.tags.removeAll() },
  ]

  private static let flvTags: [RuleCase] = [
    bytes("previous-tag-size", "another size at the end") { $0[$0.count - 1] ^= 1 },
    bytes("previous-tag-size-missing", "no size at the end", also: ["metadata-filesize"]) { $0.removeLast(4) },
    tags("unknown-tag-type", "type 3") { $0.tags.insert(.init(type: 3, milliseconds: 0, body: [1, 2, 3, 4]), at: 2) },
    tags("tag-reserved-bits", "a reserved bit") { $0.tags[4].type |= 0x80 },
    tags("empty-tag", "a video tag without a body") { $0.tags.insert(.init(type: 9, milliseconds: 0, body: []), at: 2) },
    tags("stream-id", "stream 7") { $0.tags[4].streamID = 7 },
    bytes("trailing-data", "three bytes at the end", also: ["metadata-filesize"]) { $0 += [0x77, 0x77, 0x77] },
    bytes("truncated", "a cut in a tag", also: ["metadata-filesize", "end-offset"]) { $0.removeLast(30) },
    tags("tag-body", "an audio tag of one byte") { $0.tags.insert(.init(type: 8, milliseconds: 57, body: [0xAF]), at: 5) },
    tags("large-tag", "a tag of 1.1 MB") { edit in
      let body = edit.tags[1].body[..<1] + [2, 0, 0, 0] + [UInt8](repeating: 0, count: 1_100_000)
      edit.tags.append(.init(type: 9, milliseconds: 1080, body: Array(body)))
    },
  ]

  private static let flvTimes: [RuleCase] = [
    tags("first-timestamp", "metadata at 5 ms", also: ["metadata-timestamp"]) { $0.tags[0].milliseconds = 5 },
    tags("timestamp-backwards", "a tag before its predecessor", also: ["composition-order"]) { $0.tags[9].milliseconds = 60 },
    tags(
      "timestamp-extension", "a time that returns to 0",
      also: ["metadata-duration", "extended-timestamps", "interleaving", "composition-order"]
    ) { edit in
      for index in edit.tags.indices.dropFirst() {
        edit.tags[index].milliseconds += 0xFF_FE00
        edit.tags[index].milliseconds &= 0xFF_FFFF
      }
    },
    tags("script-timestamp", "a cue point at 0 after two seconds", good: slow) { $0.tags.insert(try script("onCuePoint"), at: 60) },
    tags(
      "timestamp-jump", "twelve seconds without a tag",
      also: ["metadata-duration", "metadata-framerate", "key-frame-interval", "metadata-audiodatarate", "interleaving"]
    ) { edit in
      for index in 60..<edit.tags.count { edit.tags[index].milliseconds += 12_000 }
    },
    tags("interleaving", "audio after video", good: slow) { edit in
      edit.tags = edit.tags.filter { $0.type != 8 } + edit.tags.filter { $0.type == 8 }
    },
    tags("interleaving", "audio after video where timestamps wrap", good: wrapped) { edit in
      edit.tags = edit.tags.filter { $0.type != 8 } + edit.tags.filter { $0.type == 8 }
    },
    tags("composition-order", "a picture that is shown five seconds late") { edit in
      edit.tags[edit.media(9)[4]].body.replaceSubrange(2..<5, with: [0, 0x13, 0x88])
    },
    tags("sound-gap", "a second without audio tags", also: ["metadata-audiodatarate"], good: slow) { edit in
      edit.tags.removeAll { $0.type == 8 && (1000..<2000).contains($0.milliseconds) }
    },
    tags("sound-drift", "a clock of the sound that is too fast", also: ["end-offset", "interleaving"], good: slow) { edit in
      for index in edit.tags.indices where edit.tags[index].type == 8 { edit.tags[index].milliseconds -= edit.tags[index].milliseconds / 8 }
      let (configuration, rest) = (edit.tags[..<3], edit.tags[3...])
      edit.tags = Array(configuration) + rest.sorted { $0.milliseconds < $1.milliseconds }
    },
    tags("start-offset", "video after 600 ms") { edit in
      for index in edit.tags.indices where edit.tags[index].type == 9 { edit.tags[index].milliseconds += 600 }
      let (configuration, rest) = (edit.tags[..<3], edit.tags[3...])
      edit.tags = Array(configuration) + rest.sorted { $0.milliseconds < $1.milliseconds }
    },
    tags("end-offset", "audio ends early", also: ["interleaving"], good: slow) { edit in
      edit.tags.removeAll { $0.type == 8 && $0.milliseconds > 1500 }
    },
    tags(
      "extended-timestamps", "a tag after five hours",
      also: ["timestamp-jump", "metadata-duration", "end-offset", "interleaving", "metadata-framerate", "key-frame-interval"]
    ) {
      edit in
      let index = edit.media(9).last ?? 0
      edit.tags[index].milliseconds = 18_000_000
      edit.tags.removeSubrange((index + 1)...)
    },
  ]

  private static let flvAudio: [RuleCase] = [
    tags("unknown-sound-format", "format 13", also: ["audio-format-changed", "metadata-audiocodecid", "aac.block-unreadable"]) {
      $0.tags.insert(.init(type: 8, milliseconds: 0, body: [0xDF, 0, 0]), at: 3)
    },
    tags("reserved-sound-format", "format 7", also: ["audio-format-changed", "metadata-audiocodecid"]) {
      $0.tags.insert(.init(type: 8, milliseconds: 0, body: [0x7F, 0, 0]), at: 2)
    },
    tags("aac-sound-flags", "mono") { edit in
      for index in edit.tags.indices where edit.tags[index].type == 8 { edit.tags[index].body[0] = 0xAE }
    },
    tags("nellymoser-stereo", "8 kHz stereo", also: ["audio-format-changed", "metadata-audiocodecid"]) {
      $0.tags.insert(.init(type: 8, milliseconds: 0, body: [0x5F, 0, 0]), at: 2)
    },
    tags("platform-pcm", "16 bits", also: ["audio-format-changed", "metadata-audiocodecid"]) {
      $0.tags.insert(.init(type: 8, milliseconds: 0, body: [0x0F, 0, 0]), at: 2)
    },
    tags("audio-format-changed", "stereo and mono") { $0.tags[10].body[0] = 0xAE },
    tags("audio-format-changed", "a frame of FLAC", also: ["metadata-audiocodecid"]) {
      $0.tags.insert(.init(type: 8, milliseconds: $0.tags[20].milliseconds, body: [0x91] + Array("fLaC".utf8) + [0, 0]), at: 20)
    },
    tags("media-before-sequence-header", "a frame of Opus", also: ["audio-format-changed", "metadata-audiocodecid"]) {
      $0.tags.insert(.init(type: 8, milliseconds: 0, body: [0x91] + Array("Opus".utf8) + [0, 0]), at: 2)
    },
    tags("unknown-audio-fourcc", "a private code", also: ["audio-format-changed"]) {
      $0.tags.insert(.init(type: 8, milliseconds: 0, body: [0x91] + Array("zzzz".utf8) + [0, 0]), at: 2)
    },
  ]

  private static let flvVideo: [RuleCase] = [
    tags("unknown-frame-type", "type 6") { $0.tags[6].body[0] = 0x67 },
    tags("unknown-frame-type", "a disposable picture of H.264") { $0.tags[6].body[0] = 0x37 },
    tags("unknown-video-codec", "codec 9", also: ["video-codec-changed"]) {
      $0.tags.insert(.init(type: 9, milliseconds: 0, body: [0x29, 0, 0]), at: 4)
    },
    tags("legacy-hevc", "codec 12", also: ["video-codec-changed", "media-after-end-of-sequence"]) {
      $0.tags.insert(.init(type: 9, milliseconds: 0, body: [0x1C, 2, 0, 0, 0]), at: 4)
    },
    tags("unknown-video-fourcc", "a private code", also: ["video-codec-changed", "picture-size-unknown"]) {
      $0.tags.insert(.init(type: 9, milliseconds: 0, body: [0x92] + Array("zzzz".utf8) + [0, 0]), at: 1)
    },
    tags("jpeg", "codec 1", also: ["video-codec-changed", "metadata-videocodecid", "picture-size-unknown"]) {
      $0.tags.insert(.init(type: 9, milliseconds: 0, body: [0x11, 0, 0]), at: 1)
    },
    tags("video-codec-changed", "a picture of H.263") { $0.tags.insert(.init(type: 9, milliseconds: 0, body: [0x22, 0, 0]), at: 4) },
    tags("first-frame-not-key", "the first picture is removed", also: ["h264.first-picture-not-idr"]) { $0.tags.remove(at: 3) },
    tags("no-key-frame", "no key pictures", also: ["first-frame-not-key", "key-frame-flag"]) { edit in
      for index in edit.media(9) { edit.tags[index].body[0] = 0x27 }
    },
    tags("only-key-frames", "all key pictures", also: ["key-frame-flag"]) { edit in
      for index in edit.media(9) { edit.tags[index].body[0] = 0x17 }
    },
    tags(
      "key-frame-interval", "eleven seconds",
      also: [
        "metadata-duration", "metadata-framerate", "timestamp-jump", "key-frame-flag", "interleaving", "metadata-audiodatarate",
        "sound-gap",
      ]
    ) {
      edit in
      let key = edit.media(9).last ?? 0
      edit.tags[key].body[0] = 0x17
      for index in key..<edit.tags.count { edit.tags[index].milliseconds += 11_000 }
    },
    RuleCase(
      rule: "flv.rtmp-key-frame-interval", name: "four and a half seconds",
      also: ["flv.key-frame-flag", "flv.metadata-duration", "flv.start-offset", "flv.interleaving", "flv.metadata-framerate"],
      targets: [.rtmp], good: slow,
      damage: { bytes in
        var edit = TagEdit(bytes)
        let key = edit.media(9).last ?? 0
        edit.tags[key].body[0] = 0x17
        for index in edit.tags.indices.dropFirst(4) { edit.tags[index].milliseconds += 3000 }
        return edit.bytes
      }),
    tags(
      "key-frame-interval", "eleven seconds at the end",
      also: ["metadata-duration", "metadata-framerate", "timestamp-jump", "interleaving", "metadata-audiodatarate", "sound-gap"]
    ) { edit in
      let last = edit.media(9).last ?? 0
      for index in last..<edit.tags.count { edit.tags[index].milliseconds += 11_000 }
    },
    tags("key-frame-flag", "a P picture called key") { $0.tags[6].body[0] = 0x17 },
    tags(
      "byte-stream-format", "start codes",
      also: ["h264.forbidden-zero-bit", "h264.reserved-type", "h264.frame-num-gap", "tag-body", "h264.truncated", "h264.order-count-step"]
    ) { $0.tags[6].body.replaceSubrange(5..<9, with: [0, 0, 0, 1]) },
    tags("configuration-record", "an avcC of High 10") { edit in
      let header = try #require(edit.tags.firstIndex { $0.type == 9 && $0.body[1] == 0 })
      edit.tags[header].body[6] = 110
    },
    tags("negative-composition-time", "a picture of −40 ms", also: ["composition-order"]) {
      $0.tags[6].body.replaceSubrange(2..<5, with: [0xFF, 0xFF, 0xD8])
    },
    tags("large-composition-time", "a picture of 6 s", also: ["composition-order"]) {
      $0.tags[6].body.replaceSubrange(2..<5, with: [0, 0x17, 0x70])
    },
    tags("header-composition-time", "80 ms") { $0.tags[1].body[4] = 80 },
    tags("unknown-packet-type", "AVCPacketType 4", also: ["h264.frame-num-gap", "h264.order-count-step"]) { $0.tags[6].body[1] = 4 },
    tags("media-after-end-of-sequence", "a picture after the end") { edit in
      edit.tags.insert(.init(type: 9, milliseconds: 40, body: [0x17, 2, 0, 0, 0]), at: 6)
    },
  ]

  private static let flvConfigurations: [RuleCase] = [
    tags("media-before-sequence-header", "no AudioSpecificConfig") { $0.tags.remove(at: 2) },
    tags("repeated-sequence-header", "a second one") { edit in
      var copy = edit.tags[1]
      copy.milliseconds = edit.tags[6].milliseconds
      edit.tags.insert(copy, at: 6)
    },
    tags("changed-sequence-header", "another level") { edit in
      var copy = edit.tags[1]
      copy.milliseconds = edit.tags[6].milliseconds
      copy.body[8] += 1
      edit.tags.insert(copy, at: 6)
    },
    tags("picture-size-unknown", "no configuration", also: ["media-before-sequence-header", "h264.unresolved"]) { $0.tags.remove(at: 1) },
  ]

  private static let flvScripts: [RuleCase] = [
    tags("script-unparsable", "a string longer than the tag", also: ["metadata-missing"]) { $0.tags[0].body[2] = 200 },
    tags("script-name", "a number") {
      $0.tags.insert(.init(type: 18, milliseconds: 0, body: [0] + [UInt8](repeating: 0, count: 8) + [5]), at: 1)
    },
    tags("script-name-empty", "no name") { $0.tags.insert(try script(""), at: 1) },
    tags("script-unknown", "a private name") { $0.tags.insert(try script("onPrivate"), at: 1) },
    tags("script-trailing", "three bytes at the end") { $0.tags[0].body += [0, 0, 9] },
    tags("script-unterminated", "no end marker") { $0.tags[0].body.removeLast(3) },
    tags("duplicate-key", "two durations") { edit in
      try edit.editScript(0) { $0.append(AMF0Property("duration", .number(1.08))) }
      try edit.setArrayLength()
    },
    tags("array-length", "a length of 40") { $0.tags[0].body[17] = 40 },
    tags("metadata-missing", "no metadata") { $0.tags.remove(at: 0) },
    tags("metadata-not-first", "metadata after the first configuration") { $0.tags.swapAt(0, 1) },
    tags("metadata-timestamp", "metadata at 40 ms", also: ["metadata-not-first"]) { edit in
      var tag = edit.tags.remove(at: 0)
      tag.milliseconds = 40
      edit.tags.insert(tag, at: 4)
    },
    tags("metadata-repeated", "metadata in the middle") { edit in
      var tag = edit.tags[0]
      tag.milliseconds = edit.tags[40].milliseconds
      edit.tags.insert(tag, at: 40)
    },
    tags("metadata-type", "an object") { edit in
      let properties = try ScriptData(parsing: edit.tags[0].body).value?.object?.properties ?? []
      edit.tags[0] = try script("onMetaData", .object(AMF0Object(properties.filter { $0.propertyName != "filesize" })))
    },
    tags("last-second", "twice") { edit in
      let last = edit.tags.last?.milliseconds ?? 0
      edit.tags += [try script("onLastSecond", at: last), try script("onLastSecond", at: last)]
    },
  ]

  private static let flvMetadata: [RuleCase] = [
    metadata("metadata-duration", "an hour", [("duration", .number(3600))]),
    RuleCase(rule: "flv.metadata-filesize", name: "another size", good: file) { bytes in
      var edit = TagEdit(bytes)
      edit.keepsSize = false
      try edit.set([("filesize", .number(1234))])
      return edit.bytes
    },
    metadata("metadata-picture-size", "720p", [("width", .number(1280)), ("height", .number(720))]),
    tags("metadata-size-missing", "no width") { edit in
      try edit.editScript(0) { $0.removeAll { $0.propertyName == "width" } }
      try edit.setArrayLength()
    },
    metadata("metadata-framerate", "60", [("framerate", .number(60))]),
    metadata("metadata-videodatarate", "5 Mbit/s", good: slow, [("videodatarate", .number(5000))]),
    metadata("metadata-audiodatarate", "320 kbit/s", good: slow, [("audiodatarate", .number(320))]),
    metadata("metadata-videocodecid", "H.263", [("videocodecid", .number(2))]),
    metadata("metadata-audiocodecid", "MP3", [("audiocodecid", .number(2))]),
    metadata("metadata-stereo", "mono sound", [("stereo", .boolean(true))]),
    metadata("metadata-audiosamplerate", "8 kHz", [("audiosamplerate", .number(8000))]),
    metadata("metadata-has-streams", "no audio", [("hasAudio", .boolean(false))]),
    metadata("metadata-lasttimestamp", "ten seconds", [("lasttimestamp", .number(10))]),
    metadata("metadata-lastkeyframetimestamp", "ten seconds", [("lastkeyframetimestamp", .number(10))]),
    tags("metadata-canseektoend", "the last key picture is removed") { edit in
      edit.tags.remove(at: edit.media(9).last ?? 0)
      try edit.set([("canSeekToEnd", .boolean(true))])
    },
    metadata("metadata-has-keyframes", "hasKeyframes false", [("hasKeyframes", .boolean(false))]),
    metadata("metadata-stream-sizes", "a megabyte of video", [("videosize", .number(1_000_000))]),
    metadata("metadata-audiodelay", "three seconds", [("audiodelay", .number(3))]),
    metadata("metadata-value-type", "a duration in words", [("duration", .string("long"))]),
  ]

  private static let flvStreams: [RuleCase] = [
    RuleCase(
      rule: "flv.metadata-stream-missing", name: "an audio codec without audio",
      good: {
        var edit = TagEdit(try file())
        edit.tags.removeAll { $0.type == 8 }
        edit.header[4] = 1
        try edit.editScript(0) { $0.removeAll { $0.propertyName == "audiocodecid" } }
        try edit.setArrayLength()
        return edit.bytes
      },
      damage: { bytes in
        var edit = TagEdit(bytes)
        try edit.set([("audiocodecid", .number(10))])
        return edit.bytes
      })
  ]

  private static let flvIndex: [RuleCase] = [
    tags("keyframes-shape", "no times", good: indexed) { edit in
      try edit.set([("keyframes", .object(AMF0Object([AMF0Property("filepositions", .strictArray([]))])))])
    },
    tags("keyframes-length", "two times for one position") { edit in
      try edit.addIndex { times, _ in times.append(1) }
    },
    tags("keyframes-position", "positions in the middle of tags") { edit in
      try edit.addIndex { _, places in places = places.map { $0 + 5 } }
    },
    tags("keyframes-time", "times three seconds late") { edit in
      try edit.addIndex { times, _ in times = times.map { $0 + 3 } }
    },
    tags("keyframes-order", "times that run backwards") { edit in
      try edit.addIndex { times, places in
        times.insert((times.first ?? 0) + 0.5, at: 0)
        places.insert(places.first ?? 0, at: 0)
      }
    },
  ]
}
