import BitstreamKit

/// A modifier before an enhanced audio or video packet.
///
/// Enhanced RTMP v2, "ExAudioTagHeader Section" and "ExVideoTagHeader Section": the body of the loop over `ModEx`, up to the packet type,
/// which is part of the enclosing header.
public struct PacketModEx: Equatable, Sendable {
  /// 1 to 65,536 bytes; their meaning depends on `modExType`.
  public var modExData: [UInt8] = [0]
  /// Whether a size that would fit eight bits is coded in sixteen.
  public var hasLongSize = false
  /// The type of the modifier, 0 to 15.
  public var modExType: UInt8 = 0

  /// A modifier of one zero byte.
  @inlinable public init() {}

  /// Creates a timestamp offset of 0 to 999,999 nanoseconds.
  public init(timestampOffsetNano: UInt32) {
    modExData = ([16, 8, 0] as [UInt32]).map { UInt8(truncatingIfNeeded: timestampOffsetNano >> $0) }
  }

  /// - Parameter typeName: the name of the type element, which differs between audio and video.
  @inlinable public mutating func syntax<C: ElementCoder>(_ c: inout C, typeName: StaticString) throws(SyntaxError) {
    var short = hasLongSize ? 255 : UInt8(clamping: modExData.count &- 1)
    try c.u("modExDataSize", &short, bits: 8, in: 0...255, sizing: true, at: -1, -1)
    var size = Int(short) + 1
    // 256 indicates a 16-bit size, which may also be small.
    if size == 256 { size = try c.count("modExDataSize", modExData.count, minus: 1, bits: 16) }
    hasLongSize = short == 255 && size < 256
    try c.bytes("modExData", &modExData, count: size)
    try c.u(typeName, &modExType, bits: 4)
  }
}

extension PacketModEx {
  /// Nanoseconds to add to the presentation time; nil if the modifier has another type or is too short.
  public var timestampOffsetNano: UInt32? {
    guard modExType == PacketModExType.timestampOffsetNano.rawValue, modExData.count >= 3 else { return nil }
    return UInt32(modExData[0]) << 16 | UInt32(modExData[1]) << 8 | UInt32(modExData[2])
  }

  /// The size in bytes of the modifier, including the packet type after it in its last byte.
  var byteCount: Int { (hasLongSize || modExData.count > 255 ? 3 : 1) + modExData.count + 1 }
}

/// The type of a modifier.
///
/// Enhanced RTMP v2, `AudioPacketModExType` and `VideoPacketModExType`, which are the same.
public struct PacketModExType: RawRepresentable, Hashable, Sendable {
  /// 0 to 15.
  public let rawValue: UInt8

  /// Creates a type.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Nanoseconds to add to the presentation time.
  public static let timestampOffsetNano = PacketModExType(rawValue: 0)

  /// The name in the specification.
  public var name: StaticString { rawValue == 0 ? "TimestampOffsetNano" : "UNKNOWN" }
}

/// How a packet contains tracks.
///
/// Enhanced RTMP v2, `AvMultitrackType`.
public struct AvMultitrackType: RawRepresentable, Hashable, Sendable {
  /// 0 to 15.
  public let rawValue: UInt8

  /// Creates a type.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// One track, identified in the header.
  public static let oneTrack = AvMultitrackType(rawValue: 0)
  /// Several tracks of one codec.
  public static let manyTracks = AvMultitrackType(rawValue: 1)
  /// Several tracks, each with its own codec.
  public static let manyTracksManyCodecs = AvMultitrackType(rawValue: 2)

  /// The name in the specification.
  public var name: StaticString {
    switch rawValue {
    case 0: "OneTrack"
    case 1: "ManyTracks"
    case 2: "ManyTracksManyCodecs"
    default: "UNKNOWN"
    }
  }
}
