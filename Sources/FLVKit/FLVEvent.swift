import BitstreamKit

/// What a reader of an FLV file came upon.
public enum FLVEvent: Sendable, Equatable {
  /// The file's header.
  case header(FLVHeader)
  /// The number before a tag, and behind the last one.
  case previousTagSize(FLVPreviousTagSize)
  /// A tag, its first bytes in the reader's `head`.
  case tag(FLVTag)
  /// Bytes of the open tag's body behind those in `head`, as indices of the chunk.
  case body(Range<Int>)
  /// The open tag's body is complete.
  case tagEnd
  /// Something that should not be so; reading goes on.
  case finding(FLVFinding)
  /// What ends the reading: this is no FLV file, or the file ends too early.
  ///
  /// Indirect, for an event is handed on twice for each tag and an error is large.
  indirect case error(SyntaxError)
}

/// The size of the tag before, as the file says.
public struct FLVPreviousTagSize: Sendable, Equatable {
  /// What the file says.
  public var value: UInt32
  /// What it should say: 0 before the first tag, else 11 and the DataSize of the tag before.
  public var expected: UInt32
  /// The file's byte at which its four bytes begin.
  public var position: UInt64
}

/// A tag without its body.
public struct FLVTag: Sendable, Equatable {
  /// The tag's header.
  public var header: TagHeader
  /// The file's byte at which the tag's header begins.
  public var position: UInt64
  /// Bytes of the body that the reader's `head` holds: as many as were asked for, fewer where the body or the file ends before.
  public var headCount: Int

  /// A tag at its place.
  @inlinable public init(header: TagHeader, position: UInt64, headCount: Int) {
    self.header = header
    self.position = position
    self.headCount = headCount
  }

  /// The file's byte at which the body begins.
  @inlinable public var bodyPosition: UInt64 { position + 11 }
}

/// A tag of which there is nothing out of the way to be said: sound, or a picture of AVC in its old form.
public struct FLVOrdinaryTag: Sendable, Equatable {
  /// The size of the tag before: what the file says, and what is right.
  public var previousTagSize: UInt32
  /// The file's byte at which the tag's header begins.
  public var position: UInt64
  /// Whether it is video.
  public var isVideo: Bool
  /// Bytes of the body.
  public var dataSize: UInt32
  /// When it is due.
  public var milliseconds: UInt32
}

/// What should not be so in an FLV file and does not end the reading.
public enum FLVFinding: Sendable, Equatable, CustomStringConvertible {
  /// DataOffset is smaller than the header; 9 is taken instead.
  case dataOffset(UInt32, position: UInt64)
  /// Bits of the file's header or of a tag's header are set that should be 0; their value in its place.
  case reservedBits(UInt8, position: UInt64)
  /// PreviousTagSize is not the size of the tag before.
  case previousTagSize(UInt32, expected: UInt32, position: UInt64)
  /// The file ends behind a tag whose size should follow.
  case previousTagSizeMissing(position: UInt64)
  /// TagType is none of 8, 9 and 18.
  case unknownTagType(UInt8, position: UInt64)
  /// DataSize is 0.
  case emptyTag(TagType, position: UInt64)
  /// StreamID is not 0.
  case streamID(UInt32, position: UInt64)
  /// An audio or video tag is earlier than the one of its kind before; milliseconds.
  case timestampBackwards(TagType, from: UInt32, to: UInt32, position: UInt64)
  /// Behind the last tag stand bytes that are no tag.
  case dataAfterLastTag(UInt64, position: UInt64)

  /// The file's byte that it is about: of a tag, the first of its header.
  public var position: UInt64 {
    switch self {
    case .dataOffset(_, let position), .reservedBits(_, let position), .previousTagSize(_, _, let position),
      .previousTagSizeMissing(let position), .unknownTagType(_, let position), .emptyTag(_, let position), .streamID(_, let position),
      .timestampBackwards(_, _, _, let position), .dataAfterLastTag(_, let position):
      position
    }
  }

  /// One line.
  public var description: String {
    switch self {
    case .dataOffset(let value, _): "DataOffset is \(value), less than the header's 9 bytes"
    case .reservedBits(let value, _): "reserved bits are set: 0x" + String(value, radix: 16)
    case .previousTagSize(let value, let expected, _): "PreviousTagSize is \(value) and not \(expected)"
    case .previousTagSizeMissing: "the file ends without the last PreviousTagSize"
    case .unknownTagType(let value, _): "TagType \(value) is unknown"
    case .emptyTag(let type, _): "DataSize of the \(type.name) tag is 0"
    case .streamID(let value, _): "StreamID is \(value) and not 0"
    case .timestampBackwards(let type, let from, let to, _): "the timestamp of the \(type.name) tag runs backwards from \(from) to \(to)"
    case .dataAfterLastTag(let count, _): "\(count) bytes behind the last tag are no tag"
    }
  }
}
