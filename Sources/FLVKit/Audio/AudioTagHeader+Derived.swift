import BitstreamKit

extension AudioTagHeader {
  /// `soundFormat` as `SoundFormat`.
  @inlinable public var format: SoundFormat { SoundFormat(rawValue: soundFormat) }

  /// Whether the codec is AAC, by the format or the FourCC.
  public var isAAC: Bool { format == .aac || exAudioTagHeader?.audioFourCc == AudioFourCc.aac }

  /// The codec's name, from the format or the FourCC.
  public var codecName: StaticString {
    guard let ex = exAudioTagHeader else { return format.name }
    return ex.audioFourCc.map { AudioFourCc.name($0) } ?? "UNKNOWN"
  }

  /// Samples per second: what the format fixes (Adobe FLV 10.1, E.4.2.1), else `soundRate`; nil for an enhanced header.
  public var sampleRate: UInt32? {
    switch soundFormat {
    case 4, 11: 16000
    case 5, 7, 8, 14: 8000
    default: soundRate.map { [5512, 11025, 22050, 44100][Int($0 & 3)] }
    }
  }

  /// Number of channels: one where the format fixes it, else by `soundType`; nil for an enhanced header.
  public var channelCount: UInt32? {
    switch soundFormat {
    case 4, 5, 11: 1
    default: soundType.map { UInt32($0) + 1 }
    }
  }

  /// Bytes of the header.
  public var byteCount: Int {
    guard let ex = exAudioTagHeader else { return aacPacketType == nil ? 1 : 2 }
    var count = 1
    for element in ex.modEx { count += element.byteCount }
    if ex.audioMultitrackType != nil { count += 1 }
    if ex.audioFourCc != nil { count += 4 }
    return ex.audioTrackId == nil ? count : count + 1
  }

  /// Whether the tag contains the codec's configuration.
  public var isSequenceHeader: Bool {
    if let ex = exAudioTagHeader { return ex.packetType == .sequenceStart }
    return aacPacketType == 0
  }

  /// Whether the tag has no frame and ends a sequence.
  public var endsSequence: Bool { exAudioTagHeader?.packetType == .sequenceEnd }
}

extension ExAudioTagHeader {
  /// The content of the packet, or of each of its tracks.
  public var packetType: AudioPacketType { AudioPacketType(rawValue: trackAudioPacketType ?? audioPacketType) }
  /// The multitrack type; nil if the packet is not multitrack.
  public var multitrackType: AvMultitrackType? { audioMultitrackType.map { AvMultitrackType(rawValue: $0) } }
  /// Whether tracks with their own headers follow.
  public var hasTracks: Bool { audioMultitrackType != nil && audioTrackId == nil }
  /// Nanoseconds to add to the presentation time; nil if no modifier has an offset.
  public var timestampOffsetNano: UInt32? {
    for element in modEx { if let offset = element.timestampOffsetNano { return offset } }
    return nil
  }
}

/// A track of a multitrack audio packet.
public struct AudioTrack: Equatable, Sendable {
  /// The track's header.
  public var header: AudioTrackHeader
  /// The payload, as a range of the tag body.
  public var payload: Range<Int>
}

extension ExAudioTagHeader {
  /// Parses the header of the next track. Only the headers must be in `body`, which may be the start of the tag body.
  /// - Parameters:
  ///   - body: the tag body or its start.
  ///   - offset: the start of the track in the body: initially the `byteCount` of the tag's header; advanced to the next track.
  ///   - dataSize: the size of the whole body in bytes.
  /// - Returns: nil after the last track.
  /// - Throws: if `body` ends before the header, or the tag body before the track.
  public func nextTrack(in body: [UInt8], from offset: inout Int, dataSize: Int) throws(SyntaxError) -> AudioTrack? {
    guard hasTracks, offset < dataSize else { return nil }
    var reader = BitReader(body, offset..<max(offset, min(dataSize, body.count)))
    var header = AudioTrackHeader()
    try reader.structure("AudioTrackHeader", &header) { (c, v) throws(SyntaxError) in try v.syntax(&c, header: self) }
    let start = reader.bitPosition / 8
    let size = Int(header.sizeOfAudioTrack)
    let room = dataSize - start
    if size > room {
      throw SyntaxError(.truncated(needed: size * 8, left: room * 8), element: "sizeOfAudioTrack", bitOffset: offset * 8)
    }
    offset = start + size
    return AudioTrack(header: header, payload: start..<start + size)
  }
}
