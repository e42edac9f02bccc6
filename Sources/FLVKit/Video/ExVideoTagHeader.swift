import BitstreamKit

/// The enhanced video header after the four bits that indicate it. For a packet with several tracks it contains the common part; each
/// track then starts with a `VideoTrackHeader`.
///
/// Enhanced RTMP v2, "ExVideoTagHeader Section", and the composition time offset of "ExVideoTagBody Section".
public struct ExVideoTagHeader: Equatable, Sendable {
  /// Modifiers in order; each follows a packet type of 7.
  public var modEx: [PacketModEx] = []
  /// The packet type other than `ModEx`, 0 to 15 (`VideoPacketType`).
  public var videoPacketType: UInt8 = 0
  /// The command of a command frame, which has no codec and no data.
  public var videoCommand: UInt8?
  /// `AvMultitrackType`; nil if not multitrack.
  public var videoMultitrackType: UInt8?
  /// The packet type of all tracks; nil if not multitrack.
  public var trackVideoPacketType: UInt8?
  /// The codec; nil if each track has its own, and in a command frame.
  public var videoFourCc: FourCC? = FourCC(rawValue: 0)
  /// The track ID of a packet with a single identified track.
  public var videoTrackId: UInt8?
  /// The composition time offset in milliseconds: in `CodedFrames` of AVC, HEVC and VVC, unless each track has its own.
  public var compositionTimeOffset: Int32?

  /// A sequence start without a codec.
  @inlinable public init() {}

  /// - Parameter frameType: the frame type of the enclosing header; a command frame has a different syntax.
  @inlinable public mutating func syntax<C: ElementCoder>(_ c: inout C, frameType: UInt8) throws(SyntaxError) {
    try c.listWhile("videoPacketType", is: VideoPacketType.modEx.rawValue, bits: 4, &modEx, last: &videoPacketType, PacketModEx()) {
      (c, element, _) throws(SyntaxError) in try element.syntax(&c, typeName: "videoPacketModExType")
    }
    let isCommand = frameType == VideoFrameType.command.rawValue && videoPacketType != VideoPacketType.metadata.rawValue
    let isMultitrack = !isCommand && videoPacketType == VideoPacketType.multitrack.rawValue
    try c.u("videoCommand", &videoCommand, bits: 8, when: isCommand)
    try c.u("videoMultitrackType", &videoMultitrackType, bits: 4, when: isMultitrack)
    try c.u("videoPacketType", &trackVideoPacketType, bits: 4, when: isMultitrack)
    let isShared = !isCommand && videoMultitrackType != AvMultitrackType.manyTracksManyCodecs.rawValue
    try c.when(isShared, &videoFourCc, FourCC(rawValue: 0)) { (c, code) throws(SyntaxError) in
      try c.u("videoFourCc", &code.rawValue, bits: 32)
    }
    try c.u("videoTrackId", &videoTrackId, bits: 8, when: videoMultitrackType == AvMultitrackType.oneTrack.rawValue)
    let isAlone = !isMultitrack || videoMultitrackType == AvMultitrackType.oneTrack.rawValue
    let hasOffset = isAlone && hasCompositionTimeOffset(packetType: trackVideoPacketType ?? videoPacketType, videoFourCc)
    try c.when(hasOffset, &compositionTimeOffset, 0) { (c, time) throws(SyntaxError) in
      try c.i("compositionTimeOffset", &time, bits: 24)
    }
  }
}

/// Whether a composition time offset precedes the data: in `CodedFrames` of codecs with NAL units.
@inlinable func hasCompositionTimeOffset(packetType: UInt8, _ videoFourCc: FourCC?) -> Bool {
  packetType == VideoPacketType.codedFrames.rawValue
    && (videoFourCc == VideoFourCc.avc || videoFourCc == VideoFourCc.hevc || videoFourCc == VideoFourCc.vvc)
}
