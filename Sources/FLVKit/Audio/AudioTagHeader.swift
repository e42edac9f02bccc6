import BitstreamKit

/// The header at the start of an audio tag body: one or two bytes, or the enhanced header. It is followed by the audio data, or by the
/// first of several tracks.
///
/// Adobe FLV 10.1, E.4.2.1 `AudioTagHeader`; Enhanced RTMP v2, "Enhanced Audio".
public struct AudioTagHeader: FastSyntax {
  public static let structureName: StaticString = "AudioTagHeader"

  /// The codec, 0 to 15 (`SoundFormat`); 9 indicates the enhanced header.
  public var soundFormat: UInt8 = 0
  /// 0 to 3 for 5.5, 11, 22 and 44 kHz; nil in the enhanced header.
  public var soundRate: UInt8? = 0
  /// 0 for 8-bit, 1 for 16-bit samples; nil in the enhanced header.
  public var soundSize: UInt8? = 0
  /// 0 mono, 1 stereo; nil in the enhanced header.
  public var soundType: UInt8? = 0
  /// AAC: 0 for an AudioSpecificConfig, 1 for a raw frame; nil for other codecs.
  public var aacPacketType: UInt8?
  /// The enhanced header; present if `soundFormat` is 9.
  public var exAudioTagHeader: ExAudioTagHeader?

  /// Linear PCM, 5.5 kHz, 8 bits, mono.
  @inlinable public init() {}

  @inlinable public mutating func syntax<C: ElementCoder>(_ c: inout C) throws(SyntaxError) {
    try c.u("SoundFormat", &soundFormat, bits: 4)
    let isEx = soundFormat == SoundFormat.exHeader.rawValue
    try c.u("SoundRate", &soundRate, bits: 2, when: !isEx)
    try c.u("SoundSize", &soundSize, bits: 1, when: !isEx)
    try c.u("SoundType", &soundType, bits: 1, when: !isEx)
    try c.u("AACPacketType", &aacPacketType, bits: 8, when: soundFormat == SoundFormat.aac.rawValue)
    try c.when(isEx, &exAudioTagHeader, ExAudioTagHeader()) { (c, ex) throws(SyntaxError) in
      try c.structure("ExAudioTagHeader", &ex) { (c, ex) throws(SyntaxError) in try ex.syntax(&c) }
    }
  }
}
