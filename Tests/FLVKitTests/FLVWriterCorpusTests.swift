import BitstreamKit
import FLVKit
import TestSupport
import Testing

/// A file split into frames and configurations and written again.
private struct Rewritten {
  var bytes: [UInt8] = []
  var writer = FLVWriter(video: nil, audio: nil)
  /// Number of tags copied unchanged, because the writer does not make such tags; without script data.
  var verbatim = 0
  var frames = 0

  init(_ walk: Walk) throws {
    writer.appendFileHeader(hasAudio: walk.header?.typeFlagsAudio, hasVideo: walk.header?.typeFlagsVideo, to: &bytes)
    for tag in walk.tags {
      guard let body = tag.body else { continue }
      let (type, time) = (tag.tag.header.type, Int64(tag.tag.header.milliseconds))
      let isMade = type == .video ? try video(body, time) : type == .audio ? try audio(body, time) : false
      if isMade { continue }
      if type != .script { verbatim += 1 }
      try writer.appendTag(type, at: time, body, filter: tag.tag.header.filter, to: &bytes)
    }
  }

  private mutating func video(_ body: [UInt8], _ time: Int64) throws -> Bool {
    guard let header = try? VideoTagHeader(parsing: body), header.frame != .command else { return false }
    if let ex = header.exVideoTagHeader {
      guard ex.modEx.isEmpty, ex.multitrackType == nil, let code = ex.videoFourCc else { return false }
      writer.video = .fourCC(code)
    } else {
      writer.video = header.codecID.map { .id(VideoCodecID(rawValue: $0)) }
    }
    if header.isSequenceHeader {
      try writer.appendConfiguration(.video, Array(body[header.byteCount...]), at: time, to: &bytes)
    } else if header.hasPicture {
      frames += 1
      let sample = FLVSample.video(header.frame, at: time, compositionTime: Int64(header.compositionOffset ?? 0))
      try writer.append(sample, body, header.byteCount..<body.count, to: &bytes)
    } else if header.avcPacketType == 2 || header.exVideoTagHeader?.packetType == .sequenceEnd {
      try writer.appendSequenceEnd(.video, at: time, to: &bytes)
    } else {
      return false
    }
    return true
  }

  private mutating func audio(_ body: [UInt8], _ time: Int64) throws -> Bool {
    guard let header = try? AudioTagHeader(parsing: body) else { return false }
    if let ex = header.exAudioTagHeader {
      guard ex.modEx.isEmpty, ex.multitrackType == nil, let code = ex.audioFourCc else { return false }
      guard ex.packetType == .sequenceStart || ex.packetType == .codedFrames else { return false }
      writer.audio = .fourCC(code)
    } else {
      guard let rate = header.soundRate, let size = header.soundSize, let type = header.soundType else { return false }
      writer.audio = .id(header.format, soundRate: rate, soundSize: size, soundType: type)
    }
    if header.isSequenceHeader {
      try writer.appendConfiguration(.audio, Array(body[header.byteCount...]), at: time, to: &bytes)
    } else {
      frames += 1
      try writer.append(.audio(at: time), body, header.byteCount..<body.count, to: &bytes)
    }
    return true
  }
}

/// The kinds of differences between a file and the writer's output.
private func differences(_ old: Walk, _ new: Walk) throws -> Set<String> {
  var found: Set<String> = []
  if old.header != new.header { found.insert("header") }
  if old.error != nil { found.insert("cut off") }
  let whole = old.tags.filter { $0.body != nil }
  #expect(whole.count == new.tags.count)
  for (a, b) in zip(whole, new.tags) {
    if a.tag.header.streamID != b.tag.header.streamID { found.insert("StreamID") }
    if a.tag.header.type != b.tag.header.type || a.tag.header.milliseconds != b.tag.header.milliseconds { found.insert("tag header") }
    if a.body == b.body { continue }
    if let x = try? VideoTagHeader(parsing: a.head), let y = try? VideoTagHeader(parsing: b.head), a.tag.header.type == .video {
      let sameData = a.body?.dropFirst(x.byteCount) == b.body?.dropFirst(y.byteCount)
      if sameData, x.exVideoTagHeader?.packetType == .codedFrames, x.compositionOffset == 0 {
        found.insert("CodedFrames without offset")
      } else if sameData, x.isSequenceHeader, x.compositionTime != y.compositionTime {
        found.insert("offset of a configuration")
      } else if sameData, !x.hasPicture, x.frame != y.frame {
        found.insert("frame type of a packet without a frame")
      } else {
        found.insert("video body")
      }
    } else {
      found.insert("body")
    }
  }
  // PreviousTagSize values before tags present in both.
  for (a, b) in zip(old.sizes, new.sizes).prefix(new.tags.count + 1) where a.value != b.value && a.expected == b.value {
    found.insert("PreviousTagSize")
  }
  return found
}

/// Irregularities of corpus files.
private let irregular: [String: Set<String>] = [
  "flv/fate_Enigma_keyframes_part.flv": ["cut off"],
  "flv/h264_pcma_channel1_8000.flv": ["cut off"],
  "flv/scuffle_av1_aac_enhanced.flv": ["frame type of a packet without a frame"],
]

/// Files with tags that the writer does not make: one without a body, and one of another packet type.
private let verbatim: Set<String> = ["flv/red5_speex_h264.flv", "flv/scuffle_hevc_aac_enhanced.flv"]

@Suite(.enabled(if: Places.corpus != nil)) struct FLVWriterCorpusTests {
  @Test(arguments: Places.corpusFiles(suffixes: [".flv"])) func filesWrittenAnewAreTheSame(_ file: String) throws {
    let bytes = try Places.corpusFile(file)
    let old = walk(bytes)
    let rewritten = try Rewritten(old)
    let new = walk(rewritten.bytes)
    #expect(new.error == nil && rewritten.writer.position == UInt64(rewritten.bytes.count))
    let found = try differences(old, new)
    #expect(found == irregular[file] ?? [])
    if found.isEmpty { #expect(rewritten.bytes == bytes) }
    if found == ["cut off"] { #expect(bytes.starts(with: rewritten.bytes) && bytes.count - rewritten.bytes.count < 11 + 0xFF_FFFF) }
    #expect(rewritten.frames > 0 && rewritten.verbatim == (verbatim.contains(file) ? 1 : 0))
  }
}
