import BitstreamKit

/// The enhanced video header behind the four bits that announce it. Of a packet with several tracks it holds what they share;
/// each track then begins with a `VideoTrackHeader`.
///
/// Enhanced RTMP v2, "ExVideoTagHeader Section", and the composition time offset of "ExVideoTagBody Section".
public struct ExVideoTagHeader: Equatable, Sendable {
  /// Modifiers, in their order; each stands behind a packet type of 7.
  public var modEx: [PacketModEx] = []
  /// The packet type that is no `ModEx`: 0 to 15 (`VideoPacketType`).
  public var videoPacketType: UInt8 = 0
  /// What a command frame says: it has no codec and no data.
  public var videoCommand: UInt8?
  /// `AvMultitrackType`; nil without tracks.
  public var videoMultitrackType: UInt8?
  /// The packet type of all tracks; nil without tracks.
  public var trackVideoPacketType: UInt8?
  /// The codec; nil where each track names its own, and in a command frame.
  public var videoFourCc: FourCC? = FourCC(rawValue: 0)
  /// The track's number where there is just one with a number.
  public var videoTrackId: UInt8?
  /// Milliseconds from decoding to presentation: in `CodedFrames` of AVC, HEVC and VVC, unless each track has its own.
  public var compositionTimeOffset: Int32?

  /// A sequence start of no codec.
  @inlinable public init() {}

  /// - Parameter frameType: what the header around this one says: a command frame is another thing.
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

/// Whether an offset stands before the data: in `CodedFrames` of the codecs that are NAL units.
@inlinable func hasCompositionTimeOffset(packetType: UInt8, _ videoFourCc: FourCC?) -> Bool {
  packetType == VideoPacketType.codedFrames.rawValue
    && (videoFourCc == VideoFourCc.avc || videoFourCc == VideoFourCc.hevc || videoFourCc == VideoFourCc.vvc)
}
