import BitstreamKit
import FLVKit
import TestSupport
import Testing

@Test func audioTagHeaderLaws() { checkLaws(AudioTagHeader.self, seeds: 0..<1000) }
@Test func multichannelConfigLaws() { checkLaws(MultichannelConfig.self) }

@Test(arguments: 0..<1000 as Range<UInt64>) func audioByteCountIsTheEncodedOne(_ seed: UInt64) throws {
  var generator = Generator(seed: seed)
  let header = try generator.draw(AudioTagHeader.self)
  #expect(try header.encoded().count == header.byteCount)
}

@Test func aacAndMP3() throws {
  let aac = try AudioTagHeader(parsing: hex("AF 01 21"))
  #expect(aac.format == .aac && aac.soundRate == 3 && aac.soundSize == 1 && aac.soundType == 1 && aac.aacPacketType == 1)
  #expect(aac.byteCount == 2 && !aac.isSequenceHeader && aac.codecName.description == "AAC")
  let mp3 = try AudioTagHeader(parsing: hex("2E FF"))
  #expect(mp3.aacPacketType == nil && mp3.byteCount == 1 && mp3.soundType == 0)
  #expect(throws: SyntaxError.self) { try AudioTagHeader(parsing: []) }
  #expect(throws: SyntaxError.self) { try AudioTagHeader(parsing: [0xAF]) }
}

@Test func enhancedAudioWithATimeOffset() throws {
  // ModEx of three bytes (TimestampOffsetNano, 500,000), then CodedFrames of Opus.
  let bytes = hex("97 02 07A120 01 4F707573")
  let header = try AudioTagHeader(parsing: bytes + [1, 2, 3])
  let ex = try #require(header.exAudioTagHeader)
  #expect(ex.modEx == [PacketModEx(timestampOffsetNano: 500_000)] && ex.timestampOffsetNano == 500_000)
  #expect(ex.packetType == .codedFrames && ex.audioFourCc == AudioFourCc.opus && ex.audioFourCc == "Opus")
  #expect(header.byteCount == bytes.count && header.soundRate == nil && header.codecName.description == "Opus")
  #expect(try header.encoded() == bytes)
}

@Test(arguments: [1, 255, 256, 257, 65536]) func modifiersOfAnySize(_ size: Int) throws {
  for long in [false, true] {
    var element = PacketModEx()
    element.modExData = [UInt8](repeating: 7, count: size)
    element.hasLongSize = long && size < 256
    element.modExType = 9
    var header = try AudioTagHeader(parsing: hex("91 6D703461"))
    header.exAudioTagHeader?.modEx = [element, PacketModEx(timestampOffsetNano: 1)]
    let bytes = try header.encoded()
    #expect(bytes.count == header.byteCount)
    #expect(bytes.count == 1 + (size > 255 || long ? 3 : 1) + size + 1 + 5 + 4)
    #expect(try AudioTagHeader(parsing: bytes) == header)
  }
}

@Test func aModifierMustHaveDataAndATypeMustEndThem() throws {
  var header = try AudioTagHeader(parsing: hex("91 6D703461"))
  header.exAudioTagHeader?.modEx = [PacketModEx()]
  header.exAudioTagHeader?.modEx[0].modExData = []
  #expect(throws: SyntaxError.self) { try header.encoded() }
  header.exAudioTagHeader?.modEx = []
  header.exAudioTagHeader?.audioPacketType = 7
  #expect(throws: SyntaxError.self) { try header.encoded() }
}

@Test func audioTracks() throws {
  // Two tracks with separate codecs.
  let body = hex("95 21 4F707573 00 000002 AABB 6D703461 07 000001 CC")
  let header = try AudioTagHeader(parsing: body)
  let ex = try #require(header.exAudioTagHeader)
  #expect(ex.multitrackType == .manyTracksManyCodecs && ex.packetType == .codedFrames && ex.audioFourCc == nil && ex.hasTracks)
  var offset = header.byteCount
  let first = try #require(try ex.nextTrack(in: body, from: &offset, dataSize: body.count))
  #expect(first.header.audioFourCc == AudioFourCc.opus && first.header.audioTrackId == 0 && Array(body[first.payload]) == [0xAA, 0xBB])
  let second = try #require(try ex.nextTrack(in: body, from: &offset, dataSize: body.count))
  #expect(second.header.audioFourCc == AudioFourCc.aac && second.header.audioTrackId == 7 && Array(body[second.payload]) == [0xCC])
  #expect(try ex.nextTrack(in: body, from: &offset, dataSize: body.count) == nil)
  #expect(offset == body.count)
  // The body ends inside the second track, then only its first bytes are available.
  offset = header.byteCount + 10
  #expect(throws: SyntaxError.self) { try ex.nextTrack(in: body, from: &offset, dataSize: body.count - 1) }
  offset = header.byteCount
  #expect(try ex.nextTrack(in: Array(body[..<10]), from: &offset, dataSize: body.count) == first)
}

@Test func oneNumberedAudioTrack() throws {
  let header = try AudioTagHeader(parsing: hex("95 00 664C6143 05 AA"))
  #expect(header.exAudioTagHeader?.audioTrackId == 5 && header.exAudioTagHeader?.hasTracks == false && header.isSequenceHeader)
  #expect(header.byteCount == 7)
}

@Test func speakers() throws {
  let native = try MultichannelConfig(parsing: hex("01 06 0000003F"))
  #expect(native.audioChannelFlags == 0x3F && native.channelCount == 6)
  let custom = try MultichannelConfig(parsing: hex("02 02 01 FE"))
  #expect(custom.audioChannelMapping == [1, 0xFE])
  #expect(AudioChannel(rawValue: 23).name.description == "BottomFrontRight" && AudioChannel(rawValue: 0xFE).name.description == "Unused")
  #expect(throws: SyntaxError.self) { try MultichannelConfig(parsing: hex("02 02 01")) }
}

@Test func soundFormatNames() {
  let names = (0...15 as ClosedRange<UInt8>).map { SoundFormat(rawValue: $0).name.description }
  #expect(names[0] == "Linear PCM, platform endian" && names[8] == "G.711 mu-law logarithmic PCM" && names[15] == "Device-specific sound")
  #expect(names.filter { $0 == "UNKNOWN" }.count == 2 && Set(names).count == 15)
}
