import BitstreamKit
import MP4Kit

/// Converts codec configurations between enhanced FLV and MP4 for codecs whose samples are identical in both: MP4 stores the configuration
/// in a codec-specific box, FLV in the sequence start packet. Only the wrapping differs.
///
/// Enhanced RTMP v2, `SequenceStart`; the encapsulations of AV1, VP, Opus, FLAC and AC-3 in ISO base media files; RFC 7845, 5.1.
enum BoxedConfiguration {
  /// The configuration box in the codec's sample entry; nil if this type does not convert the codec.
  static func boxType(of codec: MediaCodec) -> FourCC? {
    switch codec {
    case .av1: "av1C"
    case .vp8, .vp9: "vpcC"
    case .opus: "dOps"
    case .flac: "dfLa"
    case .ac3: "dac3"
    case .eac3: "dec3"
    default: nil
    }
  }

  /// Whether FLV carries the configuration in a sequence start packet. AC-3 and E-AC-3 have none: each frame describes itself.
  static func hasSequenceHeader(_ codec: MediaCodec) -> Bool { boxType(of: codec) != nil && codec != .ac3 && codec != .eac3 }

  /// Converts a sequence header to the configuration box; nil if it cannot be parsed.
  static func box(ofSequenceHeader bytes: [UInt8], _ codec: MediaCodec) -> MediaConfiguration? {
    guard let type = boxType(of: codec) else { return nil }
    let payload: [UInt8]
    switch codec {
    case .av1:
      guard (try? AV1CodecConfigurationBox(parsing: bytes)) != nil else { return nil }
      payload = bytes
    case .vp8, .vp9:
      // Version 1 and flags.
      payload = [1, 0, 0, 0] + bytes
      guard (try? VPCodecConfigurationBox(parsing: payload)) != nil else { return nil }
    case .opus:
      guard let box = opus(bytes), let encoded = try? box.encoded() else { return nil }
      payload = encoded
    case .flac:
      let blocks = bytes.starts(with: flacMarker) ? Array(bytes.dropFirst(4)) : bytes
      payload = [0, 0, 0, 0] + blocks
      guard let box = try? FLACSpecificBox(parsing: payload), box.sampleRate != nil else { return nil }
    default: return nil
    }
    return .box(type, payload)
  }

  /// The FLV sequence header for a configuration box; nil if FLV has none.
  static func sequenceHeader(_ type: FourCC, _ payload: [UInt8]) -> [UInt8]? {
    switch type {
    case "av1C": payload
    case "vpcC": Array(payload.dropFirst(4))
    case "dOps": (try? OpusSpecificBox(parsing: payload)).map { opusHead($0) }
    case "dfLa": flacMarker + payload.dropFirst(4)
    default: nil
    }
  }

  /// Sample rate in Hz and number of channels; 0 if the configuration does not contain them.
  static func sound(_ type: FourCC, _ payload: [UInt8]) -> (rate: UInt32, channels: UInt32) {
    var sound = SoundDescription()
    sound.apply(type, payload)
    return (sound.sampleRate, sound.channelCount)
  }

  // MARK: - Opus and FLAC

  private static var flacMarker: [UInt8] { Array("fLaC".utf8) }
  private static var opusMarker: [UInt8] { Array("OpusHead".utf8) }

  /// Parses the Ogg identification header. Its numbers are little-endian, and its version is 1 where that of `dOps` is 0.
  private static func opus(_ head: [UInt8]) -> OpusSpecificBox? {
    guard head.count >= 19, head.starts(with: opusMarker), head[8] & 0xF0 == 0, head[9] > 0 else { return nil }
    var box = OpusSpecificBox()
    box.outputChannelCount = head[9]
    box.preSkip = UInt16(head[10]) | UInt16(head[11]) << 8
    box.inputSampleRate = UInt32(head[12]) | UInt32(head[13]) << 8 | UInt32(head[14]) << 16 | UInt32(head[15]) << 24
    box.outputGain = Int16(bitPattern: UInt16(head[16]) | UInt16(head[17]) << 8)
    box.channelMappingFamily = head[18]
    if head[18] == 0 { return head[9] <= 2 ? box : nil }
    let channels = Int(head[9])
    guard head.count >= 21 + channels else { return nil }
    var mapping = OpusSpecificBox.ChannelMapping()
    (mapping.streamCount, mapping.coupledCount) = (head[19], head[20])
    mapping.channelMapping = Array(head[21..<21 + channels])
    box.mapping = mapping
    return box
  }

  private static func opusHead(_ box: OpusSpecificBox) -> [UInt8] {
    let (skip, rate, gain) = (box.preSkip, box.inputSampleRate, UInt16(bitPattern: box.outputGain))
    var head = opusMarker + [1, box.outputChannelCount]
    for shift in [0, 8] as [UInt16] { head.append(UInt8(truncatingIfNeeded: skip >> shift)) }
    for shift in [0, 8, 16, 24] as [UInt32] { head.append(UInt8(truncatingIfNeeded: rate >> shift)) }
    for shift in [0, 8] as [UInt16] { head.append(UInt8(truncatingIfNeeded: gain >> shift)) }
    head.append(box.channelMappingFamily)
    if let mapping = box.mapping { head += [mapping.streamCount, mapping.coupledCount] + mapping.channelMapping }
    return head
  }
}
