import AACKit
import BitstreamKit
import H264Kit
import HEVCKit

/// A complete tag of a stream and its role: `FLVWriter` writes it to a file, RTMP sends its body as a message.
public struct FLVStreamTag: Sendable {
  /// The role of a tag for a decoder.
  public enum Role: Sendable {
    /// `onMetaData`.
    case metaData(FLVMetaData)
    /// A codec configuration.
    case configuration
    /// A coded frame.
    case frame(FLVSample)
    /// The end of a sequence.
    case sequenceEnd
  }

  /// The role of the tag.
  public let role: Role
  /// Audio, video or script data.
  public let type: TagType
  /// The decode time in milliseconds, 0 or more.
  public let time: Int64
  /// The tag body: the codec header and the data, at most 2^24 − 1 bytes.
  public let body: [UInt8]

  init(_ role: Role, _ type: TagType, at time: Int64, _ body: [UInt8]) throws(SyntaxError) {
    try Self.check(byteCount: body.count, time)
    self.role = role
    self.type = type
    self.time = time
    self.body = body
  }

  /// - Throws: if a tag cannot have a body of this size, or this time.
  static func check(byteCount: Int, _ time: Int64) throws(SyntaxError) {
    if byteCount < 0 || byteCount > 0xFF_FFFF {
      let (lower, upper) = (ElementValue.signed(0), ElementValue.signed(0xFF_FFFF))
      throw SyntaxError(.outOfRange(.signed(Int64(byteCount)), lower: lower, upper: upper), element: "DataSize")
    }
    if time < 0 { throw SyntaxError(.inconsistent("\(time) ms is negative"), element: "Timestamp") }
  }
}

/// Makes the tags of a stream from frames and configurations.
public struct FLVTagMaker: Sendable {
  /// The video codec; nil without video.
  public var video: VideoCoding?
  /// The audio codec; nil without audio.
  public var audio: AudioCoding?

  /// Creates a maker of tags with these codecs.
  public init(video: VideoCoding?, audio: AudioCoding?) {
    self.video = video
    self.audio = audio
  }

  /// Returns the `onMetaData` tag.
  /// - Throws: if it cannot be encoded or is too large.
  public func metaData(_ data: FLVMetaData) throws(SyntaxError) -> FLVStreamTag {
    try FLVStreamTag(.metaData(data), .script, at: 0, try data.scriptData().encoded())
  }

  /// Returns the tag of a codec configuration: an H.264, H.265 or AV1 record, an AudioSpecificConfig, or the header of Opus or FLAC.
  /// - Throws: if the codec has no configuration tags, it is too large, or the time is negative.
  public func configuration(_ type: TagType, _ configuration: [UInt8], at time: Int64 = 0) throws(SyntaxError) -> FLVStreamTag {
    var body: [UInt8] = []
    let has =
      type == .video ? video?.appendConfigurationHeader(to: &body) : type == .audio ? audio?.appendConfigurationHeader(to: &body) : false
    guard has == true else {
      throw SyntaxError(.inconsistent("tags of this codec have no configuration"), element: "Data", path: ["FLVTAG"])
    }
    body += configuration
    return try FLVStreamTag(.configuration, type, at: time, body)
  }

  /// Returns the tag of the AVC sequence header.
  /// - Throws: if the video codec is not AVC, the record cannot be encoded, or the time is negative.
  public func configuration(_ record: AVCDecoderConfigurationRecord, at time: Int64 = 0) throws(SyntaxError) -> FLVStreamTag {
    guard video == .avc || video == .fourCC(VideoFourCc.avc) else { throw Self.otherCoding("AVCDecoderConfigurationRecord") }
    return try configuration(.video, record.encoded(), at: time)
  }

  /// Returns the tag of the HEVC sequence header.
  /// - Throws: if the video codec is not HEVC, the record cannot be encoded, or the time is negative.
  public func configuration(_ record: HEVCDecoderConfigurationRecord, at time: Int64 = 0) throws(SyntaxError) -> FLVStreamTag {
    guard video == .hevc || video == .legacyHEVC else { throw Self.otherCoding("HEVCDecoderConfigurationRecord") }
    return try configuration(.video, record.encoded(), at: time)
  }

  /// Returns the tag of the AAC sequence header.
  /// - Throws: if the audio codec is not AAC, the configuration cannot be encoded, or the time is negative.
  public func configuration(_ config: AudioSpecificConfig, at time: Int64 = 0) throws(SyntaxError) -> FLVStreamTag {
    switch audio {
    case .id(.aac, _, _, _), .fourCC(AudioFourCc.aac): break
    default: throw Self.otherCoding("AudioSpecificConfig")
    }
    return try configuration(.audio, config.encoded(), at: time)
  }

  private static func otherCoding(_ element: String) -> SyntaxError {
    SyntaxError(.inconsistent("the tags have another codec"), element: element, path: ["FLVTAG"])
  }

  /// Appends the codec header of a frame, which the data of the frame must follow.
  /// - Throws: if the codec is not set, or a time is out of range.
  public func appendFrameHeader(_ sample: FLVSample, to bytes: inout [UInt8]) throws(SyntaxError) {
    if let frameType = sample.frameType {
      guard let video else { throw SyntaxError(.inconsistent("the video codec is not set"), element: "CodecID") }
      try video.appendFrameHeader(frameType, compositionTime: sample.compositionTime, to: &bytes)
    } else {
      guard let audio else { throw SyntaxError(.inconsistent("the audio codec is not set"), element: "SoundFormat") }
      if sample.compositionTime != 0 { throw SyntaxError(.inconsistent("audio has no composition time"), element: "CompositionTime") }
      audio.appendFrameHeader(to: &bytes)
    }
  }

  /// Returns the tag of a frame.
  /// - Parameter body: the codec header (`appendFrameHeader`) and the data.
  /// - Throws: if it is too large, or the time is negative.
  public func frame(_ sample: FLVSample, body: [UInt8]) throws(SyntaxError) -> FLVStreamTag {
    try FLVStreamTag(.frame(sample), sample.frameType == nil ? .audio : .video, at: sample.decodeTime, body)
  }

  /// Returns the tag of a frame with this data.
  /// - Throws: as `appendFrameHeader` and `frame(_:body:)`.
  public func frame(_ sample: FLVSample, _ data: [UInt8]) throws(SyntaxError) -> FLVStreamTag {
    var body: [UInt8] = []
    body.reserveCapacity(data.count + 16)
    try appendFrameHeader(sample, to: &body)
    body += data
    return try frame(sample, body: body)
  }

  /// Returns the end-of-sequence tag; nil if the codec has none.
  /// - Throws: if the time is negative.
  public func sequenceEnd(_ type: TagType, at time: Int64) throws(SyntaxError) -> FLVStreamTag? {
    var body: [UInt8] = []
    let has = type == .video ? video?.appendSequenceEnd(to: &body) : type == .audio ? audio?.appendSequenceEnd(to: &body) : false
    return has == true ? try FLVStreamTag(.sequenceEnd, type, at: time, body) : nil
  }
}
