import BitstreamKit

extension VideoTagHeader {
  /// `frameType` as `VideoFrameType`.
  @inlinable public var frame: VideoFrameType { VideoFrameType(rawValue: frameType) }

  /// The codec's name, from the CodecID or the FourCC.
  public var codecName: StaticString {
    guard let ex = exVideoTagHeader else { return VideoCodecID(rawValue: codecID ?? 0).name }
    return ex.videoFourCc.map { VideoFourCc.name($0) } ?? "UNKNOWN"
  }

  /// The size of the header in bytes.
  public var byteCount: Int {
    guard let ex = exVideoTagHeader else { return 1 + (videoCommand == nil ? 0 : 1) + (avcPacketType == nil ? 0 : 4) }
    var count = 1
    for element in ex.modEx { count += element.byteCount }
    if ex.videoCommand != nil { count += 1 }
    if ex.videoMultitrackType != nil { count += 1 }
    if ex.videoFourCc != nil { count += 4 }
    if ex.videoTrackId != nil { count += 1 }
    return ex.compositionTimeOffset == nil ? count : count + 3
  }

  /// The composition time offset in milliseconds; nil if the header has none.
  public var compositionOffset: Int32? { exVideoTagHeader == nil ? compositionTime : exVideoTagHeader?.compositionTimeOffset }

  /// Whether the tag contains the codec's configuration.
  public var isSequenceHeader: Bool {
    if let ex = exVideoTagHeader { return ex.videoCommand == nil && ex.packetType == .sequenceStart }
    return avcPacketType == 0
  }

  /// Whether the tag contains a picture, rather than a configuration, a command, metadata or the end of a sequence.
  public var hasPicture: Bool {
    guard let ex = exVideoTagHeader else { return videoCommand == nil && (avcPacketType ?? 1) == 1 }
    return ex.videoCommand == nil && (ex.packetType == .codedFrames || ex.packetType == .codedFramesX)
  }

  /// Whether the tag has no picture and ends a sequence.
  public var endsSequence: Bool {
    guard let ex = exVideoTagHeader else { return avcPacketType == 2 }
    return ex.videoCommand == nil && ex.packetType == .sequenceEnd
  }

  /// The codec of length-prefixed NAL units in the packet; nil for other codecs or if each track has its own.
  public var nalCodec: FourCC? {
    if let ex = exVideoTagHeader { return ex.videoFourCc.flatMap { VideoFourCc.isNAL($0) ? $0 : nil } }
    switch codecID {
    case VideoCodecID.avc.rawValue: return VideoFourCc.avc
    case VideoCodecID.hevc.rawValue: return VideoFourCc.hevc
    default: return nil
    }
  }
}

extension VideoFourCc {
  /// Whether the codec uses NAL units.
  public static func isNAL(_ code: FourCC) -> Bool { code == avc || code == hevc || code == vvc }
}

extension ExVideoTagHeader {
  /// The content of the packet, or of each of its tracks.
  public var packetType: VideoPacketType { VideoPacketType(rawValue: trackVideoPacketType ?? videoPacketType) }
  /// The multitrack type; nil if the packet is not multitrack.
  public var multitrackType: AvMultitrackType? { videoMultitrackType.map { AvMultitrackType(rawValue: $0) } }
  /// Whether tracks with their own headers follow.
  public var hasTracks: Bool { videoMultitrackType != nil && videoTrackId == nil }
  /// Nanoseconds to add to the presentation time; nil if no modifier has an offset.
  public var timestampOffsetNano: UInt32? {
    for element in modEx { if let offset = element.timestampOffsetNano { return offset } }
    return nil
  }
}

/// A track of a multitrack video packet.
public struct VideoTrack: Equatable, Sendable {
  /// The track's header.
  public var header: VideoTrackHeader
  /// The payload, as a range of the tag body.
  public var payload: Range<Int>
}

extension ExVideoTagHeader {
  /// Parses the header of the next track. Only the headers must be in `body`, which may be the start of the tag body.
  /// - Parameters:
  ///   - body: the tag body or its start.
  ///   - offset: the start of the track in the body: initially the `byteCount` of the tag's header; advanced to the next track.
  ///   - dataSize: the size of the whole body in bytes.
  /// - Returns: nil after the last track.
  /// - Throws: if `body` ends before the header, or the tag body before the track.
  public func nextTrack(in body: [UInt8], from offset: inout Int, dataSize: Int) throws(SyntaxError) -> VideoTrack? {
    guard hasTracks, offset < dataSize else { return nil }
    var reader = BitReader(body, offset..<max(offset, min(dataSize, body.count)))
    var header = VideoTrackHeader()
    try reader.structure("VideoTrackHeader", &header) { (c, v) throws(SyntaxError) in try v.syntax(&c, header: self) }
    let start = reader.bitPosition / 8
    // The size includes the composition time offset, which is part of the header.
    let size = Int(header.sizeOfVideoTrack) - (header.compositionTimeOffset == nil ? 0 : 3)
    let room = dataSize - start
    if size > room {
      throw SyntaxError(.truncated(needed: size * 8, left: room * 8), element: "sizeOfVideoTrack", bitOffset: offset * 8)
    }
    offset = start + size
    return VideoTrack(header: header, payload: start..<start + size)
  }
}
