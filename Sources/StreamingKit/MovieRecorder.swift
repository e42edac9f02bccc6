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

  private var videoFormat: FLVTagFormat?
  private var audioFormat: FLVTagFormat?
  /// The picture size in the metadata.
  private var announcedSize: PictureSize?
  private var videoInput: MovieWriterInput?
  private var audioInput: MovieWriterInput?
  private var hasKeyPicture = false
  private var lastVideo: Int64 = 0
  private var soundClock: SoundClock?
  /// Media that was dropped, each kind once, and after the recording the findings of the writer.
  private var findings: [String] = []
  /// The number of findings that were taken as news.
  private var takenCount = 0
  /// Whether media that was received is not in the file.
  private(set) var lacksMedia = false
  /// Whether a track that could be recorded began after the movie, which cannot take it any more.
  private var isLate = (video: false, audio: false)

  init(_ output: MediaOutput) throws(MediaError) {
    var options = MovieWriterOptions()
    // A damaged message of a stream does not end its recording.
    options.keepsDamagedSamples = true
    writer = try MovieWriter(output, layout: .recording, options: options)
  }

  /// The findings since the last call.
  func takeNews() -> [String] {
    defer { takenCount = findings.count }
    return Array(findings.dropFirst(takenCount))
  }

  private func leaveOut(_ words: String) {
    lacksMedia = true
    if !findings.contains(words) { findings.append(words) }
  }

  func append(_ tag: RTMPTag) throws(MediaError) {
    if hasBegun { return try write(tag) }
    hasInput = true
    learn(tag)
    switch tag.kind {
    case .metaData:
      if let script = try? ScriptData(parsing: tag.body), let said = OnMetaData(script) {
        announcesBoth = said.videocodecid != nil && said.audiocodecid != nil
        announcedSize = said.pictureSize
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
    findings += writer.findings
  }

  private func begin() throws(MediaError) {
    hasBegun = true
    if let videoFormat {
      var settings = MovieInputSettings(videoFormat.format)
      settings.displaySize = videoFormat.size
      videoInput = try writer.addInput(settings)
    }
    if let audioFormat { audioInput = try writer.addInput(audioFormat.format) }
    if videoInput == nil, audioInput == nil {
      throw .unsupported("no track that MP4 can hold: use .flv instead")
    }
    try writer.startSession(atSourceTime: MediaTime(milliseconds: max(0, waiting.map(\.time).min() ?? 0)))
    for tag in waiting { try write(tag) }
    waiting = []
  }

  // MARK: - Tags

  /// Takes the configuration of a track from a tag.
  private func learn(_ tag: RTMPTag) {
    if tag.type == .video, videoFormat == nil { videoFormat = format(ofVideo: tag) }
    if tag.type == .audio, audioFormat == nil { audioFormat = Self.format(ofAudio: tag) }
  }

  private func write(_ tag: RTMPTag) throws(MediaError) {
    switch tag.kind {
    case .configuration where tag.type == .video:
      guard let found = format(ofVideo: tag) else { return }
      if videoInput == nil {
        isLate.video = true
        leaveOut("the video began too long after the audio and is not in the MP4: record to .flv")
      }
      if found.codec == videoFormat?.codec { try videoInput?.setFormat(found.format) }
    case .configuration:
      guard let found = Self.format(ofAudio: tag) else { return }
      if audioInput == nil {
        isLate.audio = true
        leaveOut("the audio began too long after the video and is not in the MP4: record to .flv")
      }
      if found.codec != audioFormat?.codec { return }
      try audioInput?.setFormat(found.format)
      follow(found)
    case .picture(let isKey): try writePicture(tag, isKey: isKey)
    case .sound: try writeSound(tag)
    case .metaData, .other: break
    }
  }

  private func writePicture(_ tag: RTMPTag, isKey: Bool) throws(MediaError) {
    if videoInput == nil, isLate.video { return }
    guard let header = tag.videoHeader else { return }
    guard let input = videoInput, header.exVideoTagHeader?.hasTracks != true else {
      leaveOut(Self.words("pictures", MediaCodec(header), hasTracks: header.exVideoTagHeader?.hasTracks == true))
      return
    }
    if MediaCodec(header) != videoFormat?.codec {
      leaveOut("pictures after a change of the codec are dropped: record to .flv")
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
    guard let header = tag.audioHeader else { return }
    guard let input = audioInput, header.exAudioTagHeader?.hasTracks != true else {
      leaveOut(Self.words("audio", MediaCodec(header), hasTracks: header.exAudioTagHeader?.hasTracks == true))
      return
    }
    if MediaCodec(header) != audioFormat?.codec {
      leaveOut("audio after a change of the codec is dropped: record to .flv")
      return
    }
    if audioFormat?.codec == .mp3, let found = Self.format(ofAudio: tag), let clock = soundClock, found.sampleRate != clock.sampleRate {
      try input.setFormat(found.format)
      follow(found)
    }
    if soundClock == nil, let rate = audioFormat?.sampleRate, let step = audioFormat?.samplesPerFrame {
      soundClock = SoundClock(sampleRate: rate, step: step, lead: Self.maxSoundLead)
    }
    var time = MediaTime(milliseconds: max(0, tag.time))
    if let rate = soundClock?.sampleRate ?? audioFormat?.sampleRate {
      let samples = soundClock?.time(of: max(0, tag.time)) ?? time.value(in: rate)
      time = samples.flatMap { MediaTime(value: $0, timescale: rate) } ?? time
    }
    try input.append(tag.body, min(header.byteCount, tag.body.count)..<tag.body.count, presentationTimeStamp: time)
  }

  /// Continues the times of sound with frames of another format.
  private func follow(_ found: FLVTagFormat) {
    guard let rate = found.sampleRate, let step = found.samplesPerFrame else { return }
    soundClock?.follow(sampleRate: rate, step: step)
  }

  /// Why media of a track is dropped.
  private static func words(_ media: String, _ codec: MediaCodec, hasTracks: Bool) -> String {
    if hasTracks { return "\(media) of further tracks: dropped, for a recording to MP4 has one track of each kind; record to .flv" }
    if codec.hasSequenceHeader { return "\(media), \(codec.name): dropped without a sequence header, which the decoder needs" }
    return "\(media), \(codec.name): dropped, for MP4 does not hold it; record to .flv"
  }

  private func format(ofVideo tag: RTMPTag) -> FLVTagFormat? {
    tag.videoHeader.flatMap { FLVTagFormat(tag.body, $0, announced: announcedSize) }
  }

  private static func format(ofAudio tag: RTMPTag) -> FLVTagFormat? { tag.audioHeader.flatMap { FLVTagFormat(tag.body, $0) } }
}
