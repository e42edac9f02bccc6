import BitstreamKit

/// The enhanced audio header after the four bits that indicate it. For a packet with several tracks it contains the common part; each
/// track then starts with an `AudioTrackHeader`.
///
/// Enhanced RTMP v2, "ExAudioTagHeader Section".
public struct ExAudioTagHeader: Equatable, Sendable {
  /// Modifiers in order; each follows a packet type of 7.
  public var modEx: [PacketModEx] = []
  /// The packet type other than `ModEx`, 0 to 15 (`AudioPacketType`).
  public var audioPacketType: UInt8 = 0
  /// `AvMultitrackType`; nil if not multitrack.
  public var audioMultitrackType: UInt8?
  /// The packet type of all tracks; nil if not multitrack.
  public var trackAudioPacketType: UInt8?
  /// The codec; nil if each track has its own.
  public var audioFourCc: FourCC? = FourCC(rawValue: 0)
  /// The track ID of a packet with a single identified track.
  public var audioTrackId: UInt8?

  /// A sequence start without a codec.
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
