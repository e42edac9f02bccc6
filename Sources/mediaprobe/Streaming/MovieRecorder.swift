import AACKit
import BitstreamKit
import FLVKit
import H264Kit
import HEVCKit
import MP4Kit
import RTMPKit
import RemuxKit

/// Records a stream to an MP4 that is fragmented while it grows and a plain movie at the end.
final class MovieRecorder {
  /// Maximum time in milliseconds, and bytes in memory, to wait for the second track before the movie begins.
  private static let longestWait: Int64 = 2000
  /// The same where the metadata announces the track.
  private static let longestAnnouncedWait: Int64 = 10_000
  private static let maxWaiting = 8 << 20
  /// The most by which sound may be ahead of its timestamps, in milliseconds.
  private static let maxSoundLead: UInt32 = 200

  private let writer: MovieWriter
  private var waiting: [RTMPTag] = []
  private var waitingBytes = 0
  /// Whether each track has queued samples while the other one is awaited.
  private var hasWaiting = (video: false, audio: false)
  /// Whether the metadata announces both tracks.
  private var announcesBoth = false
  /// Whether any tag was received.
  private var hasInput = false
  private var hasBegun = false

  private var videoFormat: MovieFormat?
  private var audioFormat: MovieFormat?
  private var videoInput: MovieWriterInput?
  private var audioInput: MovieWriterInput?
  private var hasKeyPicture = false
  private var lastVideo: Int64 = 0
  private var soundClock: SoundClock?
  /// Whether the configuration of a track is that of another codec than the movie's.
  private var isOtherCodec = (video: false, audio: false)
  private var leftOut: Set<String> = []
  /// Whether a track that could be recorded began after the movie, which cannot take it any more.
  private var isLate = (video: false, audio: false)

  init(_ output: MediaOutput) throws(MediaError) {
    var options = MovieWriterOptions()
    // A damaged message of a stream does not end its recording.
    options.keepsDamagedSamples = true
    writer = try MovieWriter(output, layout: .recording, options: options)
  }

  /// Media that was dropped, and findings of the writer.
  var findings: [String] {
    var late: [String] = []
    if isLate.video { late.append("the video began too long after the audio and is not in the MP4: record to .flv") }
    if isLate.audio { late.append("the audio began too long after the video and is not in the MP4: record to .flv") }
    return leftOut.sorted() + late + writer.findings
  }

  /// Whether media that was received is not in the file.
  var lacksMedia: Bool { isLate.video || isLate.audio || !leftOut.isEmpty }

  func append(_ tag: RTMPTag) throws(MediaError) {
    if hasBegun { return try write(tag) }
    hasInput = true
    learn(tag)
    switch tag.kind {
    case .metaData:
      if let script = try? ScriptData(parsing: tag.body), let said = OnMetaData(script) {
        announcesBoth = said.videocodecid != nil && said.audiocodecid != nil
      }
      return
    case .other: return
    case .picture: hasWaiting.video = true
    case .sound: hasWaiting.audio = true
    case .configuration: break
    }
    waiting.append(tag)
    waitingBytes += tag.body.count + 128
    let span = tag.time - (waiting.first?.time ?? 0)
    let isComplete = hasWaiting.video && hasWaiting.audio && videoFormat != nil && audioFormat != nil
    let longest = announcesBoth ? Self.longestAnnouncedWait : Self.longestWait
    if isComplete || span > longest || waitingBytes > Self.maxWaiting { try begin() }
  }

  /// Completes the file.
  /// - Throws: if tags were received but nothing could be written; no file is created then.
  func finish() throws(MediaError) {
    if !hasBegun, !waiting.isEmpty { try begin() }
    // Nothing is written before the first sample.
    if writer.sampleCount == 0 {
      if hasInput { throw .malformed("no media that MP4 can hold: no keyframe and no audio") }
      return
    }
    try writer.finishWriting()
  }

  private func begin() throws(MediaError) {
    hasBegun = true
    if let videoFormat { videoInput = try writer.addInput(videoFormat) }
    if let audioFormat { audioInput = try writer.addInput(audioFormat) }
    if videoInput == nil, audioInput == nil {
      throw .unsupported("no track that can be recorded to MP4: H.264, H.265, AAC or MP3; use .flv instead")
    }
    try writer.startSession(atSourceTime: MediaTime(milliseconds: max(0, waiting.map(\.time).min() ?? 0)))
    for tag in waiting { try write(tag) }
    waiting = []
  }

  // MARK: - Tags

  /// Takes the configuration of a track from a tag.
  private func learn(_ tag: RTMPTag) {
    if tag.type == .video, videoFormat == nil { videoFormat = Self.videoFormat(tag) }
    if tag.type == .audio, audioFormat == nil { audioFormat = Self.audioFormat(tag) }
  }

  private func write(_ tag: RTMPTag) throws(MediaError) {
    switch tag.kind {
    case .configuration where tag.type == .video:
      guard let format = Self.videoFormat(tag) else { return }
      if videoInput == nil { isLate.video = true }
      isOtherCodec.video = videoFormat.map { !$0.isOfSameCodec(as: format) } ?? false
      if !isOtherCodec.video { try videoInput?.setFormat(format) }
    case .configuration:
      guard let format = Self.audioFormat(tag) else { return }
      if audioInput == nil { isLate.audio = true }
      isOtherCodec.audio = audioFormat.map { !$0.isOfSameCodec(as: format) } ?? false
      if isOtherCodec.audio { return }
      try audioInput?.setFormat(format)
      follow(format)
    case .picture(let isKey): try writePicture(tag, isKey: isKey)
    case .sound: try writeSound(tag)
    case .metaData, .other: break
    }
  }

  private func writePicture(_ tag: RTMPTag, isKey: Bool) throws(MediaError) {
    if videoInput == nil, isLate.video { return }
    guard let input = videoInput, let header = tag.videoHeader, header.exVideoTagHeader?.hasTracks != true else {
      let codec = tag.videoHeader?.nalCodec
      let isKnown = videoInput == nil && (codec == VideoFourCc.avc || codec == VideoFourCc.hevc)
      leftOut.insert(
        isKnown
          ? "pictures are dropped: they have no sequence header, which their decoder needs"
          : "pictures of other codecs or further tracks are dropped")
      return
    }
    if isOtherCodec.video {
      leftOut.insert("pictures after a change of the codec are dropped: record to .flv")
      return
    }
    if !hasKeyPicture, !isKey { return }
    hasKeyPicture = true
    let decode = max(lastVideo, tag.time)
    lastVideo = decode
    let shown = max(0, tag.presentationTime)
    try input.append(
      tag.body, min(header.byteCount, tag.body.count)..<tag.body.count, presentationTimeStamp: MediaTime(milliseconds: shown),
      decodeTimeStamp: MediaTime(milliseconds: decode), isSync: isKey)
  }

  private func writeSound(_ tag: RTMPTag) throws(MediaError) {
    if audioInput == nil, isLate.audio { return }
    guard let input = audioInput, let header = tag.audioHeader, header.exAudioTagHeader?.hasTracks != true else {
      let isAAC = audioInput == nil && tag.audioHeader?.isAAC == true
      leftOut.insert(
        isAAC
          ? "audio is dropped: it has no sequence header, which its decoder needs" : "audio of other codecs or further tracks is dropped")
      return
    }
    let isMP3 = header.format == .mp3
    if case .mp3 = audioFormat { isOtherCodec.audio = !isMP3 } else if isMP3 { isOtherCodec.audio = true }
    if isOtherCodec.audio {
      leftOut.insert("audio after a change of the codec is dropped: record to .flv")
      return
    }
    if isMP3, let format = Self.audioFormat(tag), case .mp3(let rate, _) = format, let clock = soundClock, rate != clock.sampleRate {
      try input.setFormat(format)
      follow(format)
    }
    if soundClock == nil, let format = audioFormat, let rate = format.sampleRate {
      soundClock = SoundClock(sampleRate: rate, step: Self.frameLength(of: format), lead: Self.maxSoundLead)
    }
    guard let samples = soundClock?.time(of: max(0, tag.time)), let rate = soundClock?.sampleRate,
      let time = MediaTime(value: samples, timescale: rate)
    else { return }
    try input.append(tag.body, min(header.byteCount, tag.body.count)..<tag.body.count, presentationTimeStamp: time)
  }

  /// Continues the times of sound with frames of another format.
  private func follow(_ format: MovieFormat) {
    guard let rate = format.sampleRate else { return }
    soundClock?.follow(sampleRate: rate, step: Self.frameLength(of: format))
  }

  /// The duration of a frame in samples.
  private static func frameLength(of format: MovieFormat) -> UInt32 { format.samplesPerFrame ?? 1024 }

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
    if header.isAAC {
      return header.isSequenceHeader ? try? .aac(audioSpecificConfig: Array(tag.body.dropFirst(header.byteCount))) : nil
    }
    // The tag header has no code for rates such as 48 kHz.
    guard header.format == .mp3, let frame = MPEGAudioHeader(tag.body, header.byteCount), frame.layer == 3 else { return nil }
    return .mp3(sampleRate: frame.sampleRate, channels: frame.channels)
  }
}

extension MovieFormat {
  /// Whether a track can hold media of both.
  fileprivate func isOfSameCodec(as other: MovieFormat) -> Bool {
    switch (self, other) {
    case (.avc, .avc), (.hevc, .hevc), (.aac, .aac), (.mp3, .mp3): true
    default: false
    }
  }
}

extension RTMPTag {
  var isConfiguration: Bool {
    if case .configuration = kind { return true }
    return false
  }

  /// The header of a video tag's body; nil if malformed.
  var videoHeader: VideoTagHeader? {
    var header = VideoTagHeader()
    var bits = BitReader(body, 0..<min(body.count, 64), policy: .lenient)
    return (try? header.syntax(&bits)) == nil ? nil : header
  }

  /// The header of an audio tag's body; nil if malformed.
  var audioHeader: AudioTagHeader? {
    var header = AudioTagHeader()
    var bits = BitReader(body, 0..<min(body.count, 64), policy: .lenient)
    return (try? header.syntax(&bits)) == nil ? nil : header
  }
}
