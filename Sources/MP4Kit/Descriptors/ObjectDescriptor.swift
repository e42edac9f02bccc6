import BitstreamKit

/// MPEG-4 Systems object descriptor of a file.
///
/// ISO/IEC 14496-14:2020, 6.2 `MP4_IOD` and `MP4_OD`; ISO/IEC 14496-1, 7.2.6.3 and 7.2.6.4.
public struct ObjectDescriptor: Syntax {
  public static let structureName: StaticString = "MP4_IOD"

  /// Required profiles and levels: 0xFE unspecified, 0xFF none required.
  public struct Profiles: Equatable, Sendable {
    /// Object descriptor profile and level.
    public var odProfileLevelIndication: UInt8 = 0xFF
    /// Scene profile and level.
    public var sceneProfileLevelIndication: UInt8 = 0xFF
    /// Audio profile and level of ISO/IEC 14496-3, e.g. 0x29 AAC level 2.
    public var audioProfileLevelIndication: UInt8 = 0xFF
    /// Visual profile and level of ISO/IEC 14496-2, e.g. 0x15 AVC, 0x03 Simple.
    public var visualProfileLevelIndication: UInt8 = 0xFF
    /// Graphics profile and level.
    public var graphicsProfileLevelIndication: UInt8 = 0xFF

    /// Creates an instance with default values.
    public init() {}
  }

  /// Tag: 0x10 with profiles, 0x11 without.
  public var tag: UInt8 = 0x10
  /// Number of bytes of the size field: 1 to 4.
  public var sizeOfSize: UInt8 = 1
  /// Object descriptor ID, 1 to 1022.
  public var objectDescriptorID: UInt16 = 1
  /// Whether the profiles include inline content; only for tag 0x10.
  public var includeInlineProfileLevelFlag: Bool?
  /// Reserved: all ones; 4 bits for tag 0x10, 5 for 0x11.
  public var reserved: UInt8 = 15
  /// URL of the descriptor, coded after a length byte; nil if absent.
  public var url: [UInt8]?
  /// Profiles; only for tag 0x10 without a URL.
  public var profiles: Profiles?
  /// Tracks as `ES_ID_Inc` (0x0E) or `ES_ID_Ref` (0x0F), and other descriptors.
  public var descriptors: [Descriptor] = []

  /// Creates a descriptor with default values.
  public init() {
    includeInlineProfileLevelFlag = false
    profiles = Profiles()
  }

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("tag", &tag, bits: 8, in: 0x10...0x11, sizing: true, at: -1, -1)
    var body = self
    var taken = sizeOfSize
    try c.expandable("size", &taken) { (c) throws(SyntaxError) in try body.bodySyntax(&c) }
    body.sizeOfSize = taken
    self = body
  }

  private mutating func bodySyntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let isInitial = tag == 0x10
    try c.u("ObjectDescriptorID", &objectDescriptorID, bits: 10)
    var hasURL = url != nil
    try c.flag("URL_Flag", &hasURL)
    try c.flag("includeInlineProfileLevelFlag", &includeInlineProfileLevelFlag, when: isInitial)
    try c.u("reserved", &reserved, bits: isInitial ? 4 : 5)
    try c.when(hasURL, &url, []) { (c, v) throws(SyntaxError) in
      let count = try c.count("URLlength", v.count, bits: 8)
      try c.characters("URLstring", &v, count: count)
    }
    try c.when(isInitial && !hasURL, &profiles, Profiles()) { (c, v) throws(SyntaxError) in
      try c.u("ODProfileLevelIndication", &v.odProfileLevelIndication, bits: 8)
      try c.u("sceneProfileLevelIndication", &v.sceneProfileLevelIndication, bits: 8)
      try c.u("audioProfileLevelIndication", &v.audioProfileLevelIndication, bits: 8)
      try c.u("visualProfileLevelIndication", &v.visualProfileLevelIndication, bits: 8)
      try c.u("graphicsProfileLevelIndication", &v.graphicsProfileLevelIndication, bits: 8)
    }
    try c.listToEnd(&descriptors, Descriptor()) { (c, v, _) throws(SyntaxError) in
      try c.structure("BaseDescriptor", &v) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    }
  }

  /// Track IDs of the `ES_ID_Inc` descriptors.
  public var trackIDs: [UInt32] {
    var found: [UInt32] = []
    for descriptor in descriptors where descriptor.tag == 0x0E && descriptor.body.count >= 4 {
      found.append(UInt32(truncatingIfNeeded: descriptor.body.bigEndian64(at: 0) >> 32))
    }
    return found
  }
}
