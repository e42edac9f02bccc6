import AACKit
import BitstreamKit
import FLVKit
import H264Kit
import HEVCKit
import MP4Kit

extension MediaCodec {
  /// The codec of a video tag.
  package init(_ header: VideoTagHeader) {
    if let code = header.exVideoTagHeader?.videoFourCc {
      self.init(sampleEntry: code)
      return
    }
    switch header.codecID {
    case VideoCodecID.avc.rawValue: self = .h264
    case VideoCodecID.hevc.rawValue: self = .hevc
    case 2: self = .other("FLV1")
    case 3: self = .other("FSV1")
    case 4: self = .other("VP6F")
    case 5: self = .other("VP6A")
    case 6: self = .other("FSV2")
    default: self = .other("UNKN")
    }
  }

  /// The codec of an audio tag.
  package init(_ header: AudioTagHeader) {
    if let code = header.exAudioTagHeader?.audioFourCc {
      self.init(sampleEntry: code)
      return
    }
    switch header.soundFormat {
    case 10: self = .aac
    case 2, 14: self = .mp3
    case 0, 3: self = .other("lpcm")
    case 1: self = .other("adpc")
    case 4, 5, 6: self = .other("nmos")
    case 7: self = .other("alaw")
    case 8: self = .other("ulaw")
    case 11: self = .other("spex")
    default: self = .other("UNKN")
    }
  }

  /// Whether FLV states the configuration in a sequence header, and not in each frame.
  package var hasSequenceHeader: Bool {
    switch self {
    case .h264, .hevc, .aac: true
    default: BoxedConfiguration.hasSequenceHeader(self)
    }
  }
}

extension OnMetaData {
  /// The width of pictures in pixels; 0 if it is missing or out of range.
  var pictureWidth: UInt32 { Self.whole(width) }
  /// The height of pictures in pixels; 0 if it is missing or out of range.
  var pictureHeight: UInt32 { Self.whole(height) }
  /// The size of pictures; nil if it is not known.
  package var pictureSize: PictureSize? {
    pictureWidth > 0 && pictureHeight > 0 ? PictureSize(width: Int(pictureWidth), height: Int(pictureHeight)) : nil
  }

  private static func whole(_ number: Double?) -> UInt32 {
    guard let number, number >= 1, number < 65536 else { return 0 }
    return UInt32(saturating: number)
  }
}

extension MediaConfiguration {
  /// The configuration in the payload of an FLV tag: of a sequence header, or of a frame of a codec without one.
  init?(flvPayload payload: [UInt8], _ codec: MediaCodec) {
    let found: MediaConfiguration?
    switch codec {
    case .h264: found = (try? AVCDecoderConfigurationRecord(parsing: payload)).map { .avc($0) }
    case .hevc: found = (try? HEVCDecoderConfigurationRecord(parsing: payload)).map { .hevc($0) }
    case .aac: found = (try? AudioSpecificConfig(parsing: payload)).map { .aac($0) }
    case .ac3, .eac3: found = DolbyFrame.box(ofFrames: payload, codec)
    default: found = BoxedConfiguration.box(ofSequenceHeader: payload, codec)
    }
    guard let found else { return nil }
    self = found
  }
}

/// The format of an MP4 track for the tags of a stream.
package struct FLVTagFormat {
  package let codec: MediaCodec
  package let format: MovieFormat
  /// The picture size, of configurations whose size the format does not state; nil if it is not known.
  package private(set) var size: PictureSize?
  /// The sampling rate of sound in Hz; nil if it is not known.
  package private(set) var sampleRate: UInt32?
  /// The number of samples in a frame of sound; nil if it is not known or varies.
  package private(set) var samplesPerFrame: UInt32?

  /// Creates the format of pictures.
  /// - Parameters:
  ///   - body: the body of a tag.
  ///   - header: its header.
  ///   - announced: the picture size in the metadata, for configurations without one.
  /// - Returns: nil if the tag has no configuration, or MP4 does not support the codec.
  package init?(_ body: [UInt8], _ header: VideoTagHeader, announced: PictureSize?) {
    codec = MediaCodec(header)
    guard header.isSequenceHeader, header.exVideoTagHeader?.hasTracks != true,
      let configuration = MediaConfiguration(flvPayload: Array(body.dropFirst(header.byteCount)), codec)
    else { return nil }
    var track = MediaTrack(index: 0, id: 1, kind: .video, codec: codec, timescale: 1000)
    track.configuration = configuration
    if case .box = configuration { size = CodecDescription(configuration, entry: nil).size ?? announced }
    (track.width, track.height) = (UInt32(clamping: size?.width ?? 0), UInt32(clamping: size?.height ?? 0))
    guard let format = try? MovieFormat(configurationOf: track) else { return nil }
    self.format = format
  }

  /// Creates the format of sound: from a sequence header, or from a frame of a codec that has none.
  /// - Parameters:
  ///   - body: the body of a tag.
  ///   - header: its header.
  /// - Returns: nil if the tag has no configuration, or MP4 does not support the codec.
  package init?(_ body: [UInt8], _ header: AudioTagHeader) {
    codec = MediaCodec(header)
    guard header.exAudioTagHeader?.hasTracks != true, header.isSequenceHeader == codec.hasSequenceHeader else { return nil }
    var track = MediaTrack(index: 0, id: 1, kind: .audio, codec: codec, timescale: 1000)
    if codec == .mp3 {
      // The tag header has no code for rates such as 48 kHz.
      guard let frame = MPEGAudioHeader(body, header.byteCount), frame.layer == 3 else { return nil }
      (track.sampleRate, track.channels) = (frame.sampleRate, frame.channels)
    } else {
      guard let configuration = MediaConfiguration(flvPayload: Array(body.dropFirst(header.byteCount)), codec) else { return nil }
      track.configuration = configuration
      if case .box(let type, let box) = configuration { (track.sampleRate, track.channels) = BoxedConfiguration.sound(type, box) }
    }
    guard let format = try? MovieFormat(configurationOf: track) else { return nil }
    self.format = format
    sampleRate = format.sampleRate ?? (track.sampleRate > 0 ? track.sampleRate : nil)
    let stated = format.samplesPerFrame ?? sampleRate.flatMap { track.configuration.sampleDuration(timescale: $0) }
    samplesPerFrame = stated ?? (codec == .aac ? 1024 : nil)
  }
}
