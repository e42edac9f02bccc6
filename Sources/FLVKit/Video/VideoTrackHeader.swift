import BitstreamKit

/// What stands before each track of a video packet with several.
///
/// Enhanced RTMP v2, "ExVideoTagBody Section".
public struct VideoTrackHeader: Equatable, Sendable {
  /// The track's codec, where the header does not name one for all.
  public var videoFourCc: FourCC?
  /// The track's number.
  public var videoTrackId: UInt8 = 0
  /// Bytes of the track behind this number, the offset below included: 0 to 2^24 − 1.
  public var sizeOfVideoTrack: UInt32 = 0
  /// Milliseconds from decoding to presentation: in `CodedFrames` of AVC, HEVC and VVC.
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
