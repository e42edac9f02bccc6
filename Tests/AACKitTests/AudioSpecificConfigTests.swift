import AACKit
import BitstreamKit
import Foundation
import TestSupport
import Testing

@Test func audioSpecificConfigLaws() { checkLaws(AudioSpecificConfig.self, seeds: 0..<600) }
@Test func audioObjectTypeLaws() { checkLaws(AudioObjectType.self) }

/// Bytes that encoders write, and what ISO/IEC 14496-3 says of them.
struct Known: Sendable, CustomTestStringConvertible {
  var bytes: String
  var name: String
  var codec: String
  var rate: UInt32
  var channels: Int
  var samples: Int?
  var sbr: Bool?
  var ps: Bool?
  /// False where ffmpeg's decoder refuses: frequencies in 24 bits, USAC in old versions, and where the frame below is of another kind.
  var isWitnessed = true
  var testDescription: String { bytes }
}

let known: [Known] = [
  Known(bytes: "1210", name: "AAC LC", codec: "mp4a.40.2", rate: 44100, channels: 2, samples: 1024),
  Known(bytes: "0A10", name: "AAC Main", codec: "mp4a.40.1", rate: 44100, channels: 2, samples: 1024),
  Known(bytes: "1588", name: "AAC LC", codec: "mp4a.40.2", rate: 8000, channels: 1, samples: 1024),
  Known(bytes: "11B8", name: "AAC LC", codec: "mp4a.40.2", rate: 48000, channels: 8, samples: 1024, isWitnessed: false),
  // 48 kHz in 24 bits; frames of 960 samples.
  Known(bytes: "17805DC010", name: "AAC LC", codec: "mp4a.40.2", rate: 48000, channels: 2, samples: 1024, isWitnessed: false),
  Known(bytes: "1194", name: "AAC LC", codec: "mp4a.40.2", rate: 48000, channels: 2, samples: 960),
  // Hierarchical: SBR over 22.05 kHz, SBR and PS over mono.
  Known(bytes: "2B920800", name: "HE-AAC", codec: "mp4a.40.5", rate: 44100, channels: 2, samples: 2048, sbr: true),
  Known(bytes: "EB8A0800", name: "HE-AAC v2", codec: "mp4a.40.29", rate: 44100, channels: 2, samples: 2048, sbr: true, ps: true),
  // Downsampled SBR: the output keeps the core's frequency.
  Known(bytes: "2A120800", name: "HE-AAC", codec: "mp4a.40.5", rate: 44100, channels: 2, samples: 1024, sbr: true),
  // Backward compatible: SBR ruled out, SBR, SBR and PS.
  Known(bytes: "119056E500", name: "AAC LC", codec: "mp4a.40.2", rate: 48000, channels: 2, samples: 1024, sbr: false),
  Known(bytes: "120856E500", name: "AAC LC", codec: "mp4a.40.2", rate: 44100, channels: 1, samples: 1024, sbr: false),
  Known(bytes: "131056E598", name: "HE-AAC", codec: "mp4a.40.5", rate: 48000, channels: 2, samples: 2048, sbr: true),
  Known(bytes: "138856E5A54880", name: "HE-AAC v2", codec: "mp4a.40.29", rate: 44100, channels: 2, samples: 2048, sbr: true, ps: true),
  Known(bytes: "138856E5A54800", name: "HE-AAC", codec: "mp4a.40.5", rate: 44100, channels: 1, samples: 2048, sbr: true, ps: false),
  // Error resilient low delay, 512 samples, three flags, extensionFlag3, epConfig 0.
  Known(bytes: "BA1100", name: "ER AAC LD", codec: "mp4a.40.23", rate: 44100, channels: 2, samples: 512, isWitnessed: false),
  // The escape: 32 + 7 and 32 + 10, whose configurations are kept as bits.
  Known(bytes: "F8E85000", name: "ER AAC ELD", codec: "mp4a.40.39", rate: 44100, channels: 2, samples: 480, isWitnessed: false),
  Known(bytes: "F9484406", name: "USAC", codec: "mp4a.40.42", rate: 44100, channels: 2, samples: nil, isWitnessed: false),
]

@Test(arguments: known) func configsMeanWhatTheSpecificationSays(_ known: Known) throws {
  let bytes = hex(known.bytes)
  let config = try AudioSpecificConfig(parsing: bytes)
  #expect(config.objectTypeName.description == known.name)
  #expect(config.codecString == known.codec)
  #expect(config.sampleRate == known.rate)
  #expect(config.channelCount == known.channels)
  #expect(config.samplesPerFrame == known.samples)
  #expect(config.sbrPresentFlag == known.sbr)
  #expect(config.psPresentFlag == known.ps)
  #expect(try config.encoded() == bytes)
  for length in 0..<bytes.count { _ = try? AudioSpecificConfig(parsing: Array(bytes[..<length])).encoded() }
}

@Test func theHierarchicalFixture() throws {
  let config = try AudioSpecificConfig(parsing: hex("2B920800"))
  var expected = AudioSpecificConfig()
  expected.audioObjectType = .sbr
  expected.samplingFrequencyIndex = 7
  expected.hierarchical = AudioSpecificConfig.Hierarchical()
  expected.hierarchical?.extensionSamplingFrequencyIndex = 4
  #expect(config == expected)
  #expect(config.coreAudioObjectType == .aacLC && config.coreSampleRate == 22050 && config.coreSamplesPerFrame == 1024)
  // The model's own bytes end where its elements do: the seven bits that are left are padding, not a stray byte.
  #expect(try expected.encoded() == hex("2B920800"))
}

@Test func extensionsAreTakenOnlyWhereTheyAre() throws {
  // Fifteen bits are too few, another word is none, and stray bytes are kept.
  for text in ["121056E4", "121056", "1210 56C500", "1210 000000", "1210 56E500 DEADBEEF", "1210 FF", "138856E5A5 4880 00"] {
    #expect(try AudioSpecificConfig(parsing: hex(text)).encoded() == hex(text))
  }
  #expect(try AudioSpecificConfig(parsing: hex("1210 56C500")).syncExtension == nil)
  #expect(try AudioSpecificConfig(parsing: hex("1210 56C500")).rest == BitString(bytes: hex("56C500")).withoutLastZeros(atMost: 7))
  #expect(try AudioSpecificConfig(parsing: hex("121056E2")).syncExtension?.extensionAudioObjectType.rawValue == 2)
  // syncExtensionType followed by SBR, without sbrPresentFlag.
  #expect(throws: SyntaxError.self) { try AudioSpecificConfig(parsing: hex("121056E5")) }
  // BSAC, which has a channel configuration: 1 frequency, 22, SBR of 48 kHz, stereo.
  var bsac = AudioSpecificConfig()
  bsac.audioObjectType = .erBSAC
  bsac.gaSpecificConfig?.extension = .init()
  bsac.gaSpecificConfig?.extension?.bsacLayers = .init()
  bsac.epConfig = 0
  bsac.channelConfiguration = 1
  bsac.syncExtension = SyncExtension()
  bsac.syncExtension?.extensionAudioObjectType = .erBSAC
  bsac.syncExtension?.sbr = .init()
  bsac.syncExtension?.sbr?.extensionSamplingFrequencyIndex = 3
  bsac.syncExtension?.extensionChannelConfiguration = 2
  #expect(try AudioSpecificConfig(parsing: bsac.encoded()) == bsac)
  #expect(bsac.sampleRate == 48000 && bsac.channelCount == 2 && bsac.codecString == "mp4a.40.22")
}

@Test func whatIsNotUnderstoodIsKept() throws {
  // epConfig 2 is followed by an ErrorProtectionSpecificConfig( ), extensionFlag3 by what is not specified yet.
  let protected = try AudioSpecificConfig(parsing: hex("BA1108 56E59880"))
  #expect(protected.epConfig == 2 && protected.syncExtension == nil && !protected.rest.isEmpty)
  #expect(try protected.encoded() == hex("BA1108 56E59880"))
  let unknown = try AudioSpecificConfig(parsing: hex("BA1110 56E59880"))
  #expect(unknown.gaSpecificConfig?.extension?.extensionFlag3 == true && unknown.epConfig == nil && unknown.syncExtension == nil)
  #expect(try unknown.encoded() == hex("BA1110 56E59880"))
  // CELP, ALS with its own header, and an object type of the null object.
  for text in ["4608 1234", "FC5E 0000 0041 4C53 00", "0210 ABCD"] {
    let config = try AudioSpecificConfig(parsing: hex(text))
    #expect(config.gaSpecificConfig == nil && !config.rest.isEmpty)
    #expect(try config.encoded() == hex(text))
  }
}

@Test func fiveChannelsByElement() throws {
  // What an encoder writes for 5.1 without a channel configuration: centre, front pair, back pair, LFE, and a comment.
  var config = AudioSpecificConfig()
  config.channelConfiguration = 0
  var element = ProgramConfigElement()
  element.objectType = 1
  element.samplingFrequencyIndex = 4
  element.frontElements = [.init(), .init()]
  element.frontElements[1].elementIsCpe = true
  element.backElements = [.init()]
  element.backElements[0].elementIsCpe = true
  element.lfeElementTagSelect = [0]
  element.commentFieldData = Array("Lavc".utf8)
  config.gaSpecificConfig?.programConfigElement = element
  let bytes = try config.encoded()
  // 00010 0100 0000 000 | 0000 01 0100 0010 0000 0001 01 000 0000 0 0 0 | 0 0000 1 0000 | 1 0000 | 0000 | 000 | 4 Lavc
  #expect(bytes == hex("1200 05080500010800 04 4C617663"))
  #expect(try AudioSpecificConfig(parsing: bytes) == config)
  #expect(config.channelCount == 6)
  // Alignment bits that are ones have no meaning and come back.
  let alignment = bytes.count - 6
  var marked = bytes
  marked[alignment] |= 1
  let read = try AudioSpecificConfig(parsing: marked)
  #expect(read.gaSpecificConfig?.programConfigElement?.byteAlignment != 0)
  #expect(try read.encoded() == marked)
}

@Test(arguments: 0...255 as ClosedRange<UInt8>) func objectTypesComeBack(_ value: UInt8) throws {
  let type = AudioObjectType(rawValue: value)
  if value < 31 || (32..<96).contains(value) {
    #expect(try AudioObjectType(parsing: type.encoded()) == type)
    #expect(try type.encoded().count == (value < 31 ? 1 : 2))
  } else {
    #expect(throws: SyntaxError.self) { try type.encoded() }
  }
}

@Test func everyConfigOfTwoAndThreeBytesComesBack() {
  var parsed = 0
  for value in 0..<1 << 16 {
    let bytes = [UInt8(value >> 8), UInt8(value & 0xFF)] + (value % 3 == 0 ? [0xA5] : [])
    guard let config = try? AudioSpecificConfig(parsing: bytes) else { continue }
    parsed += 1
    if (try? config.encoded()) != bytes { Issue.record("\(bytes)") }
  }
  #expect(parsed > 30_000)
}

@Test(arguments: 0..<300 as Range<UInt64>) func randomBitsComeBack(_ seed: UInt64) {
  var generator = Generator(seed: seed)
  for _ in 0..<100 {
    var bytes = (0..<2 + Int(generator.upTo(24))).map { _ in UInt8(generator.upTo(255)) }
    // A type of the AAC family, more often than chance gives.
    bytes[0] = bytes[0] & 7 | [1, 2, 5, 17, 20, 22, 23, 29][Int(generator.upTo(7))] << 3
    if let config = try? AudioSpecificConfig(parsing: bytes), (try? config.encoded()) != bytes { Issue.record("\(bytes)") }
  }
}

// MARK: - Witnesses

/// An FLV file of one sequence header and one frame, for programs that read configurations in containers only. Its tags say 5.5 kHz
/// and one channel, so that what is said of the configuration cannot come from them.
private func flv(_ config: [UInt8]) -> Data {
  func tag(_ body: [UInt8]) -> [UInt8] {
    let size = [UInt8(body.count >> 16), UInt8(body.count >> 8 & 0xFF), UInt8(body.count & 0xFF)]
    return [8] + size + [0, 0, 0, 0, 0, 0, 0] + body + [0, 0, 0, UInt8(body.count + 11)]
  }
  return Data(hex("464C56 01 04 00000009 00000000") + tag([0xA2, 0] + config) + tag([0xA2, 1, 0x21, 0x10, 0x04, 0x60, 0x8C, 0x1C]))
}

@Test(.enabled(if: Program.has("ffprobe")), arguments: known.filter(\.isWitnessed)) func ffprobeReadsTheSame(_ known: Known) throws {
  let file = Places.scratch("config.flv")
  try flv(hex(known.bytes)).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  let output = try Program.run(
    "ffprobe", ["-v", "quiet", "-f", "flv", "-show_entries", "stream=sample_rate,channels", "-of", "csv=p=0", file.path])
  // A single channel is not compared: ffmpeg takes it for two, because PS may be in the frames.
  let channels = known.channels == 1 ? 2 : known.channels
  #expect(output.text.split(separator: "\n").first.map(String.init) == "\(known.rate),\(channels)")
}

/// The configurations in `esds` boxes: after the decoder descriptor (tag 4, 13 bytes, object type 0x40), tag 5 and a length.
func configs(in bytes: [UInt8]) -> [[UInt8]] {
  let (data, name) = (Data(bytes), Data("esds".utf8))
  var found: [[UInt8]] = []
  var from = 0
  while let range = data.range(of: name, in: from..<data.count) {
    from = range.upperBound
    if let config = config(inESDescriptor: bytes, at: from + 4) { found.append(config) }
  }
  return found
}

private func config(inESDescriptor bytes: [UInt8], at start: Int) -> [UInt8]? {
  var at = start
  func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }
  func length() -> Int? {
    var value = 0
    for _ in 0..<4 {
      guard let next = byte(at) else { return nil }
      at += 1
      value = value << 7 | Int(next & 0x7F)
      if next < 0x80 { return value }
    }
    return nil
  }
  guard byte(at) == 3 else { return nil }
  at += 1
  guard length() != nil, byte(at + 2) == 0, byte(at + 3) == 4 else { return nil }
  at += 4
  guard length() != nil, byte(at) == 0x40, byte(at + 13) == 5 else { return nil }
  at += 14
  guard let count = length(), at + count <= bytes.count else { return nil }
  return Array(bytes[at..<at + count])
}

@Suite(.enabled(if: Places.corpus != nil)) struct ConfigCorpus {
  @Test func theFixture() throws {
    let bytes = try Places.corpusFile("aac/fq_asc_he_aac_hierarchical.asc")
    let config = try AudioSpecificConfig(parsing: bytes)
    #expect(config.codecString == "mp4a.40.5" && config.sampleRate == 44100 && config.channelCount == 2)
    #expect(try config.encoded() == bytes)
  }

  @Test func everyConfigInMP4Files() throws {
    var seen = 0
    for path in Places.corpusFiles("mp4") {
      for bytes in configs(in: try Places.corpusFile(path)) {
        seen += 1
        let config = try AudioSpecificConfig(parsing: bytes)
        #expect(try config.encoded() == bytes, "\(path)")
        #expect(config.sampleRate != nil && config.channelCount != nil, "\(path)")
      }
    }
    #expect(seen > 20)
  }

  /// ffprobe's sample rates and channels in the tables are those of the configurations.
  @Test func theTablesSayTheSame() throws {
    guard let corpus = Places.corpus else { return }
    var compared = 0
    for path in Places.corpusFiles("mp4", suffixes: [".mp4", ".m4a", ".mov"]) {
      let table = corpus.appending(path: "expected/\(path).json")
      let found = configs(in: try Places.corpusFile(path))
      guard found.count == 1, let data = try? Data(contentsOf: table) else { continue }
      let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      let streams = (json?["ffprobe"] as? [String: Any])?["streams"] as? [[String: Any]] ?? []
      let audio = streams.filter { $0["codec_name"] as? String == "aac" }
      guard audio.count == 1, let rate = audio[0]["sample_rate"] as? String, let channels = audio[0]["channels"] as? Int else { continue }
      let config = try AudioSpecificConfig(parsing: found[0])
      #expect(config.sampleRate.map { "\($0)" } == rate && config.channelCount == channels, "\(path) \(found[0])")
      compared += 1
    }
    #expect(compared > 10)
  }
}
