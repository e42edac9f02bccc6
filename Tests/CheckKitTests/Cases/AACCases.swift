import AACKit
import BitstreamKit
import FLVKit
import TestSupport

private let tone: @Sendable () throws -> [UInt8] = { try Places.fixture("tone.aac") }
private let track: @Sendable () throws -> [UInt8] = { try Places.fixture("avc_aac.flv") }

/// The frames of an ADTS stream.
private struct FrameEdit {
  var frames: [[UInt8]] = []

  init(_ bytes: [UInt8]) {
    var offset = 0
    while offset + 7 <= bytes.count {
      let length = Int(bytes[offset + 3] & 3) << 11 | Int(bytes[offset + 4]) << 3 | Int(bytes[offset + 5] >> 5)
      frames.append(Array(bytes[offset..<offset + length]))
      offset += length
    }
  }

  /// Adds SBR to a frame.
  mutating func addReplication(_ index: Int) {
    // A fill element of one byte with extension_type 13 before the channel: 110 0001 1101 0000, and the block after it.
    let block = Array(frames[index][7...])
    let bits = [1, 1, 0, 0, 0, 0, 1, 1, 1, 0, 1, 0, 0, 0, 0] + block.flatMap { byte in (0..<8).map { Int(byte >> UInt8(7 - $0) & 1) } }
    let padded = bits + [Int](repeating: 0, count: (8 - bits.count % 8) % 8)
    let bytes = stride(from: 0, to: padded.count, by: 8).map { at in padded[at..<at + 8].reduce(0 as UInt8) { $0 << 1 | UInt8($1) } }
    frames[index] = frames[index].prefix(7) + bytes
    setLength(index)
  }

  /// Writes the length of a frame anew.
  mutating func setLength(_ index: Int) {
    let length = frames[index].count
    frames[index][3] = frames[index][3] & 0xFC | UInt8(length >> 11)
    frames[index][4] = UInt8(length >> 3 & 0xFF)
    frames[index][5] = frames[index][5] & 0x1F | UInt8(length & 7) << 5
  }
}

/// A case whose bad file is the fixture with changed frames.
private func frames(
  _ rule: String, _ name: String, also: Set<String> = [], _ change: @escaping @Sendable (inout FrameEdit) -> Void
) -> RuleCase {
  RuleCase(rule: "aac." + rule, name: name, also: Set(also.map { "aac." + $0 }), good: tone) { bytes in
    var edit = FrameEdit(bytes)
    change(&edit)
    return edit.frames.flatMap { $0 }
  }
}

/// A case whose bad file is an FLV file with other samples or another configuration.
private func samples(
  _ rule: String, _ name: String, also: Set<String> = [], _ change: @escaping @Sendable (inout TagEdit) throws -> Void
) -> RuleCase {
  RuleCase(rule: "aac." + rule, name: name, also: also, good: track) { bytes in
    var edit = TagEdit(bytes)
    try change(&edit)
    return edit.bytes
  }
}

/// A case whose bad file is an FLV file with another AudioSpecificConfig.
private func configuration(
  _ rule: String, _ name: String, also: Set<String> = [], _ change: @escaping @Sendable (inout AudioSpecificConfig) -> Void
) -> RuleCase {
  samples(rule, name, also: also) { edit in
    let index = edit.tags.firstIndex { $0.type == 8 } ?? 0
    var config = try AudioSpecificConfig(parsing: Array(edit.tags[index].body.dropFirst(2)))
    change(&config)
    edit.tags[index].body = edit.tags[index].body.prefix(2) + (try config.encoded())
  }
}

extension RuleCase {
  static let aac: [RuleCase] = aacFrames + aacBlocks + aacConfigurations

  private static let aacFrames: [RuleCase] = [
    frames("garbage", "bytes between frames") { $0.frames.insert([1, 2, 3, 4, 5, 6, 7, 8, 9], at: 10) },
    frames("foreign-tag", "an ID3v2 tag between frames") {
      $0.frames.insert(Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 4, 1, 2, 3, 4], at: 10)
    },
    frames("truncated", "a cut in the last frame") { $0.frames[$0.frames.count - 1].removeLast(3) },
    frames("header-changed", "another rate") { edit in
      for index in 20..<edit.frames.count { edit.frames[index][2] = edit.frames[index][2] & 0xC3 | 3 << 2 }
    },
    frames("header-changed", "one header of another rate") { $0.frames[9][2] = $0.frames[9][2] & 0xC3 | 3 << 2 },
    frames("crc-present", "a CRC in each frame") { edit in
      for index in edit.frames.indices {
        edit.frames[index][1] &= 0xFE
        edit.frames[index].insert(contentsOf: [0, 0], at: 7)
        edit.setLength(index)
      }
    },
    frames("several-blocks", "two blocks announced") { edit in
      for index in edit.frames.indices { edit.frames[index][6] |= 1 }
    },
    frames("mpeg2", "ID 1") { edit in
      for index in edit.frames.indices { edit.frames[index][1] |= 8 }
    },
    frames("channel-configuration-0", "no channels") { edit in
      for index in edit.frames.indices { edit.frames[index][3] &= 0x3F }
    },
  ]

  private static let aacBlocks: [RuleCase] = [
    frames("block-too-large", "a fill element of 800 bytes", also: ["bytes-after-block"]) { edit in
      edit.frames[10] += [UInt8](repeating: 0, count: 800)
      edit.setLength(10)
    },
    samples("empty-block", "a sample without bytes") { edit in
      let index = edit.media(8)[10]
      edit.tags[index].body = [0xAF, 1]
    },
    samples("adts-in-track", "samples with headers", also: ["aac.block-unreadable", "aac.bytes-after-block"]) { edit in
      for index in edit.media(8) {
        var header = ADTSHeader()
        header.channelConfiguration = 1
        header.aacFrameLength = UInt16(edit.tags[index].body.count - 2 + 7)
        var writer = BitWriter()
        try header.syntax(&writer)
        edit.tags[index].body.insert(contentsOf: writer.finish(), at: 2)
      }
    },
    frames("block-unreadable", "a block with one byte changed", also: ["bytes-after-block"]) { edit in
      for index in 12..<edit.frames[10].count { edit.frames[10][index] = 0xFF }
    },
    frames("block-irregular", "ics_reserved_bit") { edit in
      // After id_syn_ele, the tag and global_gain: the first bit of ics_info.
      edit.frames[10][7 + 1] |= 1
    },
    frames("bytes-after-block", "two bytes") { edit in
      edit.frames[10] += [0, 0]
      edit.setLength(10)
    },
  ]

  private static let aacConfigurations: [RuleCase] = [
    frames("sbr-implicit", "a fill element with SBR") { $0.addReplication(10) },
    RuleCase(rule: "aac.sbr-implicit", name: "a movie whose first frame has SBR", good: { try remuxed(tone()) }) { _ in
      var edit = FrameEdit(try tone())
      edit.addReplication(0)
      return try remuxed(edit.frames.flatMap { $0 })
    },
    configuration("sbr-missing", "explicit signalling", also: ["flv.metadata-audiosamplerate"]) {
      $0.syncExtension = .init()
      $0.syncExtension?.sbr = .init()
      $0.syncExtension?.sbr?.extensionSamplingFrequencyIndex = 4
    },
    configuration("reserved-sampling-frequency", "index 13") { $0.samplingFrequencyIndex = 13 },
    configuration("sbr-sampling-frequency", "8 kHz", also: ["aac.sbr-missing", "flv.metadata-audiosamplerate"]) {
      $0.syncExtension = .init()
      $0.syncExtension?.sbr = .init()
      $0.syncExtension?.sbr?.extensionSamplingFrequencyIndex = 11
    },
    configuration("ps-channels", "stereo", also: ["aac.sbr-missing", "aac.block-unreadable", "flv.metadata-stereo"]) {
      $0.channelConfiguration = 2
      $0.audioObjectType = .ps
      $0.hierarchical = .init()
      $0.hierarchical?.extensionSamplingFrequencyIndex = 4
      $0.syncExtension = nil
    },
    configuration("short-frames", "960 samples") { $0.gaSpecificConfig?.frameLengthFlag = true },
    configuration("rare-object-type", "AAC Main") { $0.audioObjectType = AudioObjectType(rawValue: 1) },
    configuration("rare-object-type", "TwinVQ") { $0.audioObjectType = .twinVQ },
    RuleCase(rule: "aac.reserved-object-type", name: "type 18", also: ["aac.block-unreadable"], good: { try Places.fixture("plain.mp4") }) {
      try BoxEdit($0).patching("moov/trak[1]/mdia/minf/stbl/stsd/mp4a/esds", at: 35, [0x92])
    },
    RuleCase(
      rule: "aac.rare-object-type", name: "no object type", also: ["aac.block-unreadable"], good: { try Places.fixture("plain.mp4") }
    ) {
      try BoxEdit($0).patching("moov/trak[1]/mdia/minf/stbl/stsd/mp4a/esds", at: 35, [0x02])
    },
    configuration("reserved-channel-configuration", "configuration 9") { $0.channelConfiguration = 9 },
  ]
}
