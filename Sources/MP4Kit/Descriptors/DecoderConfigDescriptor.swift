import BitstreamKit

/// Coding of an MPEG-4 Systems elementary stream.
///
/// ISO/IEC 14496-1, 7.2.6.6 `DecoderConfigDescriptor`.
public struct DecoderConfigDescriptor: Syntax {
  public static let structureName: StaticString = "DecoderConfigDescriptor"

  /// Number of bytes of the size field: 1 to 4.
  public var sizeOfSize: UInt8 = 1
  /// Object type, e.g. 0x40 AAC (ISO/IEC 14496-3), 0x20 MPEG-4 video, 0x69 and 0x6B MPEG-2 and MPEG-1 audio.
  public var objectTypeIndication: UInt8 = 0x40
  /// Stream type: 4 video, 5 audio.
  public var streamType: UInt8 = 5
  /// Whether the stream flows upstream, to the sender.
  public var upStream = false
  /// Reserved: true.
  public var reserved = true
  /// Size of the decoding buffer in bytes.
  public var bufferSizeDB: UInt32 = 0
  /// Maximum bit rate in any one-second window, in bits per second.
  public var maxBitrate: UInt32 = 0
  /// Average bit rate of the whole stream in bits per second; 0 if variable.
  public var avgBitrate: UInt32 = 0
  /// `DecoderSpecificInfo` (for AAC an AudioSpecificConfig) and other descriptors.
  public var descriptors: [Descriptor] = []

  /// Creates a descriptor with default values (AAC, no decoder-specific information).
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

  /// Body of the first `DecoderSpecificInfo`; nil if absent. Setting it to nil removes the descriptor.
  public var decoderSpecificInfo: [UInt8]? {
    get { descriptors.first { $0.tag == Descriptor.Tag.decoderSpecificInfo }?.body }
    set {
      let place = descriptors.firstIndex { $0.tag == Descriptor.Tag.decoderSpecificInfo }
      guard let newValue else {
        if let place { descriptors.remove(at: place) }
        return
      }
      if let place { return descriptors[place].body = newValue }
      var info = Descriptor()
      (info.tag, info.body) = (Descriptor.Tag.decoderSpecificInfo, newValue)
      descriptors.insert(info, at: 0)
    }
  }
}
