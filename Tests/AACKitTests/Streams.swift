import AACKit
import BitstreamKit
import TestSupport
import Testing

/// All events of a stream that is cut at random places; bytes around each piece must not matter.
func events(_ bytes: [UInt8], cutting generator: inout Generator, longest: UInt64, skipping: Bool = false) -> [ADTSParser.Event] {
  var parser = ADTSParser()
  var found: [ADTSParser.Event] = []
  var from = 0
  while from < bytes.count {
    if skipping, parser.skippable > 0 {
      let skipped = min(UInt64(bytes.count - from), parser.skippable)
      parser.skip(skipped)
      from += Int(skipped)
    }
    let to = min(bytes.count, from + 1 + Int(generator.upTo(longest)))
    var cursor = 2
    let chunk = [0xFF, 0xF1] + bytes[from..<max(from, to)] + [0xFF, 0xF1]
    while let event = parser.next(in: chunk, from: &cursor, to: chunk.count - 2) { found.append(event) }
    #expect(cursor == chunk.count - 2)
    from = max(from, to)
  }
  while let event = parser.finish() { found.append(event) }
  #expect(parser.position == UInt64(bytes.count))
  return found
}

/// All events of a stream that is given at once.
func events(_ bytes: [UInt8]) -> [ADTSParser.Event] {
  var parser = ADTSParser()
  var found: [ADTSParser.Event] = []
  var cursor = 0
  while let event = parser.next(in: bytes, from: &cursor, to: bytes.count) { found.append(event) }
  while let event = parser.finish() { found.append(event) }
  return found
}

extension ADTSParser.Event {
  /// Where it begins.
  var position: UInt64 {
    switch self {
    case .frame(let frame): frame.position
    case .id3(let position, _), .garbage(let position, _, _), .truncated(let position, _, _): position
    }
  }
  /// Where it ends; nil for what the stream cut off.
  var end: UInt64? {
    switch self {
    case .frame(let frame): frame.end
    case .id3(let position, let size): position + size
    case .garbage(let position, let count, _): position + count
    case .truncated: nil
    }
  }
  /// The frame, if it is one.
  var frame: ADTSFrame? {
    if case .frame(let frame) = self { return frame }
    return nil
  }
  /// In short, for tables of what is expected.
  var short: String {
    switch self {
    case .frame(let frame): "frame \(frame.position)+\(frame.header.aacFrameLength)"
    case .id3(let position, let size): "id3 \(position)+\(size)"
    case .garbage(let position, let count, let kind): "\(kind.name) \(position)+\(count)"
    case .truncated(let position, let header, let error): "\(error.element) cut at \(position)\(header == nil ? "" : " with header")"
    }
  }
}

/// The events follow each other from the first byte to the last.
func checkCover(_ events: [ADTSParser.Event], _ count: Int, _ comment: String, sourceLocation: SourceLocation = #_sourceLocation) {
  var at: UInt64 = 0
  var isOver = false
  for event in events {
    #expect(event.position == at && !isOver, "\(comment)", sourceLocation: sourceLocation)
    if let end = event.end { at = end } else { isOver = true }
  }
  #expect(isOver || at == UInt64(count), "\(comment)", sourceLocation: sourceLocation)
}

/// A frame with a payload of `count` bytes that hold no 0xFF.
func frame(_ count: Int, like header: ADTSHeader = ADTSHeader(), fill: UInt8 = 0x21) throws -> [UInt8] {
  var own = header
  own.aacFrameLength = UInt16(header.headerSize + count)
  return try own.encoded() + [UInt8](repeating: fill, count: count)
}

/// Frames of random headers of one kind and random payloads, among them many bytes that look like a syncword, and where each begins.
func randomStream(_ generator: inout Generator, frames: Int) throws -> (bytes: [UInt8], starts: [Int], header: ADTSHeader) {
  var header = try generator.draw(ADTSHeader.self)
  // A kind of its own, which a look-alike drawn below never has.
  header.privateBit = 1
  var bytes: [UInt8] = []
  var starts: [Int] = []
  for _ in 0..<frames {
    starts.append(bytes.count)
    let size = generator.upTo(9) == 0 ? generator.upTo(8191 - 15) : generator.upTo(60)
    header.aacFrameLength = UInt16(header.headerSize) + UInt16(size)
    header.adtsBufferFullness = UInt16(generator.upTo(2047))
    bytes += try header.encoded()
    let end = bytes.count + Int(size)
    while bytes.count < end {
      if generator.upTo(5) == 0 {
        // A whole plausible header, of another kind.
        var other = ADTSHeader()
        other.id = UInt8(generator.upTo(1))
        other.profileObjectType = UInt8(generator.upTo(3))
        other.samplingFrequencyIndex = UInt8(generator.upTo(12))
        other.channelConfiguration = UInt8(generator.upTo(7))
        other.originalCopy = UInt8(generator.upTo(1))
        other.home = UInt8(generator.upTo(1))
        other.aacFrameLength = UInt16(15 + generator.upTo(generator.upTo(1) == 0 ? 300 : 8000))
        bytes += try other.encoded().prefix(end - bytes.count)
      } else {
        bytes.append([0xFF, 0xF0 | UInt8(generator.upTo(15)), UInt8(generator.upTo(255))][Int(min(2, generator.upTo(4)))])
      }
    }
  }
  return (bytes, starts, header)
}
