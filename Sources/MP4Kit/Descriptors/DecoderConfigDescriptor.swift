import BitstreamKit

/// How an elementary stream of MPEG-4 systems is coded.
///
/// ISO/IEC 14496-1, 7.2.6.6 `DecoderConfigDescriptor`.
public struct DecoderConfigDescriptor: Syntax {
  public static let structureName: StaticString = "DecoderConfigDescriptor"

  /// How many bytes the size takes: 1 to 4.
  public var sizeOfSize: UInt8 = 1
  /// The coding: 0x40 for AAC (ISO/IEC 14496-3), 0x20 for MPEG-4 video, 0x69 and 0x6B for MPEG-1 and -2 audio.
  public var objectTypeIndication: UInt8 = 0x40
  /// 4 video, 5 audio.
  public var streamType: UInt8 = 5
  /// True for a stream back to the sender.
  public var upStream = false
  /// True.
  public var reserved = true
  /// Bytes of the decoding buffer.
  public var bufferSizeDB: UInt32 = 0
  /// Bits in any window of one second, at most.
  public var maxBitrate: UInt32 = 0
  /// Bits in a second over all of the stream; 0 where it varies.
  public var avgBitrate: UInt32 = 0
  /// What the decoder needs to start: for AAC an AudioSpecificConfig. `DecoderSpecificInfo` and other descriptors.
  public var descriptors: [Descriptor] = []

  /// AAC without a configuration.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fixed("tag", 0x04, bits: 8)
    var body = self
    var taken = sizeOfSize
    try c.expandable("size", &taken) { (c) throws(SyntaxError) in try body.bodySyntax(&c) }
    body.sizeOfSize = taken
    self = body
  }

  private mutating func bodySyntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("objectTypeIndication", &objectTypeIndication, bits: 8)
    try c.u("streamType", &streamType, bits: 6)
    try c.flag("upStream", &upStream)
    try c.flag("reserved", &reserved)
    try c.u("bufferSizeDB", &bufferSizeDB, bits: 24)
    try c.u("maxBitrate", &maxBitrate, bits: 32)
    try c.u("avgBitrate", &avgBitrate, bits: 32)
    try c.listToEnd(&descriptors, Descriptor()) { (c, v, _) throws(SyntaxError) in
      try c.structure("BaseDescriptor", &v) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    }
  }

  /// The body of the `DecoderSpecificInfo`; nil where there is none.
  public var decoderSpecificInfo: [UInt8]? { descriptors.first { $0.tag == Descriptor.Tag.decoderSpecificInfo }?.body }
}
