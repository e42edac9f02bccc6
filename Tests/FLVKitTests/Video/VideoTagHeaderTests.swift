import BitstreamKit
import FLVKit
import TestSupport
import Testing

@Test func videoTagHeaderLaws() { checkLaws(VideoTagHeader.self, seeds: 0..<1000) }

@Test(arguments: 0..<1000 as Range<UInt64>) func videoByteCountIsTheEncodedOne(_ seed: UInt64) throws {
  var generator = Generator(seed: seed)
  let header = try generator.draw(VideoTagHeader.self)
  #expect(try header.encoded().count == header.byteCount)
}

@Test func legacyHeaders() throws {
  let avc = try VideoTagHeader(parsing: hex("27 01 FFFFD8 00000001"))
  #expect(avc.frame == .inter && avc.avcPacketType == 1 && avc.compositionTime == -40 && avc.byteCount == 5)
  #expect(avc.hasPicture && avc.nalCodec == VideoFourCc.avc && avc.codecName.description == "AVC")
  let hevc = try VideoTagHeader(parsing: hex("1C 00 000000 01"))
  #expect(hevc.isSequenceHeader && !hevc.hasPicture && hevc.nalCodec == VideoFourCc.hevc && hevc.codecName.description == "HEVC")
  let h263 = try VideoTagHeader(parsing: hex("32 00"))
  #expect(h263.frame == .disposableInter && h263.byteCount == 1 && h263.avcPacketType == nil && h263.hasPicture)
  // A command is one byte after the first, also for AVC.
  let command = try VideoTagHeader(parsing: hex("57 01"))
  #expect(command.videoCommand == 1 && command.avcPacketType == nil && command.byteCount == 2 && !command.hasPicture)
  #expect(throws: SyntaxError.self) { try VideoTagHeader(parsing: hex("17 01 0000")) }
}

@Test(arguments: [
  ("90 68766331 01", 5, VideoPacketType.sequenceStart, nil as Int32?), ("91 68766331 000050 00", 8, .codedFrames, 80),
  ("A1 76766331 FFFFFF", 8, .codedFrames, -1), ("A3 61766331 00", 5, .codedFramesX, nil), ("91 61763031 0A", 5, .codedFrames, nil),
  ("A2 61763031", 5, .sequenceEnd, nil), ("95 61763031 80", 5, .mpeg2TSSequenceStart, nil), ("D4 68766331 02", 5, .metadata, nil),
  // With a ModEx packet first.
  ("97 02 000001 01 61766331 000001", 13, .codedFrames, 1),
]) func enhancedHeaders(_ text: String, _ size: Int, _ type: VideoPacketType, _ offset: Int32?) throws {
  let bytes = hex(text)
  let header = try VideoTagHeader(parsing: bytes)
  #expect(header.exVideoTagHeader?.packetType == type)
  #expect(header.compositionOffset == offset)
  #expect(header.byteCount == size)
  #expect(try header.encoded() == Array(bytes[..<size]))
}

@Test func enhancedCommand() throws {
  let header = try VideoTagHeader(parsing: hex("D0 00"))
  #expect(header.exVideoTagHeader?.videoCommand == 0 && header.exVideoTagHeader?.videoFourCc == nil && header.byteCount == 2)
  #expect(!header.isSequenceHeader && header.nalCodec == nil)
}

@Test func videoTracks() throws {
  // ManyTracks of HEVC: each has a composition time offset, which is included in the size.
  let body = hex("96 11 68766331 00 000005 000028 AABB 01 000003 FFFFFF")
  let header = try VideoTagHeader(parsing: body)
  let ex = try #require(header.exVideoTagHeader)
  #expect(ex.multitrackType == .manyTracks && ex.packetType == .codedFrames && ex.compositionTimeOffset == nil)
  var offset = header.byteCount
  let first = try #require(try ex.nextTrack(in: body, from: &offset, dataSize: body.count))
  #expect(first.header.compositionTimeOffset == 40 && Array(body[first.payload]) == [0xAA, 0xBB])
  let second = try #require(try ex.nextTrack(in: body, from: &offset, dataSize: body.count))
  #expect(second.header.videoTrackId == 1 && second.header.compositionTimeOffset == -1 && second.payload.isEmpty)
  #expect(try ex.nextTrack(in: body, from: &offset, dataSize: body.count) == nil)
  // Every prefix, and every size that does not fit, gives an error or a track within the body.
  for length in 0...body.count {
    for size in 0...40 as ClosedRange<UInt8> {
      var damaged = body
      damaged[9] = size
      var offset = header.byteCount
      while let track = try? ex.nextTrack(in: Array(damaged[..<length]), from: &offset, dataSize: length) {
        #expect(track.payload.upperBound <= length && offset == track.payload.upperBound)
      }
    }
  }
}

@Test func oneNumberedVideoTrack() throws {
  let header = try VideoTagHeader(parsing: hex("96 01 61766331 03 000010 AA"))
  #expect(header.exVideoTagHeader?.videoTrackId == 3 && header.compositionOffset == 16 && header.byteCount == 10)
}

@Test func trackHeadersEncode() throws {
  let ex = try #require(try VideoTagHeader(parsing: hex("96 21")).exVideoTagHeader)
  var track = VideoTrackHeader()
  track.videoFourCc = VideoFourCc.avc
  track.videoTrackId = 9
  track.sizeOfVideoTrack = 7
  track.compositionTimeOffset = -2
  var writer = BitWriter()
  try track.syntax(&writer, header: ex)
  #expect(writer.finish() == hex("61766331 09 000007 FFFFFE"))
  track.sizeOfVideoTrack = 2
  #expect(throws: SyntaxError.self) { try track.syntax(&writer, header: ex) }
}

@Test func videoNames() {
  #expect(
    (0...7 as ClosedRange<UInt8>).map { VideoFrameType(rawValue: $0).name.description } == [
      "UNKNOWN", "key frame", "inter frame", "disposable inter frame", "generated keyframe", "video info/command frame", "UNKNOWN",
      "UNKNOWN",
    ])
  #expect(
    (0...15 as ClosedRange<UInt8>).map { VideoCodecID(rawValue: $0).name.description } == [
      "UNKNOWN", "JPEG (currently unused)", "Sorenson H.263", "Screen video", "On2 VP6", "On2 VP6 with alpha channel",
      "Screen video version 2", "AVC", "UNKNOWN", "UNKNOWN", "UNKNOWN", "UNKNOWN", "HEVC", "UNKNOWN", "UNKNOWN", "UNKNOWN",
    ])
}
