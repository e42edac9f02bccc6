import BitstreamKit

/// An event of an FLV reader.
public enum FLVEvent: Sendable, Equatable {
  /// The file header.
  case header(FLVHeader)
  /// The PreviousTagSize field before each tag and after the last one.
  case previousTagSize(FLVPreviousTagSize)
  /// A tag; the start of its body is in the reader's `head`.
  case tag(FLVTag)
  /// Bytes of the current tag's body after those in `head`, as a range of the chunk.
  case body(Range<Int>)
  /// The end of the current tag's body.
  case tagEnd
  /// A specification violation that does not stop the reader.
  case finding(FLVFinding)
  /// A fatal error: not an FLV file, or a truncated one.
  ///
  /// Indirect, since an error is large and each event is passed on twice.
  indirect case error(SyntaxError)
}

/// A PreviousTagSize field.
public struct FLVPreviousTagSize: Sendable, Equatable {
  /// The value in the file.
  public var value: UInt32
  /// The correct value: 0 before the first tag, otherwise 11 plus the DataSize of the previous tag.
  public var expected: UInt32
  /// The file offset of the field.
  public var position: UInt64
}

/// A tag without its body.
public struct FLVTag: Sendable, Equatable {
  /// The tag header.
  public var header: TagHeader
  /// The file offset of the tag header.
  public var position: UInt64
  /// The number of bytes of the body in the reader's `head`: as many as requested, or fewer if the body or the file ends before.
  public var headCount: Int

  /// Creates a tag.
  @inlinable public init(header: TagHeader, position: UInt64, headCount: Int) {
    self.header = header
    self.position = position
    self.headCount = headCount
  }

  /// The file offset of the body.
  @inlinable public var bodyPosition: UInt64 { position + 11 }
}

/// A tag without findings: audio, or an AVC picture in the legacy form.
public struct FLVOrdinaryTag: Sendable, Equatable {
  /// The PreviousTagSize before the tag, which is correct.
  public var previousTagSize: UInt32
  /// The file offset of the tag header.
  public var position: UInt64
  /// Whether it is a video tag.
  public var isVideo: Bool
  /// The size of the body in bytes.
  public var dataSize: UInt32
  /// The timestamp in milliseconds.
  public var milliseconds: UInt32
}

/// A specification violation that does not stop the reader.
public enum FLVFinding: Sendable, Equatable, CustomStringConvertible {
  /// DataOffset is smaller than the header; 9 is used instead.
  case dataOffset(UInt32, position: UInt64)
  /// Reserved bits of the file header or a tag header are set; their value in place.
  case reservedBits(UInt8, position: UInt64)
  /// PreviousTagSize is not the size of the previous tag.
  case previousTagSize(UInt32, expected: UInt32, position: UInt64)
  /// The file ends after a tag, without its PreviousTagSize.
  case previousTagSizeMissing(position: UInt64)
  /// TagType is not 8, 9 or 18.
  case unknownTagType(UInt8, position: UInt64)
  /// DataSize is 0.
  case emptyTag(TagType, position: UInt64)
  /// StreamID is not 0.
  case streamID(UInt32, position: UInt64)
  /// The timestamp of an audio or video tag is earlier than that of the previous one of the same type, in milliseconds.
  case timestampBackwards(TagType, from: UInt32, to: UInt32, position: UInt64)
  /// The bytes after the last tag are not a tag.
  case dataAfterLastTag(UInt64, position: UInt64)

  /// The file offset of the violation: for a tag, that of its header.
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
    case .previousTagSize(let value, let expected, _): "PreviousTagSize is \(value), expected \(expected)"
    case .previousTagSizeMissing: "the file ends without the last PreviousTagSize"
    case .unknownTagType(let value, _): "TagType \(value) is unknown"
    case .emptyTag(let type, _): "DataSize of the \(type.name) tag is 0"
    case .streamID(let value, _): "StreamID is \(value), expected 0"
    case .timestampBackwards(let type, let from, let to, _): "the timestamp of the \(type.name) tag runs backwards from \(from) to \(to)"
    case .dataAfterLastTag(let count, _):
      "\(counted(count, "byte after the last tag is", "bytes after the last tag are")) not a tag"
    }
  }
}
