import BitstreamKit

/// An incremental FLV reader for chunks of any size. It buffers only the start of one tag.
///
/// Usage, for chunks of any size:
///
///     var cursor = 0
///     while let event = reader.next(in: chunk, from: &cursor, to: chunk.count) { ... }
///     // if the file is seekable: seek past up to `reader.skippable` bytes
///     reader.skip(count)
///     // at the end of the file
///     while let event = reader.finish() { ... }
///
/// The complete body of a tag is `head` at the event `.tag`, then every `.body`, up to `.tagEnd`.
///
/// Adobe FLV 10.1, E.2 to E.4.
public struct FLVReader: Sendable {
  /// How much of a tag body is reported.
  public enum Mode: Sendable {
    /// The first bytes only.
    case headOnly
    /// The whole body.
    case bodies
  }

  private enum State { case fileHeader, junk, previousTagSize, tagHeader, head, body, padding, over }

  /// Findings to report before reading continues, in the order of the bits.
  private struct Due: OptionSet {
    let rawValue: UInt16
    static let dataOffset = Due(rawValue: 1), headerBits = Due(rawValue: 2), previousTagSize = Due(rawValue: 4)
    static let unknownTagType = Due(rawValue: 8), tagBits = Due(rawValue: 16), emptyTag = Due(rawValue: 32)
    static let streamID = Due(rawValue: 64), backwards = Due(rawValue: 128)
  }

  /// How much of a tag body is reported.
  public let mode: Mode
  /// The number of bytes at the start of a body to store in `head`.
  public let headLength: Int
  /// The file offset of the next byte to read.
  public private(set) var position: UInt64 = 0
  /// The first bytes of the body of the last reported tag.
  public private(set) var head: [UInt8] = []

  private var state = State.fileHeader
  /// The bytes so far of a header that spans chunks.
  private var partial: [UInt8] = []
  private var fileHeader = FLVHeader()
  private var previous = FLVPreviousTagSize(value: 0, expected: 0, position: 0)
  private var tag = FLVTag(header: TagHeader(), position: 0, headCount: 0)
  /// The number of bytes left of the body, or of the gap between the file header and DataOffset.
  private var left: UInt64 = 0
  private var due: Due = []
  private var lastAudio: UInt32?
  private var lastVideo: UInt32?
  private var backwardsFrom: UInt32 = 0

  /// Creates a reader at the start of a file.
  /// - Parameter headLength: the number of bytes at the start of a body to store; 32 contain every header and the length size of an HEVC
  ///   record.
  public init(mode: Mode = .headOnly, headLength: Int = 32) {
    self.mode = mode
    self.headLength = min(max(0, headLength), 1 << 16)
    head.reserveCapacity(self.headLength)
  }

  /// The number of bytes after each body that are sufficient to report the next tag.
  public var windowLength: Int { 4 + TagHeader.byteCount + headLength }

  /// The number of following bytes that the reader does not need: the caller may seek past them and call `skip`.
  public var skippable: UInt64 {
    switch state {
    case .junk: left
    case .body: mode == .headOnly && due.isEmpty ? left : 0
    default: 0
    }
  }

  /// Skips `count` bytes of the file, at most `skippable`.
  public mutating func skip(_ count: UInt64) {
    let count = min(count, skippable)
    left -= count
    position += count
  }

  /// Returns the next event of `chunk[cursor..<end]`; nil when all of it is consumed.
  public mutating func next(in chunk: [UInt8], from cursor: inout Int, to end: Int) -> FLVEvent? {
    let end = min(end, chunk.count)
    while true {
      if !due.isEmpty { return .finding(takeDue()) }
      switch state {
      case .previousTagSize:
        let place = position - UInt64(partial.count)
        if partial.isEmpty, end - cursor >= 4 {
          let value = UInt32(unpacking: chunk, at: cursor)
          advance(4, &cursor)
          return took(previousTagSize: value, at: place)
        }
        guard gather(4, chunk, &cursor, end) else { return nil }
        return took(previousTagSize: UInt32(unpacking: takePartial(), at: 0), at: place)
      case .tagHeader:
        let place = position - UInt64(partial.count)
        if partial.isEmpty, end - cursor >= TagHeader.byteCount {
          tag.header = TagHeader(unpacking: chunk, at: cursor)
          advance(TagHeader.byteCount, &cursor)
        } else {
          guard gather(TagHeader.byteCount, chunk, &cursor, end) else { return nil }
          tag.header = TagHeader(unpacking: takePartial(), at: 0)
        }
        took(tagHeaderAt: place)
      case .head:
        let taken = min(min(headLength - head.count, Int(left)), end - cursor)
        if taken > 0 {
          head.append(contentsOf: chunk[cursor..<cursor + taken])
          left -= UInt64(taken)
          advance(taken, &cursor)
        }
        if head.count < headLength, left > 0 { return nil }
        return .tag(completeTag())
      case .body:
        if let event = body(&cursor, end) { return event }
        if state == .body { return nil }
      case .fileHeader:
        guard gather(9, chunk, &cursor, end) else { return nil }
        return parseFileHeader()
      case .junk:
        pass(&cursor, end)
        if left > 0 { return nil }
        state = .previousTagSize
      case .padding, .over:
        if end > cursor { advance(end - cursor, &cursor) }
        return nil
      }
    }
  }

  /// Returns the remaining events at the end of the file; call until it returns nil. A truncated tag is reported before the error.
  public mutating func finish() -> FLVEvent? {
    while true {
      if !due.isEmpty { return .finding(takeDue()) }
      let start = position - UInt64(partial.count)
      let had = partial.count
      switch state {
      case .fileHeader:
        return parseFileHeader()
      case .junk:
        if left == 0 { state = .previousTagSize } else { return truncated("DataOffset", needed: left, left: 0, at: position) }
      case .previousTagSize:
        if had > 0 { return truncated("PreviousTagSize", needed: 4, left: UInt64(had), at: start) }
        state = .over
        return .finding(.previousTagSizeMissing(position: position))
      case .tagHeader:
        if had > 0, TagType(rawValue: partial[0] & 31).isKnown {
          return truncated("FLVTAG", needed: UInt64(TagHeader.byteCount), left: UInt64(had), at: start)
        }
        state = .over
        if had > 0 { return .finding(.dataAfterLastTag(UInt64(had), position: start)) }
      case .head:
        return .tag(completeTag())
      case .body:
        if left > 0 {
          let size = UInt64(tag.header.dataSize)
          return truncated("Data", needed: size, left: size - left, at: tag.bodyPosition)
        }
        var none = 0
        if let event = body(&none, 0) { return event }
      case .padding:
        state = .over
        return .finding(.dataAfterLastTag(position - tag.position, position: tag.position))
      case .over:
        return nil
      }
    }
  }
}

// MARK: - Parsing steps

extension FLVReader {
  /// The correct value of the next PreviousTagSize.
  var expectedPreviousTagSize: UInt32 { previous.expected }

  /// Skips the rest of an unreported body. Returns whether a complete PreviousTagSize is next, with no finding pending.
  mutating func passedBody(_ cursor: inout Int, _ end: Int) -> Bool {
    if !due.isEmpty || !partial.isEmpty { return false }
    if state == .body, mode == .headOnly {
      if left > 0 { pass(&cursor, end) }
      if left == 0 { state = .previousTagSize }
    }
    return state == .previousTagSize
  }

  /// Consumes the headers of an ordinary tag; returns false, without consuming anything, if its timestamp goes backwards.
  mutating func enter(_ ordinary: FLVOrdinaryTag, _ cursor: inout Int) -> Bool {
    let last = ordinary.isVideo ? lastVideo : lastAudio
    if let last, Int32(bitPattern: ordinary.milliseconds &- last) < 0 { return false }
    if ordinary.isVideo { lastVideo = ordinary.milliseconds } else { lastAudio = ordinary.milliseconds }
    tag.header = TagHeader()
    tag.header.tagType = ordinary.isVideo ? TagType.video.rawValue : TagType.audio.rawValue
    tag.header.dataSize = ordinary.dataSize
    tag.header.milliseconds = ordinary.milliseconds
    tag.position = ordinary.position
    previous.expected = 11 &+ ordinary.dataSize
    left = UInt64(ordinary.dataSize)
    state = .body
    advance(4 + TagHeader.byteCount, &cursor)
    return true
  }

  @inline(__always) private mutating func advance(_ count: Int, _ cursor: inout Int) {
    cursor += count
    position += UInt64(count)
  }

  /// Skips the bytes left, as far as they are in the chunk.
  private mutating func pass(_ cursor: inout Int, _ end: Int) {
    let count = Int(min(left, UInt64(max(0, end - cursor))))
    left -= UInt64(count)
    advance(count, &cursor)
  }

  /// Appends bytes to `partial` until it has `count` of them; returns false if the chunk ends before.
  private mutating func gather(_ count: Int, _ chunk: [UInt8], _ cursor: inout Int, _ end: Int) -> Bool {
    let taken = min(count - partial.count, max(0, end - cursor))
    partial.append(contentsOf: chunk[cursor..<cursor + taken])
    advance(taken, &cursor)
    return partial.count == count
  }

  private mutating func takePartial() -> [UInt8] {
    defer { partial.removeAll(keepingCapacity: true) }
    return partial
  }

  /// Parses the file header in `partial`, and returns it or the error.
  private mutating func parseFileHeader() -> FLVEvent {
    var reader = BitReader(takePartial(), policy: .lenient, fileOffset: 0)
    do { try reader.nested(&fileHeader) } catch {
      state = .over
      return .error(error)
    }
    if fileHeader.dataOffset < 9 { due.insert(.dataOffset) }
    if fileHeader.typeFlagsReserved5 != 0 || fileHeader.typeFlagsReserved1 != 0 { due.insert(.headerBits) }
    left = UInt64(max(9, fileHeader.dataOffset)) - 9
    state = .junk
    return .header(fileHeader)
  }

  @inline(__always) private mutating func took(previousTagSize value: UInt32, at place: UInt64) -> FLVEvent {
    previous.value = value
    previous.position = place
    if value != previous.expected { due.insert(.previousTagSize) }
    state = .tagHeader
    return .previousTagSize(previous)
  }

  @inline(__always) private mutating func took(tagHeaderAt place: UInt64) {
    tag.position = place
    left = UInt64(tag.header.dataSize)
    head.removeAll(keepingCapacity: true)
    // A tag header of eleven zeros is the unwritten tail of a preallocated file.
    state = tag.header == TagHeader() ? .padding : .head
  }

  /// Returns the tag whose first bytes are available, and sets its findings.
  @inline(__always) private mutating func completeTag() -> FLVTag {
    tag.headCount = head.count
    previous.expected = tag.header.tagSize
    state = .body
    let header = tag.header
    if !header.type.isKnown { due.insert(.unknownTagType) }
    if header.reserved != 0 { due.insert(.tagBits) }
    if header.dataSize == 0 { due.insert(.emptyTag) }
    if header.streamID != 0 { due.insert(.streamID) }
    let last = header.type == .audio ? lastAudio : header.type == .video ? lastVideo : nil
    if let last, header.milliseconds(since: last) < 0 {
      backwardsFrom = last
      due.insert(.backwards)
    }
    if header.type == .audio { lastAudio = header.milliseconds }
    if header.type == .video { lastVideo = header.milliseconds }
    return tag
  }

  /// Returns the next part of the body or its end if reported; the body is complete when the state is not `body`.
  @inline(__always) private mutating func body(_ cursor: inout Int, _ end: Int) -> FLVEvent? {
    let start = cursor
    if left > 0 { pass(&cursor, end) }
    if mode == .bodies, cursor > start { return .body(start..<cursor) }
    if left > 0 { return nil }
    state = .previousTagSize
    return mode == .bodies ? .tagEnd : nil
  }

  private mutating func truncated(_ element: String, needed: UInt64, left: UInt64, at place: UInt64) -> FLVEvent {
    state = .over
    let path = element == "Data" ? ["FLVTAG"] : []
    return .error(
      SyntaxError(
        .truncated(needed: Int(clamping: needed * 8), left: Int(clamping: left * 8)), element: element, byteOffset: place, path: path))
  }

  /// Returns the first pending finding.
  private mutating func takeDue() -> FLVFinding {
    let first = Due(rawValue: due.rawValue & (~due.rawValue &+ 1))
    due.remove(first)
    let header = tag.header
    let at = tag.position
    switch first {
    case .dataOffset: return .dataOffset(fileHeader.dataOffset, position: 5)
    case .headerBits: return .reservedBits(fileHeader.typeFlagsReserved5 << 3 | fileHeader.typeFlagsReserved1 << 1, position: 4)
    case .previousTagSize: return .previousTagSize(previous.value, expected: previous.expected, position: previous.position)
    case .unknownTagType: return .unknownTagType(header.tagType, position: at)
    case .tagBits: return .reservedBits(header.reserved << 6, position: at)
    case .emptyTag: return .emptyTag(header.type, position: at)
    case .streamID: return .streamID(header.streamID, position: at)
    default: return .timestampBackwards(header.type, from: backwardsFrom, to: header.milliseconds, position: at)
    }
  }
}
