import BitstreamKit

/// An MPEG-4 Systems descriptor, kept as bytes.
///
/// ISO/IEC 14496-1, 8.3 `BaseDescriptor`: a tag, a size, a body.
public struct Descriptor: Equatable, Sendable {
  /// Descriptor tag.
  public var tag: UInt8 = 0
  /// Number of bytes of the size field: 1 to 4.
  public var sizeOfSize: UInt8 = 1
  /// Body bytes.
  public var body: [UInt8] = []

  /// Creates a descriptor with default values.
  public init() {}

  /// Codes tag, size and body.
  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("tag", &tag, bits: 8)
    var bytes = body
    try c.expandable("size", &sizeOfSize) { (c) throws(SyntaxError) in try c.restBytes("body", &bytes) }
    body = bytes
  }

  /// Tags of ISO/IEC 14496-1, 7.2.2.1.
  public enum Tag {
    /// `ES_Descriptor`.
    public static var elementaryStream: UInt8 { 0x03 }
    /// `DecoderConfigDescriptor`.
    public static var decoderConfig: UInt8 { 0x04 }
    /// `DecoderSpecificInfo`.
    public static var decoderSpecificInfo: UInt8 { 0x05 }
    /// `SLConfigDescriptor`.
    public static var slConfig: UInt8 { 0x06 }
  }
}
