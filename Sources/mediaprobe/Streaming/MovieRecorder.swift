import AACKit
import BitstreamKit
import FLVKit
import H264Kit
import HEVCKit
import MP4Kit
import RTMPKit

/// Writes the parts of a stream into an MP4 that is fragments while it grows and a plain movie in the end.
final class MovieRecorder {
  /// The movie begins without the other track after so many milliseconds, or so many bytes in memory.
  private static let longestWait: Int64 = 2000
  private static let mostWaiting = 8 << 20

  private let writer: MovieWriter
  private var waiting: [RTMPTag] = []
  private var waitingBytes = 0
  /// What has come of either track while the other one is awaited.
  private var hasWaiting = (video: false, audio: false)
  /// Whether anything at all came.
  private var hasInput = false
  private var hasBegun = false

  private var videoFormat: MovieFormat?
  private var audioFormat: MovieFormat?
  private var videoInput: MovieWriterInput?
  private var audioInput: MovieWriterInput?
  private var hasKeyPicture = false
  private var lastVideo: Int64 = 0
  private var soundClock: SoundClock?
  private var leftOut: Set<String> = []

  init(_ output: MediaOutput) throws(MediaError) { writer = try MovieWriter(output, layout: .recording) }

  /// What could not be kept.
  var findings: [String] { leftOut.sorted() + writer.findings }

  func append(_ tag: RTMPTag) throws(MediaError) {
    if hasBegun { return try write(tag) }
    hasInput = true
    learn(tag)
    switch tag.kind {
    case .metaData, .other: return
    case .picture: hasWaiting.video = true
    case .sound: hasWaiting.audio = true
    case .configuration: break
    }
    waiting.append(tag)
    waitingBytes += tag.body.count + 128
    let span = tag.time - (waiting.first?.time ?? 0)
    let isComplete = hasWaiting.video && hasWaiting.audio && videoFormat != nil && audioFormat != nil
    if isComplete || span > Self.longestWait || waitingBytes > Self.mostWaiting { try begin() }
  }

  /// Completes the file.
  /// - Throws: where something came and nothing of it could be written; there is no file then.
  func finish() throws(MediaError) {
    if !hasBegun, !waiting.isEmpty { try begin() }
    // Nothing has been written before the first sample.
    if writer.sampleCount == 0 {
      if hasInput { throw .malformed("nothing came that an MP4 can hold: no picture from a key picture on, and no sound") }
      return
    }
    try writer.finishWriting()
  }

  private func begin() throws(MediaError) {
    hasBegun = true
    if let videoFormat { videoInput = try writer.addInput(videoFormat) }
    if let audioFormat { audioInput = try writer.addInput(audioFormat) }
    if videoInput == nil, audioInput == nil {
      throw .unsupported("nothing in the stream that an MP4 is written with: H.264, H.265, AAC or MP3; FLV takes everything")
    }
    try writer.startSession(atSourceTime: MediaTime(milliseconds: max(0, waiting.map(\.time).min() ?? 0)))
    for tag in waiting { try write(tag) }
    waiting = []
  }

  // MARK: - Tags

  /// What a tag says of the formats.
  private func learn(_ tag: RTMPTag) {
    if tag.type == .video, videoFormat == nil { videoFormat = Self.videoFormat(tag) }
    if tag.type == .audio, audioFormat == nil { audioFormat = Self.audioFormat(tag) }
  }

  private func write(_ tag: RTMPTag) throws(MediaError) {
    switch tag.kind {
    case .configuration where tag.type == .video:
      if let format = Self.videoFormat(tag) { try videoInput?.setFormat(format) }
    case .configuration:
      if let format = Self.audioFormat(tag) { try audioInput?.setFormat(format) }
    case .picture(let isKey): try writePicture(tag, isKey: isKey)
    case .sound: try writeSound(tag)
    case .metaData, .other: break
    }
  }

  private func writePicture(_ tag: RTMPTag, isKey: Bool) throws(MediaError) {
    guard let input = videoInput, let header = tag.videoHeader, header.exVideoTagHeader?.hasTracks != true else {
      leftOut.insert("pictures of a codec or of a track that the MP4 has no room for are left out")
      return
    }
    if !hasKeyPicture, !isKey { return }
    hasKeyPicture = true
    let decode = max(lastVideo, tag.time)
    lastVideo = decode
    let shown = max(0, tag.time + Int64(header.compositionOffset ?? 0))
    try input.append(
      tag.body, min(header.byteCount, tag.body.count)..<tag.body.count, presentationTimeStamp: MediaTime(milliseconds: shown),
      decodeTimeStamp: MediaTime(milliseconds: decode), isSync: isKey)
  }

  private func writeSound(_ tag: RTMPTag) throws(MediaError) {
    guard let input = audioInput, let header = tag.audioHeader, header.exAudioTagHeader?.hasTracks != true else {
      leftOut.insert("sound of a codec or of a track that the MP4 has no room for is left out")
      return
    }
    if soundClock == nil, let format = audioFormat { soundClock = SoundClock(format) }
    guard let time = soundClock?.time(of: tag.time) else { return }
    try input.append(tag.body, min(header.byteCount, tag.body.count)..<tag.body.count, presentationTimeStamp: time)
  }

  private static func videoFormat(_ tag: RTMPTag) -> MovieFormat? {
    guard let header = tag.videoHeader, header.isSequenceHeader, header.exVideoTagHeader?.hasTracks != true else { return nil }
    let record = Array(tag.body.dropFirst(header.byteCount))
    switch header.nalCodec {
    case VideoFourCc.avc: return (try? AVCDecoderConfigurationRecord(parsing: record)).map { .avc($0) }
    case VideoFourCc.hevc: return (try? HEVCDecoderConfigurationRecord(parsing: record)).map { .hevc($0) }
    default: return nil
    }
  }

  private static func audioFormat(_ tag: RTMPTag) -> MovieFormat? {
    guard let header = tag.audioHeader, header.exAudioTagHeader?.hasTracks != true else { return nil }
    let data = Array(tag.body.dropFirst(header.byteCount))
    let isAAC = header.format == .aac || header.exAudioTagHeader?.audioFourCc == AudioFourCc.aac
    if isAAC { return header.isSequenceHeader ? try? .aac(audioSpecificConfig: data) : nil }
    guard header.format == .mp3, let rate = header.soundRate, let type = header.soundType else { return nil }
    return .mp3(sampleRate: [5512, 11025, 22050, 44100][Int(rate & 3)], channels: UInt32(type) + 1)
  }
}

/// Times of frames of sound in samples: messages say them in milliseconds, which is too coarse to lay frames end to end.
private struct SoundClock {
  private let rate: UInt32
  private let step: Int64
  private var next: Int64?

  init?(_ format: MovieFormat) {
    switch format {
    case .aac(let config): (rate, step) = (config.sampleRate ?? 0, Int64(config.samplesPerFrame ?? 1024))
    case .mp3(let sampleRate, _): (rate, step) = (sampleRate, sampleRate < 32000 ? 576 : 1152)
    default: return nil
    }
    if rate == 0 { return nil }
  }

  /// The time of the next frame: behind the one before, unless the message says another by half a frame and more.
  mutating func time(of milliseconds: Int64) -> MediaTime? {
    let said = MediaTime(milliseconds: max(0, milliseconds)).value(in: rate) ?? 0
    var time = said
    if let next { time = abs(said - next) <= step / 2 || said < next ? next : said }
    next = time + step
    return MediaTime(value: time, timescale: rate)
  }
}

extension RTMPTag {
  var isConfiguration: Bool {
    if case .configuration = kind { return true }
    return false
  }

  /// The header of a video tag's body; nil where there is none.
  var videoHeader: VideoTagHeader? {
    var header = VideoTagHeader()
    var bits = BitReader(body, 0..<min(body.count, 64), policy: .lenient)
    return (try? header.syntax(&bits)) == nil ? nil : header
  }

  /// The header of an audio tag's body; nil where there is none.
  var audioHeader: AudioTagHeader? {
    var header = AudioTagHeader()
    var bits = BitReader(body, 0..<min(body.count, 64), policy: .lenient)
    return (try? header.syntax(&bits)) == nil ? nil : header
  }
}
