import BitstreamKit

/// Where the loudspeakers of a track's channels stand.
///
/// ISO/IEC 14496-12:2022, 12.2.4 `ChannelLayout`.
public struct ChannelLayoutBox: TypedBox {
  public static let structureName: StaticString = "ChannelLayout"
  public static var boxType: FourCC { "chnl" }

  /// A loudspeaker.
  public struct Speaker: Equatable, Sendable {
    /// A place of ISO/IEC 23091-3; 126 for one that the angles say.
    public var speakerPosition: UInt8 = 0
    /// In degrees, to the left of the front; for place 126.
    public var azimuth: Int16?
    /// In degrees above the ears; for place 126.
    public var elevation: Int8?

    /// A loudspeaker at place 0, front left.
    public init() {}

    mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
      try c.u("speaker_position", &speakerPosition, bits: 8)
      try c.when(speakerPosition == 126, &azimuth, 0) { (c, v) throws(SyntaxError) in try c.i("azimuth", &v, bits: 16) }
      try c.when(speakerPosition == 126, &elevation, 0) { (c, v) throws(SyntaxError) in try c.i("elevation", &v, bits: 8) }
    }
  }

  /// What version 1 has in front of the layout.
  public struct Order: Equatable, Sendable {
    /// 0 unknown, 1 as the layout says.
    public var formatOrdering: UInt8 = 0
    /// How many channels there are, those of objects among them.
    public var baseChannelCount: UInt8 = 0

    /// Nothing known.
    public init() {}
  }

  /// Channels that a layout with a number has and the track has not, in version 1.
  public struct Omission: Equatable, Sendable {
    /// 0.
    public var reserved: UInt8 = 0
    /// 0 in the order of ISO/IEC 23091-3.
    public var channelOrderDefinition: UInt8 = 0
    /// A bit for each channel, the first the lowest; nil where none is left out.
    public var omittedChannelsMap: UInt64?

    /// None.
    public init() {}
  }

  /// 0 or 1.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// 1 for channels, 2 for objects, 3 for both: eight bits in version 0, four in version 1.
  public var streamStructure: UInt8 = 1
  /// There in version 1.
  public var order: Order?
  /// A ChannelConfiguration of ISO/IEC 23091-3, 0 for loudspeakers one by one; nil where there are no channels.
  public var definedLayout: UInt8? = 2
  /// Channels that are left out, in version 0.
  public var omittedChannelsMap: UInt64? = 0
  /// Channels that are left out, in version 1.
  public var omission: Omission?
  /// The loudspeakers one by one, in version 1.
  public var speakers: [Speaker]?
  /// In version 0, the loudspeakers one by one, as many as the sample entry says, and then the number of objects.
  public var unread: [UInt8] = []

  /// Stereo.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    let isNew = version == 1
    try c.u("stream_structure", &streamStructure, bits: isNew ? 4 : 8)
    try c.when(isNew, &order, Order()) { (c, v) throws(SyntaxError) in
      try c.u("format_ordering", &v.formatOrdering, bits: 4)
      try c.u("baseChannelCount", &v.baseChannelCount, bits: 8)
    }
    try c.u("definedLayout", &definedLayout, bits: 8, when: streamStructure & 1 != 0)
    let isKnown = definedLayout.map { $0 != 0 } ?? false
    try c.u("omittedChannelsMap", &omittedChannelsMap, bits: 64, when: isKnown && !isNew)
    try c.when(isKnown && isNew, &omission, Omission()) { (c, v) throws(SyntaxError) in
      try c.u("reserved", &v.reserved, bits: 4)
      try c.u("channel_order_definition", &v.channelOrderDefinition, bits: 3)
      try c.optional("omitted_channels_present", &v.omittedChannelsMap, 0) { (c, v) throws(SyntaxError) in
        try c.u("omittedChannelsMap", &v, bits: 64)
      }
    }
    try c.when(isNew && definedLayout == 0, &speakers, []) { (c, v) throws(SyntaxError) in
      let count = try c.count("layout_channel_count", v.count, bits: 8)
      try c.list("speaker", &v, count: count, atLeast: 8, Speaker()) { (c, v, _) throws(SyntaxError) in
        try c.structure("speaker", &v) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
      }
    }
    if isNew { try c.bytes("unread", &unread, count: 0) } else { try c.restBytes("unread", &unread) }
  }

  /// The loudspeakers one by one.
  /// - Parameter channelCount: as the sample entry says; version 1 needs none.
  /// - Returns: nil for a layout that has a number, or for fewer bytes than that many channels need.
  public func speakers(channelCount: Int) -> [Speaker]? {
    if let speakers { return speakers }
    guard definedLayout == 0 else { return nil }
    var reader = SyntaxCoder(reading: unread)
    var found: [Speaker] = []
    while found.count < channelCount {
      var speaker = Speaker()
      do { try speaker.syntax(&reader) } catch { return nil }
      found.append(speaker)
    }
    return found
  }
}
