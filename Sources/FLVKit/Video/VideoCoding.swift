import BitstreamKit

/// A video codec as identified in tags: by Adobe's CodecID, or by the FourCC of the enhanced header.
///
/// Appends the headers that precede the codec's data in a tag body; the bodies of RTMP messages are identical.
public enum VideoCoding: Sendable, Hashable {
  /// CodecID (Adobe FLV 10.1, E.4.3.1). Codec-specific fields after CodecID, such as the adjustment of VP6, are part of the data.
  case id(VideoCodecID)
  /// The enhanced header (Enhanced RTMP v2).
  case fourCC(FourCC)

  /// H.264 with the legacy header, supported by all players.
  public static let avc = VideoCoding.id(.avc)
  /// H.265 with the enhanced header.
  public static let hevc = VideoCoding.fourCC(VideoFourCc.hevc)
  /// H.265 as CodecID 12: not in any specification, but supported by older players.
  public static let legacyHEVC = VideoCoding.id(.hevc)

  /// Whether a frame may have a composition time offset.
  public var hasCompositionTime: Bool {
    switch self {
    case .id(let id): id == .avc || id == .hevc
    case .fourCC(let code): VideoFourCc.isNAL(code)
    }
  }

  /// Whether the codec has configuration and end-of-sequence tags.
  public var hasSequences: Bool {
    switch self {
    case .id: hasCompositionTime
    case .fourCC: true
    }
  }

  /// The codec as represented in `onMetaData`.
  public var metaDataCodec: OnMetaData.Codec {
    switch self {
    case .id(let id): .id(id.rawValue)
    case .fourCC(let code): .fourCC(code)
    }
  }

  /// The number of bytes appended by `appendFrameHeader`.
  @inline(__always) func frameHeaderLength(_ compositionTime: Int64) -> Int {
    switch self {
    case .id: hasCompositionTime ? 5 : 1
    case .fourCC: hasCompositionTime && compositionTime != 0 ? 8 : 5
    }
  }

  /// Appends the header of a frame. In the enhanced header, a frame without offset is `CodedFramesX`.
  /// - Parameter compositionTime: the composition time offset in milliseconds, −2^23 to 2^23 − 1.
  /// - Throws: if the offset is out of range, or not supported by the codec.
  public func appendFrameHeader(_ frameType: VideoFrameType, compositionTime: Int64 = 0, to bytes: inout [UInt8]) throws(SyntaxError) {
    try check(compositionTime)
    let frame = (frameType.rawValue & 7) << 4
    switch self {
    case .id(let id):
      bytes.append(frame | id.rawValue & 15)
      if hasCompositionTime {
        bytes.append(1)
        Self.append(compositionTime, to: &bytes)
      }
    case .fourCC(let code):
      let withoutOffset: VideoPacketType = hasCompositionTime ? .codedFramesX : .codedFrames
      bytes.append(0x80 | frame | (compositionTime == 0 ? withoutOffset : .codedFrames).rawValue)
      code.rawValue.pack(into: &bytes)
      if compositionTime != 0 { Self.append(compositionTime, to: &bytes) }
    }
  }

  /// Appends the header of a configuration; appends nothing and returns false if the codec has no configuration tags.
  @discardableResult public func appendConfigurationHeader(to bytes: inout [UInt8]) -> Bool { appendHeader(0, .sequenceStart, to: &bytes) }

  /// Appends the body of an end-of-sequence tag; appends nothing and returns false if the codec has none.
  @discardableResult public func appendSequenceEnd(to bytes: inout [UInt8]) -> Bool { appendHeader(2, .sequenceEnd, to: &bytes) }

  private func appendHeader(_ avcPacketType: UInt8, _ packetType: VideoPacketType, to bytes: inout [UInt8]) -> Bool {
    guard hasSequences else { return false }
    let frame = VideoFrameType.key.rawValue << 4
    switch self {
    case .id(let id): bytes += [frame | id.rawValue & 15, avcPacketType, 0, 0, 0]
    case .fourCC(let code):
      bytes.append(0x80 | frame | packetType.rawValue)
      code.rawValue.pack(into: &bytes)
    }
    return true
  }

  /// Checks that a composition time offset can be coded.
  @inline(__always) func check(_ compositionTime: Int64) throws(SyntaxError) {
    if compositionTime == 0 { return }
    if !hasCompositionTime {
      throw SyntaxError(.inconsistent("this codec has no composition time"), element: "CompositionTime")
    }
    if compositionTime < -0x80_0000 || compositionTime > 0x7F_FFFF {
      throw SyntaxError(
        .outOfRange(.signed(compositionTime), lower: .signed(-0x80_0000), upper: .signed(0x7F_FFFF)), element: "CompositionTime")
    }
  }

  private static func append(_ compositionTime: Int64, to bytes: inout [UInt8]) {
    bytes.append(UInt8(truncatingIfNeeded: compositionTime >> 16))
    bytes.append(UInt8(truncatingIfNeeded: compositionTime >> 8))
    bytes.append(UInt8(truncatingIfNeeded: compositionTime))
  }
}
