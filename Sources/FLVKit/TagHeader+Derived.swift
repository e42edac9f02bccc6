extension TagHeader {
  /// What the body holds.
  @inlinable public var type: TagType { TagType(rawValue: tagType) }

  /// The time in milliseconds, all 32 bits of it; setting it sets both fields.
  @inlinable public var milliseconds: UInt32 {
    get { UInt32(timestampExtended) << 24 | timestamp & 0xFF_FFFF }
    set {
      timestamp = newValue & 0xFF_FFFF
      timestampExtended = UInt8(truncatingIfNeeded: newValue >> 24)
    }
  }

  /// The time in milliseconds as the specification types it: SI32.
  @inlinable public var signedMilliseconds: Int32 { Int32(bitPattern: milliseconds) }

  /// Milliseconds from `earlier` to this tag, over the turn of the 32 bits if need be; negative where time runs backwards.
  @inlinable public func milliseconds(since earlier: UInt32) -> Int32 { Int32(bitPattern: milliseconds &- earlier) }

  /// What stands behind the tag: the size of header and body in bytes.
  @inlinable public var tagSize: UInt32 { 11 &+ dataSize }
}

/// What a tag holds.
///
/// Adobe FLV 10.1, E.4.1.
public struct TagType: RawRepresentable, Hashable, Sendable {
  /// TagType, 0 to 31.
  public let rawValue: UInt8

  /// The type of a number.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Sound.
  public static let audio = TagType(rawValue: 8)
  /// Pictures.
  public static let video = TagType(rawValue: 9)
  /// Metadata, cue points and other AMF0.
  public static let script = TagType(rawValue: 18)

  /// True for the three types of the specification.
  @inlinable public var isKnown: Bool { rawValue == 8 || rawValue == 9 || rawValue == 18 }

  /// The specification's words.
  public var name: StaticString {
    switch rawValue {
    case 8: "audio"
    case 9: "video"
    case 18: "script data"
    default: "UNKNOWN"
    }
  }
}
