import AACKit
import BitstreamKit
import FLVKit
import H264Kit
import HEVCKit

/// The samples of an FLV file: the bodies of audio and video tags after their headers. Script data, sequence headers and sequence ends are
/// not samples.
struct FLVInput: ContainerInput {
  /// The largest AC-3 or E-AC-3 frame including dependent substreams, in bytes.
  private static var maxFrameSize: Int { 1 << 16 }
  /// The tags after a leap of times among which the next one of its stream is looked for.
  private static var maxTagsAfterLeap: Int { 64 }
  /// The largest number of descriptions to keep per track.
  private static var maxDescriptions: Int { 1000 }
  /// The largest number of tags to examine to find the tracks.
  private static var maxTagsAhead: Int { 512 }

  private var tags: FLVTagWalk
  private(set) var tracks: [MediaTrack] = []
  private(set) var metaData: OnMetaData?
  private(set) var findings: [String] = []
  private(set) var omissions: [String] = []
  private var videoTrack: Int?
  private var audioTrack: Int?
  /// The distinct sequence headers of each track so far.
  private var descriptions: [[MediaSampleDescription]] = []
  /// The hashes of their configurations, which tell most of them apart.
  private var hashes: [[Int]] = []
  /// The description of the next sample, numbered from 1; 0 if there were too many to keep.
  private var current: [UInt32] = []
  private var clock = FLVTimeline(isRepairing: false)
  /// The times of audio in samples; nil for those of the tags.
  private var sound: SoundClock?
  /// The time of the last audio tag in milliseconds, and its description.
  private var lastSound: (time: Int64, description: UInt32) = (0, 1)

  init(_ source: AnyByteSource) throws(MediaError) {
    tags = FLVTagWalk(source)
    try look(ahead: source)
  }

  /// Finds the tracks from the configurations and first samples near the start of the file.
  private mutating func look(ahead source: AnyByteSource) throws(MediaError) {
    var walk = FLVTagWalk(source)
    var seen = 0
    while seen < Self.maxTagsAhead, let tag = try walk.next() {
      seen += 1
      switch tag.tag.header.type {
      case .script: if metaData == nil { metaData = try walk.script(tag).flatMap { OnMetaData($0) } }
      case .video: try lookAtVideo(tag, &walk)
      case .audio: try lookAtAudio(tag, &walk)
      default: break
      }
      // The flags of the FLV header are often wrong and are ignored.
      if isReady(videoTrack), isReady(audioTrack) { break }
    }
    if let tooLarge = walk.tooLarge { findings.append(tooLarge) }
    // Tags before the error have their samples; reading them reports it.
    if let error = walk.error, tracks.isEmpty { throw .malformed(error.description) }
    if let index = videoTrack, tracks[index].width == 0, let metaData {
      (tracks[index].width, tracks[index].height) = (metaData.pictureWidth, metaData.pictureHeight)
    }
    for track in tracks.indices where descriptions[track].isEmpty {
      var description = MediaSampleDescription()
      (description.configuration, description.framing) = (tracks[track].configuration, tracks[track].framing)
      descriptions[track] = [description]
    }
    hashes = descriptions.map { $0.map { $0.configuration.shortHash } }
  }

  mutating func prepare(_ options: CarryOptions) { clock = FLVTimeline(isRepairing: options.repairsTimes) }

  mutating func timeSound() {
    guard let track = audioTrack, let step = frameLength(1, of: track) else { return }
    sound = SoundClock(sampleRate: tracks[track].sampleRate, step: step)
    if sound != nil { tracks[track].timescale = tracks[track].sampleRate }
  }

  /// The duration of an audio frame of a description, in samples of the track's first one; nil if it is unknown.
  private func frameLength(_ index: UInt32, of track: Int) -> UInt32? {
    let rate = tracks[track].sampleRate
    if tracks[track].codec == .mp3 { return rate < 32000 ? 576 : 1152 }
    return description(ofTrack: track, index: index)?.configuration.sampleDuration(timescale: rate)
  }

  func descriptionCount(ofTrack track: Int) -> Int { descriptions.indices.contains(track) ? descriptions[track].count : 0 }

  func description(ofTrack track: Int, index: UInt32) -> MediaSampleDescription? {
    guard descriptions.indices.contains(track), index > 0, index <= descriptions[track].count else { return nil }
    return descriptions[track][Int(index) - 1]
  }

  private func isReady(_ track: Int?) -> Bool {
    guard let track else { return false }
    switch tracks[track].codec {
    case .h264, .hevc, .aac: return tracks[track].configuration != .none
    case let codec: return BoxedConfiguration.boxType(of: codec) == nil || tracks[track].configuration != .none
    }
  }

  private mutating func add(_ track: MediaTrack) {
    tracks.append(track)
    descriptions.append([])
    current.append(1)
  }

  private mutating func lookAtVideo(_ tag: FLVTagWalk.Tag, _ walk: inout FLVTagWalk) throws(MediaError) {
    guard let video = walk.videoHeader(tag), video.videoCommand == nil, video.exVideoTagHeader?.isOfOtherTracks != true else { return }
    if videoTrack == nil {
      videoTrack = tracks.count
      let codec = MediaCodec(video)
      add(MediaTrack(index: tracks.count, id: UInt32(tracks.count + 1), kind: .video, codec: codec, timescale: 1000))
    }
    guard let index = videoTrack, video.isSequenceHeader, tracks[index].configuration == .none else { return }
    guard let found = try Self.describe(tag, video, tracks[index].codec, &walk) else { return }
    descriptions[index] = [found]
    tracks[index].configuration = found.configuration
    tracks[index].framing = found.framing
    guard let size = tracks[index].configuration.pictureSize else { return }
    tracks[index].width = UInt32(clamping: size.width)
    tracks[index].height = UInt32(clamping: size.height)
  }

  /// Parses a video sequence header; nil if it cannot be parsed.
  private static func describe(
    _ tag: FLVTagWalk.Tag, _ video: VideoTagHeader, _ codec: MediaCodec, _ walk: inout FLVTagWalk
  ) throws(MediaError) -> MediaSampleDescription? {
    description(try walk.body(tag, after: video.byteCount), codec, at: tag.tag.bodyPosition + UInt64(video.byteCount))
  }

  private static func description(_ payload: [UInt8], _ codec: MediaCodec, at offset: UInt64) -> MediaSampleDescription? {
    switch MediaConfiguration(flvPayload: payload, codec) {
    case .avc(let record): return MediaSampleDescription(record, at: offset)
    case .hevc(let record): return MediaSampleDescription(record, at: offset)
    case let found?:
      var description = MediaSampleDescription()
      (description.configuration, description.offset) = (found, offset)
      return description
    case nil: return nil
    }
  }

  /// Applies a sequence header within the stream to the samples that follow.
  private mutating func redescribe(_ tag: FLVTagWalk.Tag, _ track: Int, _ found: MediaSampleDescription?) {
    guard let found else {
      if findings.count < 64 { findings.append("unreadable sequence header at \(tag.tag.bodyPosition)") }
      return
    }
    let hash = found.configuration.shortHash
    let known = descriptions[track].indices.first {
      hashes[track][$0] == hash && descriptions[track][$0].configuration == found.configuration
    }
    if let index = known {
      descriptions[track][index].offset = found.offset
      current[track] = UInt32(index + 1)
    } else if descriptions[track].count >= Self.maxDescriptions {
      current[track] = 0
    } else {
      descriptions[track].append(found)
      hashes[track].append(hash)
      current[track] = UInt32(descriptions[track].count)
    }
  }

  private mutating func redescribeVideo(_ tag: FLVTagWalk.Tag, _ track: Int) throws(MediaError) {
    guard let video = tags.videoHeader(tag), video.isSequenceHeader, video.exVideoTagHeader?.isOfOtherTracks != true,
      MediaCodec(video) == tracks[track].codec
    else { return }
    redescribe(tag, track, try Self.describe(tag, video, tracks[track].codec, &tags))
  }

  private mutating func redescribeAudio(_ tag: FLVTagWalk.Tag, _ track: Int) throws(MediaError) {
    guard let audio = tags.audioHeader(tag), audio.isSequenceHeader, audio.exAudioTagHeader?.isOfOtherTracks != true,
      MediaCodec(audio) == tracks[track].codec
    else { return }
    redescribe(tag, track, try Self.describe(tag, audio, tracks[track].codec, &tags))
  }

  private mutating func lookAtAudio(_ tag: FLVTagWalk.Tag, _ walk: inout FLVTagWalk) throws(MediaError) {
    guard let audio = walk.audioHeader(tag), audio.exAudioTagHeader?.isOfOtherTracks != true else { return }
    if audioTrack == nil {
      audioTrack = tracks.count
      var track = MediaTrack(index: tracks.count, id: UInt32(tracks.count + 1), kind: .audio, codec: MediaCodec(audio), timescale: 1000)
      (track.sampleRate, track.channels) = (audio.sampleRate ?? 0, audio.channelCount ?? 0)
      // The tag header has no code for rates such as 48 kHz.
      if track.codec == .mp3, let bytes = try? walk.body(tag, after: audio.byteCount, limit: MPEGAudioHeader.byteCount),
        let frame = MPEGAudioHeader(bytes)
      {
        (track.sampleRate, track.channels) = (frame.sampleRate, frame.channels)
      }
      add(track)
    }
    guard let index = audioTrack, tracks[index].configuration == .none else { return }
    guard let found = try Self.describe(tag, audio, tracks[index].codec, &walk) else { return }
    descriptions[index] = [found]
    tracks[index].configuration = found.configuration
    switch found.configuration {
    case .aac(let config):
      tracks[index].sampleRate = config.sampleRate ?? 0
      tracks[index].channels = config.channelCount.map { UInt32($0) } ?? 0
    case .box(let type, let payload): (tracks[index].sampleRate, tracks[index].channels) = BoxedConfiguration.sound(type, payload)
    default: break
    }
  }

  /// Parses an audio sequence header; nil if it cannot be parsed.
  private static func describe(
    _ tag: FLVTagWalk.Tag, _ audio: AudioTagHeader, _ codec: MediaCodec, _ walk: inout FLVTagWalk
  ) throws(MediaError) -> MediaSampleDescription? {
    // AC-3 and E-AC-3 have no sequence header; their frames carry the configuration.
    let isFrame = !audio.isSequenceHeader && audio.exAudioTagHeader?.packetType == .codedFrames
    if isFrame != (codec == .ac3 || codec == .eac3) || !isFrame && !audio.isSequenceHeader { return nil }
    let body = try walk.body(tag, after: audio.byteCount, limit: isFrame ? Self.maxFrameSize : .max)
    return description(body, codec, at: tag.tag.bodyPosition + UInt64(audio.byteCount))
  }

  // MARK: - Samples

  mutating func next() throws(MediaError) -> MediaSample? {
    while let tag = try tags.next() {
      switch tag.tag.header.type {
      case .video:
        guard let track = videoTrack else {
          if tags.videoHeader(tag)?.exVideoTagHeader?.isOfOtherTracks == true { reportMultitrack("video") }
          continue
        }
        if let sample = video(tag, track) { return sample }
        try redescribeVideo(tag, track)
      case .audio:
        guard let track = audioTrack else {
          if tags.audioHeader(tag)?.exAudioTagHeader?.isOfOtherTracks == true { reportMultitrack("audio") }
          continue
        }
        if let sample = audio(tag, track) { return sample }
        try redescribeAudio(tag, track)
      default: break
      }
    }
    for finding in tags.findings { findings.append(finding) }
    if let error = tags.error { findings.append(error.description) }
    (tags.findings, tags.error) = ([], nil)
    return nil
  }

  /// Reports the first multitrack packet of a kind.
  private mutating func reportMultitrack(_ kind: String) { omit("multitrack \(kind) packets are skipped") }

  private mutating func omit(_ omission: String) {
    if omissions.count >= 64 || omissions.contains(omission) { return }
    omissions.append(omission)
    if findings.count < 64 { findings.append(omission) }
  }

  /// Whether a frame has the codec of its track, which has one; reports the first one that has not.
  private mutating func isOfTrack(_ codec: MediaCodec, _ track: Int, _ frames: String) -> Bool {
    let expected = tracks[track].codec
    if codec == expected { return true }
    omit("\(frames) of \(codec.name) are skipped: the track is \(expected.name)")
    return false
  }

  private mutating func video(_ tag: FLVTagWalk.Tag, _ track: Int) -> MediaSample? {
    guard let video = tags.videoHeader(tag), video.hasPicture else { return nil }
    if video.exVideoTagHeader?.isOfOtherTracks == true {
      reportMultitrack("video")
      return nil
    }
    if !isOfTrack(MediaCodec(video), track, "pictures") { return nil }
    let headerSize = video.byteCount
    let time = time(of: tag, isVideo: true)
    return MediaSample(
      track: track, decodeTime: time, presentationTime: time + Int64(video.compositionOffset ?? 0), duration: 0,
      offset: tag.tag.bodyPosition + UInt64(headerSize), size: UInt64(max(0, Int(tag.tag.header.dataSize) - headerSize)),
      isKey: video.frame == .key || video.frame == .generatedKey, descriptionIndex: current[track])
  }

  private mutating func audio(_ tag: FLVTagWalk.Tag, _ track: Int) -> MediaSample? {
    guard let audio = tags.audioHeader(tag), !audio.isSequenceHeader else { return nil }
    if audio.exAudioTagHeader?.isOfOtherTracks == true {
      reportMultitrack("audio")
      return nil
    }
    if let ex = audio.exAudioTagHeader, ex.packetType != .codedFrames { return nil }
    if !isOfTrack(MediaCodec(audio), track, "audio frames") { return nil }
    let headerSize = audio.byteCount
    let time = timed(time(of: tag, isVideo: false), track)
    return MediaSample(
      track: track, decodeTime: time, presentationTime: time, duration: 0, offset: tag.tag.bodyPosition + UInt64(headerSize),
      size: UInt64(max(0, Int(tag.tag.header.dataSize) - headerSize)), isKey: true, descriptionIndex: current[track])
  }

  /// The time of the tag that was read last, in milliseconds.
  private mutating func time(of tag: FLVTagWalk.Tag, isVideo: Bool) -> Int64 {
    let ahead = tags
    return clock.extend(tag.tag.header.milliseconds, isVideo: isVideo) { Self.following(ahead, isVideo: isVideo) }
  }

  /// The timestamp of the next picture or audio frame, if it is among the next tags.
  private static func following(_ tags: FLVTagWalk, isVideo: Bool) -> UInt32? {
    var walk = tags
    for _ in 0..<maxTagsAfterLeap {
      guard let tag = try? walk.next() else { return nil }
      let isFrame =
        isVideo
        ? tag.tag.header.type == .video && walk.videoHeader(tag)?.hasPicture == true
        : tag.tag.header.type == .audio && walk.audioHeader(tag)?.isSequenceHeader == false
      if isFrame { return tag.tag.header.milliseconds }
    }
    return nil
  }

  /// The time of an audio tag in units of its track's time scale.
  private mutating func timed(_ milliseconds: Int64, _ track: Int) -> Int64 {
    guard sound != nil else { return milliseconds }
    if milliseconds < lastSound.time { sound?.restart() }
    if current[track] != lastSound.description, let step = frameLength(current[track], of: track) {
      sound?.follow(sampleRate: tracks[track].sampleRate, step: step)
    }
    lastSound = (milliseconds, current[track])
    return sound?.time(of: milliseconds) ?? milliseconds
  }
}

extension ExVideoTagHeader {
  /// Whether a packet has several tracks, or one that is not the default track, 0.
  fileprivate var isOfOtherTracks: Bool { hasTracks || videoTrackId ?? 0 != 0 }
}

extension ExAudioTagHeader {
  /// Whether a packet has several tracks, or one that is not the default track, 0.
  fileprivate var isOfOtherTracks: Bool { hasTracks || audioTrackId ?? 0 != 0 }
}
