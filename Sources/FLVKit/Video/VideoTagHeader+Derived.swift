import BitstreamKit

extension VideoTagHeader {
  /// `frameType` as a type.
  @inlinable public var frame: VideoFrameType { VideoFrameType(rawValue: frameType) }

  /// The codec's name: of the number, or of the code of four characters.
  public var codecName: StaticString {
    guard let ex = exVideoTagHeader else { return VideoCodecID(rawValue: codecID ?? 0).name }
    return ex.videoFourCc.map { VideoFourCc.name($0) } ?? "UNKNOWN"
  }

  /// Bytes of the header.
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

  /// Milliseconds from decoding to presentation; nil where the header has no such number.
  public var compositionOffset: Int32? { exVideoTagHeader == nil ? compositionTime : exVideoTagHeader?.compositionTimeOffset }

  /// Whether the codec's configuration follows.
  public var isSequenceHeader: Bool {
    if let ex = exVideoTagHeader { return ex.videoCommand == nil && ex.packetType == .sequenceStart }
    return avcPacketType == 0
  }

  /// Whether a picture follows, rather than a configuration, a command, metadata or the end of a sequence.
  public var hasPicture: Bool {
    guard let ex = exVideoTagHeader else { return videoCommand == nil && (avcPacketType ?? 1) == 1 }
    return ex.videoCommand == nil && (ex.packetType == .codedFrames || ex.packetType == .codedFramesX)
  }

  /// The codec whose NAL units the packet carries behind lengths, nil for another codec or where each track names its own.
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
  /// Whether the codec's pictures are NAL units.
  public static func isNAL(_ code: FourCC) -> Bool { code == avc || code == hevc || code == vvc }
}

extension ExVideoTagHeader {
  /// What the packet, or each of its tracks, holds.
  public var packetType: VideoPacketType { VideoPacketType(rawValue: trackVideoPacketType ?? videoPacketType) }
  /// How it carries tracks, nil where it does not.
  public var multitrackType: AvMultitrackType? { videoMultitrackType.map { AvMultitrackType(rawValue: $0) } }
  /// Whether tracks with a header of their own follow.
  public var hasTracks: Bool { videoMultitrackType != nil && videoTrackId == nil }
  /// Nanoseconds to add to the presentation time; nil where no modifier says so.
  public var timestampOffsetNano: UInt32? {
    for element in modEx { if let offset = element.timestampOffsetNano { return offset } }
    return nil
  }
}

/// One of several tracks in a video packet.
public struct VideoTrack: Equatable, Sendable {
  /// What stands before it.
  public var header: VideoTrackHeader
  /// Its bytes, counted from the beginning of the tag's body.
  public var payload: Range<Int>
}

extension ExVideoTagHeader {
  /// The next of several tracks. Only headers are looked at: the body's first bytes do, as far as they go.
  /// - Parameters:
  ///   - body: the tag's body or its beginning.
  ///   - offset: where the track begins in the body: at first the `byteCount` of the tag's header; set to the next one.
  ///   - dataSize: bytes of the whole body.
  /// - Returns: nil behind the last track.
  /// - Throws: where `body` or the body itself ends before the track does.
  public func nextTrack(in body: [UInt8], from offset: inout Int, dataSize: Int) throws(SyntaxError) -> VideoTrack? {
    guard hasTracks, offset < dataSize else { return nil }
    var reader = BitReader(body, offset..<max(offset, min(dataSize, body.count)))
    var header = VideoTrackHeader()
    try reader.structure("VideoTrackHeader", &header) { (c, v) throws(SyntaxError) in try v.syntax(&c, header: self) }
    let start = reader.bitPosition / 8
    // The size counts the composition time offset, which the header has taken.
    let size = Int(header.sizeOfVideoTrack) - (header.compositionTimeOffset == nil ? 0 : 3)
    let room = dataSize - start
    if size > room {
      throw SyntaxError(.truncated(needed: size * 8, left: room * 8), element: "sizeOfVideoTrack", bitOffset: offset * 8)
    }
    offset = start + size
    return VideoTrack(header: header, payload: start..<start + size)
  }
}
