import BitstreamKit

/// The enhanced audio header behind the four bits that announce it. Of a packet with several tracks it holds what they share;
/// each track then begins with an `AudioTrackHeader`.
///
/// Enhanced RTMP v2, "ExAudioTagHeader Section".
public struct ExAudioTagHeader: Equatable, Sendable {
  /// Modifiers, in their order; each stands behind a packet type of 7.
  public var modEx: [PacketModEx] = []
  /// The packet type that is no `ModEx`: 0 to 15 (`AudioPacketType`).
  public var audioPacketType: UInt8 = 0
  /// `AvMultitrackType`; nil without tracks.
  public var audioMultitrackType: UInt8?
  /// The packet type of all tracks; nil without tracks.
  public var trackAudioPacketType: UInt8?
  /// The codec; nil where each track names its own.
  public var audioFourCc: FourCC? = FourCC(rawValue: 0)
  /// The track's number where there is just one with a number.
  public var audioTrackId: UInt8?

  /// A sequence start of no codec.
  @inlinable public init() {}

  @inlinable public mutating func syntax<C: ElementCoder>(_ c: inout C) throws(SyntaxError) {
    try c.listWhile("audioPacketType", is: AudioPacketType.modEx.rawValue, bits: 4, &modEx, last: &audioPacketType, PacketModEx()) {
      (c, element, _) throws(SyntaxError) in try element.syntax(&c, typeName: "audioPacketModExType")
    }
    let isMultitrack = audioPacketType == AudioPacketType.multitrack.rawValue
    try c.u("audioMultitrackType", &audioMultitrackType, bits: 4, when: isMultitrack)
    try c.u("audioPacketType", &trackAudioPacketType, bits: 4, when: isMultitrack)
    let isShared = audioMultitrackType != AvMultitrackType.manyTracksManyCodecs.rawValue
    try c.when(isShared, &audioFourCc, FourCC(rawValue: 0)) { (c, code) throws(SyntaxError) in
      try c.u("audioFourCc", &code.rawValue, bits: 32)
    }
    try c.u("audioTrackId", &audioTrackId, bits: 8, when: audioMultitrackType == AvMultitrackType.oneTrack.rawValue)
  }
}
