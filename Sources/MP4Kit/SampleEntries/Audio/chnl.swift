import BitstreamKit

/// Audio channel layout.
///
/// ISO/IEC 14496-12:2022, 12.2.4 `ChannelLayout`.
public struct ChannelLayoutBox: TypedBox {
  public static let structureName: StaticString = "ChannelLayout"
  public static var boxType: FourCC { "chnl" }

  /// One loudspeaker.
  public struct Speaker: Equatable, Sendable {
    /// Speaker position of ISO/IEC 23091-3; 126 uses explicit angles.
    public var speakerPosition: UInt8 = 0
    /// Azimuth in degrees, positive to the left of the front; for position 126.
    public var azimuth: Int16?
    /// Elevation in degrees above ear level; for position 126.
    public var elevation: Int8?

    /// Creates an instance with default values.
    public init() {}

    mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
      try c.u("speaker_position", &speakerPosition, bits: 8)
      try c.when(speakerPosition == 126, &azimuth, 0) { (c, v) throws(SyntaxError) in try c.i("azimuth", &v, bits: 16) }
      try c.when(speakerPosition == 126, &elevation, 0) { (c, v) throws(SyntaxError) in try c.i("elevation", &v, bits: 8) }
    }
  }

  /// Channel order fields of version 1.
  public struct Order: Equatable, Sendable {
    /// 0 unknown, 1 as given by the layout.
    public var formatOrdering: UInt8 = 0
    /// Number of channels, including object channels.
    public var baseChannelCount: UInt8 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// Channels of a defined layout that the track omits; version 1.
  public struct Omission: Equatable, Sendable {
    /// Reserved: 0.
    public var reserved: UInt8 = 0
    /// 0 for the order of ISO/IEC 23091-3.
    public var channelOrderDefinition: UInt8 = 0
    /// One bit for each channel, first channel in the least significant bit; nil if no channels are omitted.
    public var omittedChannelsMap: UInt64?

    /// Creates an instance with default values.
    public init() {}
  }

  /// FullBox version: 0 or 1.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// 1 channels, 2 objects, 3 both; 8 bits in version 0, 4 in version 1.
  public var streamStructure: UInt8 = 1
  /// Channel order fields; version 1 only.
  public var order: Order?
  /// ChannelConfiguration of ISO/IEC 23091-3; 0 if loudspeakers are listed; nil if there are no channels.
  public var definedLayout: UInt8? = 2
  /// Omitted channels; version 0 only.
  public var omittedChannelsMap: UInt64? = 0
  /// Omitted channels; version 1 only.
  public var omission: Omission?
  /// Loudspeakers if `definedLayout` is 0; version 1 only.
  public var speakers: [Speaker]?
  /// Remaining bytes in version 0: loudspeakers, whose count is in the sample entry, then the number of objects.
  public var unread: [UInt8] = []

  /// Creates a box with default values (stereo).
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

  /// Decodes the list of loudspeakers.
  /// - Parameter channelCount: channel count of the sample entry; ignored in version 1.
  /// - Returns: nil if `definedLayout` is not 0 or the data is too short for `channelCount` loudspeakers.
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
