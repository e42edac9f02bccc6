import BitstreamKit

/// A video codec in the way in which tags name it: by Adobe's number, or by four characters in the enhanced header.
///
/// Appends what stands before the codec's own data in a tag's body; the bodies of RTMP messages are the same.
public enum VideoCoding: Sendable, Hashable {
  /// CodecID (Adobe FLV 10.1, E.4.3.1). What follows CodecID and belongs to the codec, as the adjustment of VP6, counts as data.
  case id(VideoCodecID)
  /// The enhanced header (Enhanced RTMP v2).
  case fourCC(FourCC)

  /// H.264 as all players know it.
  public static let avc = VideoCoding.id(.avc)
  /// H.265 by the enhanced header.
  public static let hevc = VideoCoding.fourCC(VideoFourCc.hevc)
  /// H.265 as number 12: in no specification, and what older players know.
  public static let legacyHEVC = VideoCoding.id(.hevc)

  /// Whether a frame may be presented at another time than it is decoded.
  public var hasCompositionTime: Bool {
    switch self {
    case .id(let id): id == .avc || id == .hevc
    case .fourCC(let code): VideoFourCc.isNAL(code)
    }
  }

  /// Whether tags can hold a configuration and the end of a sequence.
  public var hasSequences: Bool {
    switch self {
    case .id: hasCompositionTime
    case .fourCC: true
    }
  }

  /// The codec as `onMetaData` has it.
  public var metaDataCodec: OnMetaData.Codec {
    switch self {
    case .id(let id): .id(id.rawValue)
    case .fourCC(let code): .fourCC(code)
    }
  }

  /// Bytes that `appendFrameHeader` appends.
  @inline(__always) func frameHeaderLength(_ compositionTime: Int64) -> Int {
    switch self {
    case .id: hasCompositionTime ? 5 : 1
    case .fourCC: hasCompositionTime && compositionTime != 0 ? 8 : 5
    }
  }

  /// Appends what stands before a frame's data. In the enhanced header a frame without offset is `CodedFramesX`.
  /// - Parameter compositionTime: milliseconds from decoding to presentation, −2^23 to 2^23 − 1.
  /// - Throws: where the offset does not fit, or the codec can have none.
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

  /// Appends what stands before a configuration: nothing, and false, where tags of this codec hold none.
  @discardableResult public func appendConfigurationHeader(to bytes: inout [UInt8]) -> Bool { appendHeader(0, .sequenceStart, to: &bytes) }

  /// Appends the body of a tag that ends a sequence: nothing, and false, where this codec has no such thing.
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

  /// Refuses an offset that cannot be said.
  @inline(__always) func check(_ compositionTime: Int64) throws(SyntaxError) {
    if compositionTime == 0 { return }
    if !hasCompositionTime {
      throw SyntaxError(.inconsistent("frames of this codec are presented when they are decoded"), element: "CompositionTime")
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
