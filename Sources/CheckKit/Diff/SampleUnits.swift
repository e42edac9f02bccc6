import BitstreamKit
import MP4Kit
import RemuxKit
import NALKit

/// Walks the parts of samples that are compared: NAL units without start codes and length fields, or the sample as a whole.
///
/// Bytes are read through a window, except those of byte streams, whose units are found in memory.
struct SampleUnits {
  /// A part of a sample.
  struct Unit {
    /// The place in the file.
    var range: Range<UInt64>
    /// The kind.
    var kind: Kind
  }

  /// What a unit is to a comparison.
  enum Kind {
    /// Coded data.
    case coded
    /// A parameter set, which may stand in the configuration record of another file.
    case parameterSet
    /// An access unit delimiter, which containers omit.
    case delimiter
    /// A message that is in the configuration record of one of the files.
    case recordMessage
  }

  /// Larger samples of a byte stream are compared as a whole.
  private static var maxHeldSize: UInt64 { 8 << 20 }
  private static var pieceSize: Int { 1 << 16 }

  private let codec: VideoCodec?
  /// The messages of configuration records, as whole units.
  private let recordMessages: [[UInt8]]
  private var window: ByteWindow<AnyByteSource>
  private var position: UInt64 = 0
  private var end: UInt64 = 0
  private var lengthSize = 0
  private var isWhole = false
  /// A sample of a byte stream, and its offset.
  private var held: [UInt8] = []
  private var heldFrom: UInt64 = 0
  private var isHeld = false
  private var parser = AnnexBParser()
  private var cursor = 0

  /// - Parameters:
  ///   - codec: the codec of the NAL units; nil if samples are compared as a whole.
  ///   - recordMessages: the messages of the configuration records of both files, which a byte stream has in its samples.
  init(_ source: AnyByteSource, _ codec: VideoCodec?, recordMessages: [[UInt8]] = []) {
    window = ByteWindow(source)
    (self.codec, self.recordMessages) = (codec, recordMessages)
  }

  /// Begins a sample.
  mutating func begin(_ sample: MediaSample, _ framing: MediaFraming) throws(ByteError) {
    position = min(sample.offset, window.source.byteCount)
    end = position + min(sample.size, window.source.byteCount - position)
    (isWhole, isHeld, lengthSize) = (true, false, 0)
    if codec == nil { return }
    switch framing {
    case .opaque: break
    case .lengthPrefixed(let size): (isWhole, lengthSize) = (false, size.rawValue)
    case .annexB:
      if end - position > Self.maxHeldSize { return }
      try window.source.read(at: position, count: Int(end - position), into: &held)
      (isWhole, isHeld, heldFrom, cursor, parser) = (false, true, position, 0, AnnexBParser())
    }
  }

  /// The next part of the sample; nil at its end.
  mutating func next() throws(ByteError) -> Unit? {
    if isWhole {
      isWhole = false
      let range = position..<end
      position = end
      return range.isEmpty ? nil : Unit(range: range, kind: .coded)
    }
    if isHeld { return try nextInMemory() }
    guard position < end else { return nil }
    let size = UInt64(lengthSize)
    guard lengthSize > 0, end - position > size else { return remainder() }
    let (first, count) = try window.load(position, lengthSize + 2)
    guard count > lengthSize else { return remainder() }
    let length = window.bytes.bigEndian(at: first, size: lengthSize)
    let start = position + size
    // A length that the sample does not have is part of what is compared: the unit is not the one of an intact file.
    if length > end - start { return remainder() }
    let range = start..<start + length
    position = range.upperBound
    return Unit(range: range, kind: range.isEmpty ? .delimiter : try kind(range, window.bytes[first + lengthSize]))
  }

  /// Bytes after the last unit.
  private mutating func remainder() -> Unit? {
    let range = position..<end
    position = end
    return Unit(range: range, kind: .coded)
  }

  private mutating func nextInMemory() throws(ByteError) -> Unit? {
    guard let unit = parser.next(in: held, from: &cursor, to: held.count) ?? parser.finish() else {
      isHeld = false
      return nil
    }
    let start = heldFrom + min(unit.offset, UInt64(held.count))
    let range = start..<start + min(unit.length, end - start)
    return Unit(range: range, kind: range.isEmpty ? .delimiter : try kind(range, held[Int(range.lowerBound - heldFrom)]))
  }

  private mutating func kind(_ range: Range<UInt64>, _ first: UInt8) throws(ByteError) -> Kind {
    guard let codec else { return .coded }
    if codec.isDelimiter(first) { return .delimiter }
    if codec.isParameterSet(first) || codec.isSubsetParameterSet(first) { return .parameterSet }
    guard recordMessages.contains(where: { UInt64($0.count) == range.upperBound - range.lowerBound }) else { return .coded }
    let unit = try isHeld ? Array(held[Int(range.lowerBound - heldFrom)...].prefix(range.count)) : bytes(range, limit: range.count)
    return recordMessages.contains(unit) ? .recordMessage : .coded
  }

  /// Adds the bytes of a unit to a hash.
  mutating func add(_ range: Range<UInt64>, to hash: inout PayloadHash) throws(ByteError) {
    var at = range.lowerBound
    while at < range.upperBound {
      let wanted = Int(min(range.upperBound - at, UInt64(Self.pieceSize)))
      if isHeld {
        let first = Int(at - heldFrom)
        hash.add(held, first..<min(held.count, first + wanted))
        at += UInt64(wanted)
      } else {
        let (first, count) = try window.load(at, wanted)
        if count == 0 { break }
        hash.add(window.bytes, first..<first + count)
        at += UInt64(count)
      }
    }
    hash.endUnit()
  }

  /// The first bytes of a unit, at most `most`.
  mutating func bytes(_ range: Range<UInt64>, limit: Int) throws(ByteError) -> [UInt8] {
    let wanted = Int(min(range.upperBound - range.lowerBound, UInt64(limit)))
    let (first, count) = try window.load(range.lowerBound, wanted)
    return Array(window.bytes[first..<first + count])
  }
}
