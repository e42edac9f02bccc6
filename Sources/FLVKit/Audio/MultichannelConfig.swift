import BitstreamKit

/// The speaker of each channel: the payload of an enhanced audio packet of type `MultichannelConfig`.
///
/// Enhanced RTMP v2, "ExAudioTagBody Section".
public struct MultichannelConfig: Syntax {
  public static let structureName: StaticString = "MultichannelConfig"

  /// `AudioChannelOrder`.
  public var audioChannelOrder: UInt8 = 0
  /// 0 to 255.
  public var channelCount: UInt8 = 0
  /// The speaker (`AudioChannel`) of each channel; nil unless the order is `custom`.
  public var audioChannelMapping: [UInt8]?
  /// A bit for each speaker present, `AudioChannel` 0 in the least significant bit; nil unless the order is `native`.
  public var audioChannelFlags: UInt32?

  /// No channels, unspecified order.
  @inlinable public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("audioChannelOrder", &audioChannelOrder, bits: 8)
    try c.u("channelCount", &channelCount, bits: 8, in: 0...255, sizing: true, at: -1, -1)
    let count = Int(channelCount)
    try c.when(audioChannelOrder == AudioChannelOrder.custom.rawValue, &audioChannelMapping, []) { (c, map) throws(SyntaxError) in
      try c.bytes("audioChannelMapping", &map, count: count)
    }
    try c.u("audioChannelFlags", &audioChannelFlags, bits: 32, when: audioChannelOrder == AudioChannelOrder.native.rawValue)
  }
}

/// How a `MultichannelConfig` assigns speakers.
///
/// Enhanced RTMP v2, `AudioChannelOrder`.
public struct AudioChannelOrder: RawRepresentable, Hashable, Sendable {
  /// 0 to 255.
  public let rawValue: UInt8

  /// Creates an order.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Unspecified.
  public static let unspecified = AudioChannelOrder(rawValue: 0)
  /// One bit per speaker, in the order of `AudioChannel`.
  public static let native = AudioChannelOrder(rawValue: 1)
  /// A list of speakers.
  public static let custom = AudioChannelOrder(rawValue: 2)

  /// The name in the specification.
  public var name: StaticString {
    switch rawValue {
    case 0: "Unspecified"
    case 1: "Native"
    case 2: "Custom"
    default: "UNKNOWN"
    }
  }
}

/// A speaker.
///
/// Enhanced RTMP v2, `AudioChannel`.
public struct AudioChannel: RawRepresentable, Hashable, Sendable {
  /// 0 to 255.
  public let rawValue: UInt8

  /// Creates a speaker.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The name in the specification.
  public var name: StaticString {
    let names: [StaticString] = [
      "FrontLeft", "FrontRight", "FrontCenter", "LowFrequency1", "BackLeft", "BackRight", "FrontLeftCenter", "FrontRightCenter",
      "BackCenter", "SideLeft", "SideRight", "TopCenter", "TopFrontLeft", "TopFrontCenter", "TopFrontRight", "TopBackLeft",
      "TopBackCenter", "TopBackRight", "LowFrequency2", "TopSideLeft", "TopSideRight", "BottomFrontCenter", "BottomFrontLeft",
      "BottomFrontRight",
    ]
    if Int(rawValue) < names.count { return names[Int(rawValue)] }
    return rawValue == 0xFE ? "Unused" : rawValue == 0xFF ? "Unknown" : "UNKNOWN"
  }
}
