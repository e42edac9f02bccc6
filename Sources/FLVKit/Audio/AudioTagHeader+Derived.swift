import BitstreamKit

extension AudioTagHeader {
  /// `soundFormat` as a type.
  @inlinable public var format: SoundFormat { SoundFormat(rawValue: soundFormat) }

  /// The codec's name: of the format, or of the code of four characters.
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

  /// Whether the codec's configuration follows.
  public var isSequenceHeader: Bool {
    if let ex = exAudioTagHeader { return ex.packetType == .sequenceStart }
    return aacPacketType == 0
  }
}

extension ExAudioTagHeader {
  /// What the packet, or each of its tracks, holds.
  public var packetType: AudioPacketType { AudioPacketType(rawValue: trackAudioPacketType ?? audioPacketType) }
  /// How it carries tracks, nil where it does not.
  public var multitrackType: AvMultitrackType? { audioMultitrackType.map { AvMultitrackType(rawValue: $0) } }
  /// Whether tracks with a header of their own follow.
  public var hasTracks: Bool { audioMultitrackType != nil && audioTrackId == nil }
  /// Nanoseconds to add to the presentation time; nil where no modifier says so.
  public var timestampOffsetNano: UInt32? {
    for element in modEx { if let offset = element.timestampOffsetNano { return offset } }
    return nil
  }
}

/// One of several tracks in an audio packet.
public struct AudioTrack: Equatable, Sendable {
  /// What stands before it.
  public var header: AudioTrackHeader
  /// Its bytes, counted from the beginning of the tag's body.
  public var payload: Range<Int>
}

extension ExAudioTagHeader {
  /// The next of several tracks. Only headers are looked at: the body's first bytes do, as far as they go.
  /// - Parameters:
  ///   - body: the tag's body or its beginning.
  ///   - offset: where the track begins in the body: at first the `byteCount` of the tag's header; set to the next one.
  ///   - dataSize: bytes of the whole body.
  /// - Returns: nil behind the last track.
  /// - Throws: where `body` or the body itself ends before the track does.
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
