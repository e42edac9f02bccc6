import AACKit
import BitstreamKit
import FLVKit
import H264Kit
import HEVCKit

/// The samples of an FLV file: the bodies of its audio and video tags behind their headers. Script data, configurations and ends of
/// sequences are no samples.
struct FLVInput {
  /// Headers of tags that are looked at before the tracks are known; players do with less.
  private static var mostTagsAhead: Int { 512 }

  private var tags: FLVTagWalk
  private(set) var tracks: [MediaTrack] = []
  private(set) var metaData: OnMetaData?
  private(set) var findings: [String] = []
  /// The track of pictures.
  private(set) var videoTrack: Int?
  /// How the pictures are coded that come next.
  private(set) var description = MediaDescription()
  private var audioTrack: Int?
  private var clock = (video: FLVClock(), audio: FLVClock())

  init(_ source: AnyByteSource) throws(MediaError) {
    tags = FLVTagWalk(source)
    try look(ahead: source)
  }

  /// Finds the tracks: the configurations and first samples stand near the beginning.
  private mutating func look(ahead source: AnyByteSource) throws(MediaError) {
    var walk = FLVTagWalk(source)
    var seen = 0
    while seen < Self.mostTagsAhead, let tag = try walk.next() {
      seen += 1
      switch tag.tag.header.type {
      case .script: if metaData == nil { metaData = try walk.script(tag).flatMap { OnMetaData($0) } }
      case .video: try lookAtVideo(tag, &walk)
      case .audio: try lookAtAudio(tag, &walk)
      default: break
      }
      // The header's flags say what there is, and are wrong too often to be believed.
      if isReady(videoTrack), isReady(audioTrack) { break }
    }
    if let error = walk.error { throw .malformed(error.description) }
  }

  private func isReady(_ track: Int?) -> Bool {
    guard let track else { return false }
    switch tracks[track].codec {
    case .h264, .hevc, .aac: return tracks[track].configuration != .none
    default: return true
    }
  }

  private mutating func lookAtVideo(_ tag: FLVTagWalk.Tag, _ walk: inout FLVTagWalk) throws(MediaError) {
    guard let video = walk.videoHeader(tag), video.videoCommand == nil, video.exVideoTagHeader?.hasTracks != true else { return }
    if videoTrack == nil {
      videoTrack = tracks.count
      let codec = Self.codec(video)
      tracks.append(MediaTrack(index: tracks.count, id: UInt32(tracks.count + 1), kind: .video, codec: codec, timescale: 1000))
    }
    guard let index = videoTrack, video.isSequenceHeader, tracks[index].configuration == .none else { return }
    guard let found = try Self.describe(tag, video, tracks[index].codec, &walk) else { return }
    description = found
    tracks[index].configuration = found.configuration
    tracks[index].framing = found.framing
    guard let size = tracks[index].configuration.pictureSize else { return }
    tracks[index].width = UInt32(clamping: size.width)
    tracks[index].height = UInt32(clamping: size.height)
  }

  /// What a sequence header says; nil where it cannot be read.
  private static func describe(
    _ tag: FLVTagWalk.Tag, _ video: VideoTagHeader, _ codec: MediaCodec, _ walk: inout FLVTagWalk
  ) throws(MediaError) -> MediaDescription? {
    let body = try walk.body(tag, behind: video.byteCount)
    let offset = tag.tag.bodyPosition + UInt64(video.byteCount)
    switch codec {
    case .h264: return (try? AVCDecoderConfigurationRecord(parsing: body)).map { MediaDescription($0, at: offset) }
    case .hevc: return (try? HEVCDecoderConfigurationRecord(parsing: body)).map { MediaDescription($0, at: offset) }
    default: return nil
    }
  }

  /// A sequence header within the stream: the pictures behind it go by it. One that says what the last one said changes nothing.
  private mutating func redescribe(_ tag: FLVTagWalk.Tag) throws(MediaError) {
    guard let track = videoTrack, let video = tags.videoHeader(tag), video.isSequenceHeader, video.exVideoTagHeader?.hasTracks != true
    else { return }
    guard var found = try Self.describe(tag, video, tracks[track].codec, &tags) else {
      if findings.count < 64 { findings.append("a sequence header that cannot be read at \(tag.tag.bodyPosition)") }
      return
    }
    if found.configuration == description.configuration { return }
    found.number = description.number + 1
    description = found
  }

  private mutating func lookAtAudio(_ tag: FLVTagWalk.Tag, _ walk: inout FLVTagWalk) throws(MediaError) {
    guard let audio = walk.audioHeader(tag), audio.exAudioTagHeader?.hasTracks != true else { return }
    if audioTrack == nil {
      audioTrack = tracks.count
      var track = MediaTrack(index: tracks.count, id: UInt32(tracks.count + 1), kind: .audio, codec: Self.codec(audio), timescale: 1000)
      if let rate = audio.soundRate { track.sampleRate = [5512, 11025, 22050, 44100][Int(rate & 3)] }
      if let type = audio.soundType { track.channels = UInt32(type) + 1 }
      tracks.append(track)
    }
    guard let index = audioTrack, audio.isSequenceHeader, tracks[index].codec == .aac, tracks[index].configuration == .none else { return }
    let body = try walk.body(tag, behind: audio.byteCount)
    guard let config = try? AudioSpecificConfig(parsing: body) else { return }
    tracks[index].configuration = .aac(config)
    tracks[index].sampleRate = config.sampleRate ?? 0
    tracks[index].channels = config.channelCount.map { UInt32($0) } ?? 0
  }

  private static func codec(_ header: VideoTagHeader) -> MediaCodec {
    if let code = header.exVideoTagHeader?.videoFourCc { return MediaCodec(sampleEntry: code) }
    switch header.codecID {
    case VideoCodecID.avc.rawValue: return .h264
    case VideoCodecID.hevc.rawValue: return .hevc
    case 2: return .other("FLV1")
    case 3: return .other("FSV1")
    case 4: return .other("VP6F")
    case 5: return .other("VP6A")
    case 6: return .other("FSV2")
    default: return .other("UNKN")
    }
  }

  private static func codec(_ header: AudioTagHeader) -> MediaCodec {
    if let code = header.exAudioTagHeader?.audioFourCc { return MediaCodec(sampleEntry: code) }
    switch header.soundFormat {
    case 10: return .aac
    case 2, 14: return .mp3
    case 0, 3: return .other("lpcm")
    case 1: return .other("adpc")
    case 4, 5, 6: return .other("nmos")
    case 7: return .other("alaw")
    case 8: return .other("ulaw")
    case 11: return .other("spex")
    default: return .other("UNKN")
    }
  }

  // MARK: - Samples

  mutating func next() throws(MediaError) -> MediaSample? {
    while let tag = try tags.next() {
      switch tag.tag.header.type {
      case .video:
        if let track = videoTrack, let sample = video(tag, track) { return sample }
        try redescribe(tag)
      case .audio: if let track = audioTrack, let sample = audio(tag, track) { return sample }
      default: break
      }
    }
    for finding in tags.findings { findings.append(finding) }
    if let error = tags.error { findings.append(error.description) }
    (tags.findings, tags.error) = ([], nil)
    return nil
  }

  private mutating func video(_ tag: FLVTagWalk.Tag, _ track: Int) -> MediaSample? {
    guard let video = tags.videoHeader(tag), video.hasPicture else { return nil }
    if video.exVideoTagHeader?.hasTracks == true {
      if findings.isEmpty { findings.append("packets of several tracks are left out") }
      return nil
    }
    let headerSize = video.byteCount
    let time = clock.video.extend(tag.tag.header.milliseconds)
    return MediaSample(
      track: track, decodeTime: time, presentationTime: time + Int64(video.compositionOffset ?? 0), duration: 0,
      offset: tag.tag.bodyPosition + UInt64(headerSize), size: UInt64(max(0, Int(tag.tag.header.dataSize) - headerSize)),
      isKey: video.frame == .key || video.frame == .generatedKey)
  }

  private mutating func audio(_ tag: FLVTagWalk.Tag, _ track: Int) -> MediaSample? {
    guard let audio = tags.audioHeader(tag), !audio.isSequenceHeader else { return nil }
    if let ex = audio.exAudioTagHeader, ex.hasTracks || ex.packetType != .codedFrames { return nil }
    let headerSize = audio.byteCount
    let time = clock.audio.extend(tag.tag.header.milliseconds)
    return MediaSample(
      track: track, decodeTime: time, presentationTime: time, duration: 0, offset: tag.tag.bodyPosition + UInt64(headerSize),
      size: UInt64(max(0, Int(tag.tag.header.dataSize) - headerSize)), isKey: true)
  }
}

/// Times of 32 bits that turn over after 49 days.
private struct FLVClock {
  private var last: UInt32?
  private var time: Int64 = 0

  mutating func extend(_ milliseconds: UInt32) -> Int64 {
    if let last { time += Int64(Int32(bitPattern: milliseconds &- last)) } else { time = Int64(milliseconds) }
    last = milliseconds
    return time
  }
}
