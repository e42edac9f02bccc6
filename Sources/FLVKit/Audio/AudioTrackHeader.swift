import BitstreamKit

/// The header of each track of a multitrack audio packet.
///
/// Enhanced RTMP v2, "ExAudioTagBody Section".
public struct AudioTrackHeader: Equatable, Sendable {
  /// The track's codec; nil if the packet header has a common codec.
  public var audioFourCc: FourCC?
  /// The track ID.
  public var audioTrackId: UInt8 = 0
  /// The size of the track in bytes after this field, 0 to 2^24 − 1.
  public var sizeOfAudioTrack: UInt32 = 0

  /// Track 0, empty.
  @inlinable public init() {}

  /// - Parameter header: the enhanced header of the packet.
  @inlinable public mutating func syntax<C: ElementCoder>(_ c: inout C, header: ExAudioTagHeader) throws(SyntaxError) {
    try c.when(header.audioFourCc == nil, &audioFourCc, FourCC(rawValue: 0)) { (c, code) throws(SyntaxError) in
      try c.u("audioFourCc", &code.rawValue, bits: 32)
    }
    try c.u("audioTrackId", &audioTrackId, bits: 8)
    try c.u("sizeOfAudioTrack", &sizeOfAudioTrack, bits: 24)
  }
}
