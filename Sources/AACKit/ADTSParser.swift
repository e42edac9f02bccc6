import BitstreamKit

/// Finds ADTS frames, and what stands between them, in a stream that comes in pieces of any size.
///
/// A frame in a row with others of its kind is believed. Behind anything else a header is believed only if another one with the same fixed part,
/// a tag or the stream's end stands where its frame ends; for that the parser holds at most a frame of the stream, in one buffer.
///
/// Feed it like this, whatever the pieces are:
///
///     var cursor = 0
///     while let event = parser.next(in: chunk, from: &cursor, to: chunk.count) { ... }
///     // at the end of the stream
///     while let event = parser.finish() { ... }
public struct ADTSParser: Sendable {
  /// Bytes that are no frame.
  public enum Garbage: Sendable, Equatable {
    /// Nothing that this parser knows.
    case unknown
    /// An ID3v1 tag.
    case id3v1
    /// An APEv2 tag.
    case apev2

    /// What to call it.
    public var name: StaticString {
      switch self {
      case .unknown: "garbage"
      case .id3v1: "ID3v1 tag"
      case .apev2: "APEv2 tag"
      }
    }
  }

  /// What the stream holds next. Events come in the order of the bytes, and cover all of them.
  public enum Event: Sendable, Equatable {
    /// A whole frame.
    case frame(ADTSFrame)
    /// An ID3v2 tag with its header and footer.
    case id3(position: UInt64, size: UInt64)
    /// A run of bytes that are neither.
    case garbage(position: UInt64, count: UInt64, kind: Garbage)
    /// The stream ends inside of what begins here: a frame, with its header if that is whole, or a tag.
    case truncated(position: UInt64, header: ADTSHeader?, error: SyntaxError)
  }

  private enum Phase { case boundary, passing, searching }

  /// The stream's byte that the parser looks at next; it may have been fed further.
  public private(set) var position: UInt64 = 0
  private var phase = Phase.boundary
  /// True from the first frame that was believed on, until garbage follows.
  private var isInSync = false
  /// The fixed part of the header of the frame that was believed last.
  private var lastFixed: UInt32 = 0
  /// What is being passed over, and its bytes still to come.
  private var open: Event?
  private var left: UInt64 = 0
  /// Where the run of garbage began.
  private var garbageStart: UInt64 = 0
  /// A frame at the very beginning that nothing confirmed and nothing refuted yet, and the fixed part of its header.
  private var first: (frame: ADTSFrame, fixed: UInt32)?
  /// An event that follows the one just given.
  private var ready: Event?
  /// Bytes of earlier chunks that the next bytes may shed light on, from `heldFrom` on.
  private var held: [UInt8] = []
  private var heldFrom = 0
  /// How many bytes more would shed it.
  private var lacking = 0

  /// A parser at the beginning of a stream.
  public init() {}

  /// Bytes that hold nothing the parser looks at: a feeder that can seek may leave them out and call `skip`.
  public var skippable: UInt64 { phase == .passing && heldFrom == held.count ? left : 0 }

  /// Passes over `count` bytes, at most `skippable`.
  public mutating func skip(_ count: UInt64) {
    let passed = min(count, skippable)
    left -= passed
    position &+= passed
  }

  /// The next event that ends in `chunk[cursor..<end]`; nil when all of that is used up.
  public mutating func next(in chunk: [UInt8], from cursor: inout Int, to end: Int) -> Event? {
    while true {
      if let event = takeReady() { return event }
      if heldFrom < held.count {
        if let event = advanceHeld(isLast: false) { return event }
        if heldFrom < held.count {
          if cursor >= end { return nil }
          hold(chunk, &cursor, min(end, cursor + lacking))
        }
      } else {
        if cursor >= end { return nil }
        if let event = advance(in: chunk, from: &cursor, to: end, isLast: false) { return event }
        if lacking > 0 { hold(chunk, &cursor, end) }
      }
    }
  }

  /// What the end of the stream ends; call it until it gives nil.
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

// MARK: - What is held

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
    // Moved to the front now and then: the buffer stays below 32 KiB and no byte is moved often.
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
  /// Looks at bytes until an event ends among them, all are used up or, with `lacking` set, more are needed to understand the next.
  private mutating func advance(in bytes: [UInt8], from cursor: inout Int, to end: Int, isLast: Bool) -> Event? {
    lacking = 0
    while cursor < end, lacking == 0 {
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

  /// Decides what begins at the cursor, where a frame should.
  private mutating func enter(_ bytes: [UInt8], _ cursor: inout Int, _ end: Int, _ isLast: Bool) -> Event? {
    switch ADTSLandmark.at(cursor, in: bytes, to: end, isLast: isLast) {
    case .frame(let length, let headerSize):
      guard let frame = frame(at: cursor, bytes, headerSize) else { break }
      let fixed = Self.fixedPart(bytes, cursor)
      if isInSync, fixed == lastFixed { return begin(.frame(frame), length) }
      // At the beginning, and where the stream seems to become another one.
      switch confirm(cursor, length, in: bytes, to: end, isLast) {
      case .yes:
        isInSync = true
        lastFixed = fixed
        return begin(.frame(frame), length)
      case .needs(let count):
        lacking = count - (end - cursor)
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
      lacking = count - (end - cursor)
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

  /// The header, whose bytes are all there and were found good.
  private func frame(at place: Int, _ bytes: [UInt8], _ size: Int) -> ADTSFrame? {
    var reader = BitReader(bytes, place..<place + size)
    var header = ADTSHeader()
    do { try header.syntax(&reader) } catch { return nil }
    return ADTSFrame(position: position, header: header)
  }

  /// The stream ends among the first bytes of a frame or tag.
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

  /// The event of what the stream's end at `end` cuts off.
  private static func cutOff(_ open: Event?, at end: UInt64) -> Event? {
    func event(_ start: UInt64, _ size: UInt64, _ name: String, _ header: ADTSHeader?) -> Event {
      let reason = SyntaxError.Reason.truncated(needed: Int(clamping: size) * 8, left: Int(clamping: end &- start) * 8)
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

// MARK: - Getting back into step

extension ADTSParser {
  private enum Confirmation { case yes, no, cut, needs(Int) }

  /// Whether what follows the frame of `length` bytes at `place` says that it is one.
  private func confirm(_ place: Int, _ length: Int, in bytes: [UInt8], to end: Int, _ isLast: Bool) -> Confirmation {
    let next = place + length
    if !isLast, next + 10 > end { return .needs(length + 10) }
    if next > end { return .cut }
    // Syncword to home: 28 bits that stay the same in a stream.
    let count = end - next
    var isSame = true
    for index in 0..<min(4, count) {
      let mask: UInt8 = index == 3 ? 0xF0 : 0xFF
      if (bytes[next + index] ^ bytes[place + index]) & mask != 0 { isSame = false }
    }
    if isSame { return .yes }
    return ADTSLandmark.startsLikeTag(next, bytes, count) ? .yes : .no
  }

  /// Syncword to home of the header at `place`, which is there.
  private static func fixedPart(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[place + $1]) } & 0xFFFF_FFF0
  }

  /// The run of garbage that ends here, before a header of the fixed part given or the end of the stream. A frame that the stream
  /// began with comes before it, if the frames that followed are of its kind and none began inside of it.
  private mutating func garbage(to end: UInt64, before fixed: UInt32? = nil) -> Event? {
    guard let (frame, own) = first else { return .garbage(position: garbageStart, count: end - garbageStart, kind: .unknown) }
    first = nil
    if frame.end > end, fixed == nil { return Self.cutOff(.frame(frame), at: end) }
    if frame.end > end || own != fixed ?? own { return garbage(to: end) }
    if frame.end < end { ready = .garbage(position: frame.end, count: end - frame.end, kind: .unknown) }
    return .frame(frame)
  }

  /// Goes over garbage up to the next header that is to be believed.
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
            lacking = count - (end - cursor)
            return nil
          case .no, .cut: break
          }
        case .needs(let count) where !isLast:
          lacking = count - (end - cursor)
          return nil
        default: break
        }
      }
      cursor += 1
    }
    return nil
  }
}
