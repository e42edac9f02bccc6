import BitstreamKit

/// Description of an MPEG-4 Systems elementary stream.
///
/// ISO/IEC 14496-1, 7.2.6.5 `ES_Descriptor`.
public struct ESDescriptor: Syntax {
  public static let structureName: StaticString = "ES_Descriptor"

  /// Number of bytes of the size field: 1 to 4.
  public var sizeOfSize: UInt8 = 1
  /// Stream ID; 0 in a file.
  public var esID: UInt16 = 0
  /// Stream priority, 0 to 31.
  public var streamPriority: UInt8 = 0
  /// ID of the stream that this one depends on; nil if absent.
  public var dependsOnESID: UInt16?
  /// URL of the stream, coded after a length byte; nil if absent.
  public var url: [UInt8]?
  /// ID of the stream with the object clock reference; nil if absent.
  public var ocrESID: UInt16?
  /// Decoder configuration; nil if absent.
  public var decoderConfig: DecoderConfigDescriptor?
  /// Remaining descriptors; usually an `SLConfigDescriptor`.
  public var descriptors: [Descriptor] = []

  /// Creates a descriptor with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fixed("tag", 0x03, bits: 8)
    var body = self
    var taken = sizeOfSize
    try c.expandable("size", &taken) { (c) throws(SyntaxError) in try body.bodySyntax(&c) }
    body.sizeOfSize = taken
    self = body
  }

  private mutating func bodySyntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("ES_ID", &esID, bits: 16)
    var flags = (dependsOnESID != nil, url != nil, ocrESID != nil)
    try c.flag("streamDependenceFlag", &flags.0)
    try c.flag("URL_Flag", &flags.1)
    try c.flag("OCRstreamFlag", &flags.2)
    try c.u("streamPriority", &streamPriority, bits: 5)
    try c.u("dependsOn_ES_ID", &dependsOnESID, bits: 16, when: flags.0)
    try c.when(flags.1, &url, []) { (c, v) throws(SyntaxError) in
      let count = try c.count("URLlength", v.count, bits: 8)
      try c.characters("URLstring", &v, count: count)
    }
    try c.u("OCR_ES_Id", &ocrESID, bits: 16, when: flags.2)
    let hasConfig = c.upcoming(0x04, bits: 8, atLeast: 16, decoderConfig != nil)
    try c.when(hasConfig, &decoderConfig, DecoderConfigDescriptor()) { (c, v) throws(SyntaxError) in try c.nested(&v) }
    try c.listToEnd(&descriptors, Descriptor()) { (c, v, _) throws(SyntaxError) in
      try c.structure("BaseDescriptor", &v) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    }
  }
}
