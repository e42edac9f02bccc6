import AACKit
import BitstreamKit
import H264Kit
import HEVCKit
import TestSupport
import Testing

@testable import FLVKit

/// A file with every kind of tag for AVC and AAC, byte by byte.
@Test func aFileByteByByte() throws {
  var writer = FLVWriter(video: .avc, audio: .aac)
  var bytes: [UInt8] = []
  writer.appendFileHeader(to: &bytes)
  try writer.appendConfiguration(.video, [1, 0x64], to: &bytes)
  try writer.appendConfiguration(.audio, [0x12, 0x10], to: &bytes)
  try writer.append(.video(.key, at: 0, compositionTime: 80), [9, 1, 2, 9], 1..<3, to: &bytes)
  try writer.append(.video(.inter, at: 0x0123_4567, compositionTime: -2), [], 0..<0, to: &bytes)
  try writer.append(.audio(at: 0x0123_4568), [7], 0..<1, to: &bytes)
  try writer.appendSequenceEnd(.video, at: 0x0123_4568, to: &bytes)
  try writer.appendSequenceEnd(.audio, at: 0x0123_4568, to: &bytes)
  #expect(
    bytes
      == hex(
        """
        464C56 01 05 00000009 00000000
        09 000007 000000 00 000000 17 00 000000 0164 00000012
        08 000004 000000 00 000000 AF 00 1210 0000000F
        09 000007 000000 00 000000 17 01 000050 0102 00000012
        09 000005 234567 01 000000 27 01 FFFFFE 00000010
        08 000003 234568 01 000000 AF 01 07 0000000E
        09 000005 234568 01 000000 17 02 000000 00000010
        """))
  #expect(writer.position == UInt64(bytes.count))
  #expect(writer.videoFrameCount == 2 && writer.audioFrameCount == 1)
  let all = walk(bytes)
  #expect(all.findings == [] && all.error == nil && all.tags.count == 6)
}

@Test func enhancedTagsByteByByte() throws {
  var writer = FLVWriter(video: .hevc, audio: .fourCC(AudioFourCc.opus))
  var bytes: [UInt8] = []
  writer.appendFileHeader(hasAudio: false, to: &bytes)
  try writer.appendConfiguration(.video, [1], to: &bytes)
  try writer.append(.video(.key, at: 5), [3], 0..<1, to: &bytes)
  try writer.append(.video(.inter, at: 6, compositionTime: 256), [4], 0..<1, to: &bytes)
  try writer.appendSequenceEnd(.video, at: 7, to: &bytes)
  try writer.append(.audio(at: 8), [5], 0..<1, to: &bytes)
  try writer.appendSequenceEnd(.audio, at: 9, to: &bytes)
  writer.video = .fourCC(VideoFourCc.av1)
  try writer.append(.video(.inter, at: 10), [6], 0..<1, to: &bytes)
  #expect(
    bytes
      == hex(
        """
        464C56 01 01 00000009 00000000
        09 000006 000000 00 000000 90 68766331 01 00000011
        09 000006 000005 00 000000 93 68766331 03 00000011
        09 000009 000006 00 000000 A1 68766331 000100 04 00000014
        09 000005 000007 00 000000 92 68766331 00000010
        08 000006 000008 00 000000 91 4F707573 05 00000011
        08 000005 000009 00 000000 92 4F707573 00000010
        09 000006 00000A 00 000000 A1 61763031 06 00000011
        """))
}

private let videoCodings: [VideoCoding] =
  (0...15).map { .id(VideoCodecID(rawValue: $0)) }
  + [VideoFourCc.avc, VideoFourCc.hevc, VideoFourCc.vvc, VideoFourCc.av1, VideoFourCc.vp8, VideoFourCc.vp9].map { .fourCC($0) }

/// Headers made by the writer parse to the same values.
@Test(arguments: videoCodings) func videoHeadersAreThoseOfTheStructure(_ coding: VideoCoding) throws {
  for frame in [VideoFrameType.key, .inter, .disposableInter, .generatedKey] {
    for offset in [0, 1, -1, 40, 0x7F_FFFF, -0x80_0000] as [Int64] {
      var bytes: [UInt8] = []
      if offset != 0, !coding.hasCompositionTime {
        #expect(throws: SyntaxError.self) { try coding.appendFrameHeader(frame, compositionTime: offset, to: &bytes) }
        #expect(bytes.isEmpty)
        continue
      }
      try coding.appendFrameHeader(frame, compositionTime: offset, to: &bytes)
      #expect(bytes.count == coding.frameHeaderLength(offset))
      let header = try VideoTagHeader(parsing: bytes)
      #expect(try header.encoded() == bytes)
      #expect(header.byteCount == bytes.count && header.frame == frame && header.hasPicture && !header.isSequenceHeader)
      #expect(Int64(header.compositionOffset ?? 0) == offset)
      switch coding {
      case .id(let id): #expect(header.codecID == id.rawValue)
      case .fourCC(let code): #expect(header.exVideoTagHeader?.videoFourCc == code)
      }
    }
  }
  for offset in [0x80_0000, -0x80_0001, .max, .min] as [Int64] {
    var bytes: [UInt8] = []
    #expect(throws: SyntaxError.self) { try coding.appendFrameHeader(.key, compositionTime: offset, to: &bytes) }
  }
  var (start, end): ([UInt8], [UInt8]) = ([], [])
  #expect(coding.appendConfigurationHeader(to: &start) == coding.hasSequences)
  #expect(coding.appendSequenceEnd(to: &end) == coding.hasSequences)
  if !coding.hasSequences { return #expect(start.isEmpty && end.isEmpty) }
  let header = try VideoTagHeader(parsing: start)
  #expect(try header.isSequenceHeader && header.byteCount == start.count && header.encoded() == start)
  let last = try VideoTagHeader(parsing: end)
  #expect(last.avcPacketType == 2 || last.exVideoTagHeader?.packetType == .sequenceEnd)
  #expect(last.byteCount == end.count)
}

@Test(
  arguments: (0...15).filter { $0 != 9 }.map { AudioCoding.id(.init(rawValue: $0), soundRate: $0 % 4, soundSize: 1, soundType: 0) }
    + [AudioFourCc.ac3, AudioFourCc.eac3, AudioFourCc.opus, AudioFourCc.flac, AudioFourCc.mp3, AudioFourCc.aac].map { .fourCC($0) })
func audioHeadersAreThoseOfTheStructure(_ coding: AudioCoding) throws {
  var bytes: [UInt8] = []
  coding.appendFrameHeader(to: &bytes)
  #expect(bytes.count == coding.frameHeaderLength)
  let header = try AudioTagHeader(parsing: bytes)
  #expect(try header.encoded() == bytes && header.byteCount == bytes.count && !header.isSequenceHeader)
  switch coding {
  case .id(let format, let rate, let size, let type):
    #expect(header.format == format && header.soundRate == rate && header.soundSize == size && header.soundType == type)
  case .fourCC(let code): #expect(header.exAudioTagHeader?.audioFourCc == code && header.exAudioTagHeader?.packetType == .codedFrames)
  }
  var start: [UInt8] = []
  #expect(coding.appendConfigurationHeader(to: &start) == coding.hasConfiguration)
  if coding.hasConfiguration { #expect(try AudioTagHeader(parsing: start).isSequenceHeader) } else { #expect(start.isEmpty) }
  var end: [UInt8] = []
  if coding.appendSequenceEnd(to: &end) {
    #expect(try AudioTagHeader(parsing: end).exAudioTagHeader?.packetType == .sequenceEnd)
  } else {
    #expect(end.isEmpty)
  }
}

@Test func soundThatTagsCanName() {
  func named(_ format: UInt8, _ rate: UInt32, _ size: Int, _ channels: Int) -> [UInt8]? {
    guard let coding = AudioCoding(.init(rawValue: format), sampleRate: rate, sampleSize: size, channelCount: channels) else { return nil }
    var bytes: [UInt8] = []
    coding.appendFrameHeader(to: &bytes)
    return bytes
  }
  #expect(named(10, 48000, 16, 6) == [0xAF, 1])
  #expect(named(2, 44100, 16, 2) == [0x2F] && named(2, 22050, 16, 1) == [0x2A] && named(2, 48000, 16, 2) == [0x2F])
  #expect(named(2, 32000, 16, 2) == nil && named(2, 44100, 16, 3) == nil)
  #expect(named(14, 8000, 16, 1) == [0xE2])
  #expect(named(11, 16000, 16, 1) == [0xB2] && named(11, 32000, 16, 1) == nil)
  #expect(named(7, 8000, 16, 1) == [0x72] && named(8, 16000, 16, 1) == nil)
  #expect(named(3, 11025, 8, 2) == [0x35] && named(3, 48000, 16, 2) == nil)
  #expect(named(5, 8000, 16, 1) == [0x52] && named(4, 16000, 16, 1) == [0x42] && named(4, 16000, 16, 2) == nil)
  #expect(named(9, 44100, 16, 2) == nil)
}

// MARK: - Limits

@Test func whatDoesNotFitNamesTheFrame() throws {
  var writer = FLVWriter(video: .avc, audio: .aac)
  var bytes: [UInt8] = []
  try writer.append(.video(.key, at: 0), [], 0..<0, to: &bytes)
  let before = bytes
  func refused(_ sample: FLVSample, byteCount: Int = 0) -> String {
    do throws(SyntaxError) { try writer.begin(sample, byteCount: byteCount, to: &bytes) } catch { return error.description }
    return "accepted"
  }
  #expect(
    refused(.video(.inter, at: 40), byteCount: 0xFF_FFFF - 4)
      == "video frame 2 at 40 ms › FLVTAG: DataSize: 16777216 is not in 0...16777215")
  #expect(refused(.audio(at: 23), byteCount: 1 << 40).hasPrefix("audio frame 1 at 23 ms › FLVTAG: DataSize: "))
  #expect(refused(.audio(at: 23), byteCount: .max).hasPrefix("audio frame 1 at 23 ms › FLVTAG: DataSize: "))
  #expect(refused(.audio(at: 23), byteCount: -1).hasPrefix("audio frame 1 at 23 ms › FLVTAG: DataSize: "))
  #expect(
    refused(.video(.inter, at: 40, compositionTime: 0x80_0000))
      == "video frame 2 at 40 ms › FLVTAG: CompositionTime: 8388608 is not in -8388608...8388607")
  #expect(refused(.audio(at: -3)) == "audio frame 1 at -3 ms › FLVTAG: Timestamp: cannot be written: -3 ms is negative")
  var odd = FLVSample.audio(at: 0)
  odd.compositionTime = 1
  #expect(refused(odd).contains("CompositionTime"))
  writer.video = nil
  #expect(refused(.video(.key, at: 0)).contains("the video codec is not set"))
  writer.audio = nil
  #expect(refused(.audio(at: 0)).contains("the audio codec is not set"))
  #expect(bytes == before && writer.position == UInt64(bytes.count) && writer.videoFrameCount == 1 && writer.audioFrameCount == 0)
}

@Test func theLargestFrameFits() throws {
  var writer = FLVWriter(video: .avc, audio: nil)
  var sink = MemorySink()
  let data = [UInt8](repeating: 0x5A, count: 0xFF_FFFF - 5)
  try writer.write(.video(.key, at: 0), data, 0..<data.count, to: &sink)
  #expect(Array(sink.bytes[..<4]) == hex("09 FFFFFF") && Array(sink.bytes.suffix(4)) == hex("0100000A"))
  #expect(throws: ByteError.self) { try writer.write(.video(.key, at: 0), data + [0], 0..<data.count + 1, to: &sink) }
  #expect(sink.bytes.count == 11 + 0xFF_FFFF + 4 && writer.position == UInt64(sink.bytes.count))
}

/// Timestamps wrap after 2^32 ms; a reader continues from the preceding tag.
@Test func timesTurnOver() throws {
  var writer = FLVWriter(video: nil, audio: .aac)
  var bytes: [UInt8] = []
  writer.appendFileHeader(to: &bytes)
  let times = [0xFFFF_FFF0, 0xFFFF_FFFF, 0x1_0000_0000, 0x1_0000_0017] as [Int64]
  for time in times { try writer.append(.audio(at: time), [], 0..<0, to: &bytes) }
  let all = walk(bytes)
  #expect(all.findings == [])
  #expect(all.tags.map(\.tag.header.milliseconds) == [0xFFFF_FFF0, 0xFFFF_FFFF, 0, 0x17])
}

@Test func tagsBeginAndEndInTurn() throws {
  var writer = FLVWriter(video: .avc, audio: .aac)
  var bytes: [UInt8] = []
  writer.end(to: &bytes)
  #expect(bytes.isEmpty)
  try writer.begin(.audio(at: 0), byteCount: 2, to: &bytes)
  #expect(throws: SyntaxError.self) { try writer.begin(.audio(at: 1), byteCount: 2, to: &bytes) }
  #expect(throws: SyntaxError.self) { try writer.appendTag(.script, at: 1, [], to: &bytes) }
  bytes += [1, 2]
  writer.end(to: &bytes)
  #expect(bytes == tag(8, 0, [0xAF, 1, 1, 2]) && writer.position == UInt64(bytes.count))
  #expect(throws: SyntaxError.self) { try writer.append(.audio(at: 1), [1], 0..<2, to: &bytes) }
  #expect(throws: SyntaxError.self) { try writer.appendConfiguration(.script, [], to: &bytes) }
  writer.video = .id(.h263)
  #expect(throws: SyntaxError.self) { try writer.appendConfiguration(.video, [], to: &bytes) }
  #expect(bytes.count == 11 + 4 + 4)
}

@Test func recordsGoWhereTheirCodecIs() throws {
  var bytes: [UInt8] = []
  var avc = AVCDecoderConfigurationRecord()
  avc.avcProfileIndication = 66
  let hevc = HEVCDecoderConfigurationRecord()
  let aac = AudioSpecificConfig()
  for (coding, takesAVC) in [(VideoCoding.avc, true), (.fourCC(VideoFourCc.avc), true), (.hevc, false), (.legacyHEVC, false)] {
    var writer = FLVWriter(video: coding, audio: .aac)
    bytes = []
    if takesAVC {
      try writer.append(avc, to: &bytes)
      #expect(throws: SyntaxError.self) { try writer.append(hevc, to: &bytes) }
    } else {
      try writer.append(hevc, to: &bytes)
      #expect(throws: SyntaxError.self) { try writer.append(avc, to: &bytes) }
    }
    let body = try #require(walk(fileHeader + bytes).tags.first?.body)
    let header = try VideoTagHeader(parsing: body)
    #expect(header.isSequenceHeader)
    #expect(try Array(body[header.byteCount...]) == (takesAVC ? avc.encoded() : hevc.encoded()))
  }
  var writer = FLVWriter(video: nil, audio: .aac)
  bytes = []
  try writer.append(aac, to: &bytes)
  #expect(bytes == tag(8, 0, [0xAF, 0, 0x12, 0x10]))
  writer.audio = .fourCC(AudioFourCc.opus)
  #expect(throws: SyntaxError.self) { try writer.append(aac, to: &bytes) }
}

// MARK: - Equivalent ways to write

private struct CountingSink: ByteSink {
  var bytes: [UInt8] = []
  var calls = 0
  var limit = Int.max

  mutating func write(_ bytes: [UInt8], _ range: Range<Int>) throws(ByteError) {
    if calls == limit { throw ByteError("full") }
    calls += 1
    self.bytes += bytes[range]
  }
}

@Test(arguments: 0..<20 as Range<UInt64>) func sinksAndPiecesGiveTheSameBytes(_ seed: UInt64) throws {
  var generator = Generator(seed: seed)
  var (whole, sinking, parted) = (
    FLVWriter(video: .hevc, audio: .aac), FLVWriter(video: .hevc, audio: .aac), FLVWriter(video: .hevc, audio: .aac)
  )
  var (bytes, parts): ([UInt8], [UInt8]) = ([], [])
  var sink = CountingSink()
  for index in 0..<30 {
    let data = (0..<Int(generator.upTo(300))).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    let first = Int(generator.upTo(UInt64(data.count)))
    let sample =
      generator.upTo(1) == 0
      ? FLVSample.audio(at: Int64(index) * 20)
      : .video(generator.upTo(3) == 0 ? .key : .inter, at: Int64(index) * 20, compositionTime: Int64(generator.upTo(80)))
    try whole.append(sample, data, first..<data.count, to: &bytes)
    try sinking.write(sample, data, first..<data.count, to: &sink)
    try parted.begin(sample, byteCount: data.count - first, to: &parts)
    for byte in data[first...] { parts.append(byte) }
    parted.end(to: &parts)
  }
  #expect(sink.bytes == bytes && parts == bytes && whole.position == UInt64(bytes.count))
  #expect(sinking.position == whole.position && parted.position == whole.position && sink.calls <= 90)
  sink.limit = sink.calls
  #expect(throws: ByteError("full")) { try sinking.write(.audio(at: 9999), [], 0..<0, to: &sink) }
}
