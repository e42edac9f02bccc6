import BitstreamKit

/// The header of each track of a multitrack video packet.
///
/// Enhanced RTMP v2, "ExVideoTagBody Section".
public struct VideoTrackHeader: Equatable, Sendable {
  /// The track's codec; nil if the packet header has a common codec.
  public var videoFourCc: FourCC?
  /// The track ID.
  public var videoTrackId: UInt8 = 0
  /// The size of the track in bytes after this field, including the offset below: 0 to 2^24 − 1.
  public var sizeOfVideoTrack: UInt32 = 0
  /// The composition time offset in milliseconds: in `CodedFrames` of AVC, HEVC and VVC.
  public var compositionTimeOffset: Int32?

  /// Track 0, empty.
  @inlinable public init() {}

  /// - Parameter header: the enhanced header of the packet.
  @inlinable public mutating func syntax<C: ElementCoder>(_ c: inout C, header: ExVideoTagHeader) throws(SyntaxError) {
    try c.when(header.videoFourCc == nil, &videoFourCc, FourCC(rawValue: 0)) { (c, code) throws(SyntaxError) in
      try c.u("videoFourCc", &code.rawValue, bits: 32)
    }
    try c.u("videoTrackId", &videoTrackId, bits: 8)
    let codec = header.videoFourCc ?? videoFourCc
    let hasOffset = hasCompositionTimeOffset(packetType: header.trackVideoPacketType ?? header.videoPacketType, codec)
    try c.u("sizeOfVideoTrack", &sizeOfVideoTrack, bits: 24, in: (hasOffset ? 3 : 0)...0xFF_FFFF, sizing: true, at: -1, -1)
    try c.when(hasOffset, &compositionTimeOffset, 0) { (c, time) throws(SyntaxError) in
      try c.i("compositionTimeOffset", &time, bits: 24)
    }
  }
}
