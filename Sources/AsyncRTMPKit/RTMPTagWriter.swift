import AACKit
import BitstreamKit
import FLVKit
import H264Kit
import HEVCKit
import RTMPKit

/// Makes the tags of a stream from samples: the bodies of FLV tags, without a file around them.
struct RTMPTagWriter: Sendable {
  private var writer: FLVWriter
  private var bytes: [UInt8] = []

  init(video: VideoCoding?, audio: AudioCoding?) { writer = FLVWriter(video: video, audio: audio) }

  /// Returns the tag of a frame.
  mutating func tag(_ sample: FLVSample, _ data: [UInt8]) throws(SyntaxError) -> RTMPTag {
    bytes.removeAll(keepingCapacity: true)
    try writer.append(sample, data, 0..<data.count, to: &bytes)
    return tag(sample.frameType == nil ? .audio : .video, at: sample.decodeTime)
  }

  /// Returns the sequence header of the video codec.
  mutating func tag(_ record: AVCDecoderConfigurationRecord, at time: Int64) throws(SyntaxError) -> RTMPTag {
    bytes.removeAll(keepingCapacity: true)
    try writer.append(record, at: time, to: &bytes)
    return tag(.video, at: time)
  }

  /// Returns the sequence header of the video codec.
  mutating func tag(_ record: HEVCDecoderConfigurationRecord, at time: Int64) throws(SyntaxError) -> RTMPTag {
    bytes.removeAll(keepingCapacity: true)
    try writer.append(record, at: time, to: &bytes)
    return tag(.video, at: time)
  }

  /// Returns the sequence header of the audio codec.
  mutating func tag(_ config: AudioSpecificConfig, at time: Int64) throws(SyntaxError) -> RTMPTag {
    bytes.removeAll(keepingCapacity: true)
    try writer.append(config, at: time, to: &bytes)
    return tag(.audio, at: time)
  }

  /// Returns the `onMetaData` tag.
  mutating func tag(_ metaData: FLVMetaData) throws(SyntaxError) -> RTMPTag {
    bytes.removeAll(keepingCapacity: true)
    try writer.append(metaData, to: &bytes)
    return tag(.script, at: 0)
  }

  /// The body of the tag in `bytes`: without its 11 bytes of header and the PreviousTagSize.
  private func tag(_ type: TagType, at time: Int64) -> RTMPTag { RTMPTag(type, at: time, Array(bytes.dropFirst(11).dropLast(4))) }
}
