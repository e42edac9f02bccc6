import BitstreamKit

/// An incremental ADTS parser for chunks of any size. Reports frames and what is between them.
///
/// In sync, a frame with the same fixed header part as the previous one is accepted. Otherwise a header is accepted only if another one
/// with the same fixed part, a tag or the end of the stream follows its frame, or in sync one with the fixed part of the frames before; for
/// that the parser buffers at most one frame.
///
/// Usage, for chunks of any size:
///
///     var cursor = 0
///     while let event = parser.next(in: chunk, from: &cursor, to: chunk.count) { ... }
///     // at the end of the stream
///     while let event = parser.finish() { ... }
public struct ADTSParser: Sendable {
  /// The kind of bytes that are not a frame.
  public enum Garbage: Sendable, Equatable {
    /// Unknown bytes.
    case unknown
    /// An ID3v1 tag.
    case id3v1
    /// An APEv2 tag.
    case apev2

    /// The name used in messages.
    public var name: StaticString {
      switch self {
      case .unknown: "garbage"
      case .id3v1: "ID3v1 tag"
      case .apev2: "APEv2 tag"
      }
    }
  }

  /// What the stream contains next. Events are in stream order and cover every byte.
  public enum Event: Sendable, Equatable {
    /// A complete frame.
    case frame(ADTSFrame)
    /// An ID3v2 tag including its header and footer.
    case id3(position: UInt64, size: UInt64)
    /// A run of bytes that are neither.
    case garbage(position: UInt64, count: UInt64, kind: Garbage)
    /// The stream ends inside a frame, with its header if that is complete, or inside a tag.
    case truncated(position: UInt64, header: ADTSHeader?, error: SyntaxError)
  }

  private enum Phase { case boundary, passing, searching }

  /// The stream offset of the next byte to parse; the parser may have buffered bytes beyond it.
  public private(set) var position: UInt64 = 0
  private var phase = Phase.boundary
  /// Whether a frame has been accepted with no garbage since.
  private var isInSync = false
  /// The fixed part of the header of the last accepted frame.
  private var lastFixed: UInt32 = 0
  /// The event whose bytes are being skipped, and the number of bytes left.
  private var open: Event?
  private var left: UInt64 = 0
  /// The start of the current run of garbage.
  private var garbageStart: UInt64 = 0
  /// A frame at the start of the stream that is neither confirmed nor refuted yet, and the fixed part of its header.
  private var first: (frame: ADTSFrame, fixed: UInt32)?
  /// An event to report after the one just returned.
  private var ready: Event?
  /// Bytes of earlier chunks, valid from `heldFrom` on, that need further bytes to be classified.
  private var held: [UInt8] = []
  private var heldFrom = 0
  /// The number of further bytes needed.
  private var missingCount = 0

  /// Creates a parser at the start of a stream.
  public init() {}

  /// The number of following bytes that the parser does not need: the caller may seek past them and call `skip`.
  public var skippable: UInt64 { phase == .passing && heldFrom == held.count ? left : 0 }

  /// Skips `count` bytes, at most `skippable`.
  public mutating func skip(_ count: UInt64) {
    let passed = min(count, skippable)
    left -= passed
    position &+= passed
  }

  /// Returns the next event that ends in `chunk[cursor..<end]`; nil when all of it is consumed.
  public mutating func next(in chunk: [UInt8], from cursor: inout Int, to end: Int) -> Event? {
    let end = min(end, chunk.count)
    while true {
      if let event = takeReady() { return event }
      if heldFrom < held.count {
        if let event = advanceHeld(isLast: false) { return event }
        if heldFrom < held.count {
          if cursor >= end { return nil }
          hold(chunk, &cursor, min(end, cursor + missingCount))
        }
      } else {
        if cursor >= end { return nil }
        if let event = advance(in: chunk, from: &cursor, to: end, isLast: false) { return event }
        if missingCount > 0 { hold(chunk, &cursor, end) }
      }
    }
  }

  /// Returns the remaining events at the end of the stream; call until it returns nil.
  public mutating func finish() -> Event? {
    if let event = takeReady() { return event }
    if heldFrom < held.count, let event = advanceHeld(isLast: true) { return event }
    defer { phase = .boundary }
    switch phase {
    case .boundary: return nil
    case .passing: return left > 0 ? Self.cutOff(open, at: position) : takeReady()
    case .searching: return garbage(to: position)
    }
  }
}

// MARK: - Buffering

extension ADTSParser {
  private mutating func takeReady() -> Event? {
    if let event = ready {
      ready = nil
      return event
    }
    guard phase == .passing, left == 0 else { return nil }
    phase = .boundary
    return open
  }

  private mutating func hold(_ chunk: [UInt8], _ cursor: inout Int, _ end: Int) {
    // Compacts only now and then: the buffer stays below 32 KiB and bytes are rarely moved.
    if heldFrom == held.count || heldFrom >= 16384 {
      held.removeSubrange(0..<heldFrom)
      heldFrom = 0
    }
    held.append(contentsOf: chunk[cursor..<end])
    cursor = end
  }

  private mutating func advanceHeld(isLast: Bool) -> Event? {
    let bytes = held
    var from = heldFrom
    defer { heldFrom = from }
    return advance(in: bytes, from: &from, to: bytes.count, isLast: isLast)
  }
}

// MARK: - Frames and tags

extension ADTSParser {
  /// Parses until an event is complete, all bytes are consumed or, with `missingCount` set, more bytes are needed.
  private mutating func advance(in bytes: [UInt8], from cursor: inout Int, to end: Int, isLast: Bool) -> Event? {
    missingCount = 0
    while cursor < end, missingCount == 0 {
      switch phase {
      case .boundary:
        if let event = enter(bytes, &cursor, end, isLast) { return event }
      case .passing:
        pass(Int(clamping: min(left, UInt64(end - cursor))), &cursor)
        if left == 0 { return takeReady() }
      case .searching:
        if let event = search(bytes, &cursor, end, isLast) { return event }
      }
    }
    return nil
  }

  private mutating func pass(_ count: Int, _ cursor: inout Int) {
    cursor += count
    position &+= UInt64(count)
    left -= UInt64(count)
  }

  /// Classifies the bytes at the cursor, where a frame is expected.
  private mutating func enter(_ bytes: [UInt8], _ cursor: inout Int, _ end: Int, _ isLast: Bool) -> Event? {
    switch ADTSLandmark.at(cursor, in: bytes, to: end, isLast: isLast) {
    case .frame(let length, let headerSize):
      guard let frame = frame(at: cursor, bytes, headerSize) else { break }
      let fixed = Self.fixedPart(bytes, cursor)
      if isInSync, fixed == lastFixed { return begin(.frame(frame), length) }
      // At the start, and where the stream parameters seem to change.
      switch confirm(cursor, length, in: bytes, to: end, isLast) {
      case .yes:
        isInSync = true
        lastFixed = fixed
        return begin(.frame(frame), length)
      case .asBefore: return begin(.frame(frame), length)
      case .needs(let count):
        missingCount = count - (end - cursor)
        return nil
      case .no, .cut: if !isInSync { first = (frame, fixed) }
      }
    case .tag(let tag, let size):
      switch tag {
      case .id3v2: return begin(.id3(position: position, size: size), Int(size))
      case .id3v1: return begin(.garbage(position: position, count: size, kind: .id3v1), Int(size))
      case .apev2: return begin(.garbage(position: position, count: size, kind: .apev2), Int(size))
      }
    case .needs(let count) where !isLast:
      missingCount = count - (end - cursor)
      return nil
    case .needs(let count):
      return headCutOff(bytes, &cursor, end, needed: count)
    case .nothing: break
    }
    phase = .searching
    garbageStart = position
    isInSync = false
    return nil
  }

  private mutating func begin(_ event: Event, _ size: Int) -> Event? {
    open = event
    left = UInt64(size)
    phase = .passing
    return nil
  }

  /// Parses the header, whose bytes are all available and valid.
  private func frame(at place: Int, _ bytes: [UInt8], _ size: Int) -> ADTSFrame? {
    var reader = BitReader(bytes, place..<place + size)
    var header = ADTSHeader()
    do { try header.syntax(&reader) } catch { return nil }
    return ADTSFrame(position: position, header: header)
  }

  /// Reports that the stream ends in the first bytes of a frame or tag.
  private mutating func headCutOff(_ bytes: [UInt8], _ cursor: inout Int, _ end: Int, needed: Int) -> Event? {
    let (start, count) = (position, end - cursor)
    let name =
      switch bytes[cursor] {
      case 0xFF: count < 7 ? "adts_header" : "adts_error_check"
      case 0x49: ADTSTag.id3v2.name
      case 0x54: ADTSTag.id3v1.name
      default: ADTSTag.apev2.name
      }
    cursor = end
    position &+= UInt64(count)
    let error = SyntaxError(.truncated(needed: 8 * needed, left: 8 * count), element: name, byteOffset: start)
    return .truncated(position: start, header: nil, error: error)
  }

  /// Returns the event for a structure truncated by the end of the stream at `end`.
  private static func cutOff(_ open: Event?, at end: UInt64) -> Event? {
    func event(_ start: UInt64, _ size: UInt64, _ name: String, _ header: ADTSHeader?) -> Event {
      let reason = SyntaxError.Reason.truncated(needed: Int(clamping: size) * 8, left: Int(clamping: min(end &- start, 1 << 24)) * 8)
      return .truncated(position: start, header: header, error: SyntaxError(reason, element: name, byteOffset: start))
    }
    switch open {
    case .frame(let frame): return event(frame.position, UInt64(frame.header.aacFrameLength), "adts_frame", frame.header)
    case .id3(let start, let size): return event(start, size, ADTSTag.id3v2.name, nil)
    case .garbage(let start, let size, let kind): return event(start, size, (kind == .apev2 ? ADTSTag.apev2 : .id3v1).name, nil)
    default: return nil
    }
  }
}

// MARK: - Resynchronisation

extension ADTSParser {
  /// `asBefore`: in sync, the frames go on with the fixed part that they had before this one.
  private enum Confirmation { case yes, asBefore, no, cut, needs(Int) }

  /// Whether what follows the frame of `length` bytes at `place` confirms it.
  private func confirm(_ place: Int, _ length: Int, in bytes: [UInt8], to end: Int, _ isLast: Bool) -> Confirmation {
    let next = place + length
    if !isLast, next + 10 > end { return .needs(length + 10) }
    if next > end { return .cut }
    // Syncword to home: the 28 bits that are constant in a stream.
    let count = end - next
    var isSame = true
    for index in 0..<min(4, count) {
      let mask: UInt8 = index == 3 ? 0xF0 : 0xFF
      if (bytes[next + index] ^ bytes[place + index]) & mask != 0 { isSame = false }
    }
    if isSame { return .yes }
    // A frame with another protection_absent has its blocks elsewhere.
    if isInSync, count >= 4, Self.fixedPart(bytes, next) == lastFixed, (Self.fixedPart(bytes, place) ^ lastFixed) & 0x1_0000 == 0 {
      return .asBefore
    }
    return ADTSLandmark.startsLikeTag(next, bytes, count) ? .yes : .no
  }

  /// Returns syncword to home of the complete header at `place`.
  private static func fixedPart(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[place + $1]) } & 0xFFFF_FFF0
  }

  /// Returns the run of garbage that ends here, before a header with the given fixed part or the end of the stream. An unconfirmed frame
  /// at the start of the stream is reported before it, if the following frames have the same fixed part and none starts inside it.
  private mutating func garbage(to end: UInt64, before fixed: UInt32? = nil) -> Event? {
    guard let (frame, own) = first else { return .garbage(position: garbageStart, count: end - garbageStart, kind: .unknown) }
    first = nil
    if frame.end > end, fixed == nil { return Self.cutOff(.frame(frame), at: end) }
    if frame.end > end || own != fixed ?? own { return garbage(to: end) }
    if frame.end < end { ready = .garbage(position: frame.end, count: end - frame.end, kind: .unknown) }
    return .frame(frame)
  }

  /// Skips garbage up to the next acceptable header.
  private mutating func search(_ bytes: [UInt8], _ cursor: inout Int, _ end: Int, _ isLast: Bool) -> Event? {
    let from = cursor
    defer { position &+= UInt64(cursor - from) }
    while cursor < end {
      if bytes[cursor] == 0xFF {
        switch ADTSLandmark.at(cursor, in: bytes, to: end, isLast: isLast) {
        case .frame(let length, _):
          switch confirm(cursor, length, in: bytes, to: end, isLast) {
          case .yes:
            phase = .boundary
            isInSync = true
            lastFixed = Self.fixedPart(bytes, cursor)
            return garbage(to: position &+ UInt64(cursor - from), before: lastFixed)
          case .needs(let count):
            missingCount = count - (end - cursor)
            return nil
          case .asBefore, .no, .cut: break
          }
        case .needs(let count) where !isLast:
          missingCount = count - (end - cursor)
          return nil
        default: break
        }
      }
      cursor += 1
    }
    return nil
  }
}
