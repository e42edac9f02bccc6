extension TagHeader {
  /// The type of the body.
  @inlinable public var type: TagType { TagType(rawValue: tagType) }

  /// The 32-bit timestamp in milliseconds; setting it sets both fields.
  @inlinable public var milliseconds: UInt32 {
    get { UInt32(timestampExtended) << 24 | timestamp & 0xFF_FFFF }
    set {
      timestamp = newValue & 0xFF_FFFF
      timestampExtended = UInt8(truncatingIfNeeded: newValue >> 24)
    }
  }

  /// The timestamp as a signed number (SI32), as in the specification.
  @inlinable public var signedMilliseconds: Int32 { Int32(bitPattern: milliseconds) }

  /// Returns the milliseconds from `earlier` to this tag, across a wrap of the 32-bit timestamp; negative if time goes backwards.
  @inlinable public func milliseconds(since earlier: UInt32) -> Int32 { Int32(bitPattern: milliseconds &- earlier) }

  /// The PreviousTagSize after the tag: the size of header and body in bytes.
  @inlinable public var tagSize: UInt32 { 11 &+ dataSize }
}

/// The type of a tag.
///
/// Adobe FLV 10.1, E.4.1.
public struct TagType: RawRepresentable, Hashable, Sendable {
  /// TagType, 0 to 31.
  public let rawValue: UInt8

  /// Creates a type.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Audio.
  public static let audio = TagType(rawValue: 8)
  /// Video.
  public static let video = TagType(rawValue: 9)
  /// Metadata, cue points and other AMF0 data.
  public static let script = TagType(rawValue: 18)

  /// Whether it is one of the three types of the specification.
  @inlinable public var isKnown: Bool { rawValue == 8 || rawValue == 9 || rawValue == 18 }

  /// The name in the specification.
  public var name: StaticString {
    switch rawValue {
    case 8: "audio"
    case 9: "video"
    case 18: "script data"
    default: "UNKNOWN"
    }
  }
}
