import BitstreamKit
import NALKit

extension SampleTransform {
  /// Bytes per read.
  private static var windowSize: UInt64 { 1 << 18 }
  /// The size of the largest parameter set that is read whole.
  private static var maxSetSize: UInt64 { 1 << 16 }
  /// The part of a parameter set that is read for its ID.
  private static var headSize: UInt64 { 1 << 10 }

  /// Computes the converted size, and which parameter sets stay.
  mutating func measure(_ large: LargeSample, _ bytes: inout AnyByteSource) throws(MediaError) -> LargeSample {
    var measured = large
    var kept = true
    repeat {
      (kept, measured.byteCount) = (keepsSets, 0)
      try walk(large, &bytes) { (piece) throws(ByteError) in measured.byteCount &+= piece.size }
      // If the sample contains a set to keep, its other sets are kept too, even those in the configuration.
    } while kept != keepsSets
    return measured
  }

  /// Passes the pieces of a converted sample to `body`, in windows of the source.
  mutating func walk(
    _ large: LargeSample, _ bytes: inout AnyByteSource, _ body: (SamplePiece) throws(ByteError) -> Void
  ) throws(MediaError) {
    switch source {
    case .annexB where isCopied: try walkCopy(large, &bytes, body)
    case .annexB:
      if repeatsSets, large.isStart { for unit in known { try put(.made(prefix(UInt64(unit.count), false) + unit), body) } }
      try walkStartCodes(large, &bytes, body)
    case .lengthPrefixed(let size): try walkLengths(large, size.rawValue, &bytes, body)
    case .opaque: break
    }
  }

  private func put(_ piece: SamplePiece, _ body: (SamplePiece) throws(ByteError) -> Void) throws(MediaError) {
    do { try body(piece) } catch { throw .bytes(error) }
  }

  /// The start code or length of a unit.
  private func prefix(_ size: UInt64, _ isLong: Bool) -> [UInt8] {
    if target == .startCodes { return isLong ? [0, 0, 0, 1] : [0, 0, 1] }
    var bytes: [UInt8] = []
    bytes.append(bigEndian: size, size: lengthSize)
    return bytes
  }

  private func read(_ offset: UInt64, _ size: UInt64, _ bytes: inout AnyByteSource) throws(MediaError) -> [UInt8] {
    var buffer: [UInt8] = []
    do { try bytes.read(at: offset, count: Int(clamping: size), into: &buffer) } catch { throw .bytes(error) }
    if UInt64(buffer.count) < size { throw .malformed("the file ends at \(bytes.byteCount), inside a sample") }
    return buffer
  }

  // MARK: - Start codes

  private mutating func walkStartCodes(
    _ large: LargeSample, _ bytes: inout AnyByteSource, _ body: (SamplePiece) throws(ByteError) -> Void
  ) throws(MediaError) {
    let sample = large.sample
    var (parser, done, missing): (AnnexBParser, UInt64, [[UInt8]]) = (AnnexBParser(), 0, large.missing)
    func take(_ unit: AnnexBUnit) throws(MediaError) {
      let start = sample.offset &+ unit.offset
      guard let first = unit.headByte(0), try !isLeftOut(first, start, unit.length, &bytes) else { return }
      for set in takeDue(&missing, before: first) { try put(.made(prefix(UInt64(set.count), false) + set), body) }
      try put(.made(prefix(unit.length, false)), body)
      try put(.source(offset: start, size: unit.length), body)
    }
    while done < sample.size {
      let chunk = try read(sample.offset &+ done, min(Self.windowSize, sample.size - done), &bytes)
      done += UInt64(chunk.count)
      var cursor = 0
      while let unit = parser.next(in: chunk, from: &cursor, to: chunk.count) { try take(unit) }
    }
    if let last = parser.finish() { try take(last) }
  }

  /// Whether a unit does not belong into samples with lengths. Each parameter set is read, to know those in force.
  private mutating func isLeftOut(_ first: UInt8, _ start: UInt64, _ size: UInt64, _ bytes: inout AnyByteSource) throws(MediaError) -> Bool
  {
    if isFiller(first) { return true }
    if !isParameterSet(first) { return false }
    let set = size <= Self.maxSetSize ? try read(start, size, &bytes) : []
    takeSet(set)
    return isKnown(set[...])
  }

  // MARK: - Lengths

  private mutating func walkLengths(
    _ large: LargeSample, _ size: Int, _ bytes: inout AnyByteSource, _ body: (SamplePiece) throws(ByteError) -> Void
  ) throws(MediaError) {
    var missing = large.isStart && removed == nil && editor == nil ? try missingUnits(large, size, &bytes) : []
    var isFirst = true
    func emit(_ head: UInt8, _ piece: SamplePiece) throws(MediaError) {
      let bits = UInt64(8 * lengthSize)
      if target == .lengths, bits < 32, piece.size >> bits > 0 {
        throw .unsupported("a NAL unit of \(piece.size) bytes does not fit a \(bits)-bit length")
      }
      try put(.made(prefix(piece.size, isFirst || needsZeroByte(head))), body)
      try put(piece, body)
      isFirst = false
    }
    let reading = self
    try reading.eachUnit(of: large.sample, size, &bytes) { (unit, first, bytes) throws(MediaError) in
      if removed != nil, isParameterSet(first) {
        try checkRemoved(try read(unit.lowerBound, min(unit.upperBound - unit.lowerBound, 1 << 20), &bytes)[...], large.sample.offset)
        return
      }
      for set in takeDue(&missing, before: first) { try emit(set[0], .made(set)) }
      let size = unit.upperBound - unit.lowerBound
      if editor?.wants(first) == true, let new = try edited(try read(unit.lowerBound, size, &bytes), at: unit.lowerBound) {
        if !new.isEmpty { try emit(first, .made(new)) }
        return
      }
      try emit(first, .source(offset: unit.lowerBound, size: size))
    }
    for set in missing { try emit(set[0], .made(set)) }
  }

  /// Passes the position in the file and the first byte of each unit that is not empty.
  private func eachUnit(
    of sample: MediaSample, _ size: Int, _ bytes: inout AnyByteSource,
    _ body: (Range<UInt64>, UInt8, inout AnyByteSource) throws(MediaError) -> Void
  ) throws(MediaError) {
    var window: (start: UInt64, bytes: [UInt8]) = (0, [])
    var next: UInt64 = 0
    while next < sample.size {
      guard sample.size - next >= UInt64(size) else { throw .malformed("the sample at \(sample.offset) ends inside a length") }
      // A length, and the first byte of the unit if there is one.
      let wanted = min(UInt64(size) + 1, sample.size - next)
      if next < window.start || next + wanted > window.start + UInt64(window.bytes.count) {
        // Units that follow each other closely share a window.
        window = (next, try read(sample.offset &+ next, min(1 << 12, sample.size - next), &bytes))
      }
      let place = Int(next - window.start)
      let length = window.bytes.bigEndian(at: place, size: size)
      let start = next + UInt64(size)
      guard length <= sample.size - start else {
        throw .malformed("a NAL unit of \(length) bytes at \(sample.offset &+ next) extends beyond its sample")
      }
      if length > 0 {
        try body(sample.offset &+ start..<sample.offset &+ start &+ length, window.bytes[place + size], &bytes)
      }
      next = start + length
    }
  }

  /// The description's parameter sets and messages that the sample does not contain.
  private func missingUnits(_ large: LargeSample, _ size: Int, _ bytes: inout AnyByteSource) throws(MediaError) -> [[UInt8]] {
    var missing = MissingUnits(codec, messages.due(isNew: large.isNew))
    try eachUnit(of: large.sample, size, &bytes) { (unit, first, bytes) throws(MediaError) in
      guard missing.wants(first) else { return }
      let limit = isParameterSet(first) ? Self.headSize : Self.maxSetSize
      missing.take(try read(unit.lowerBound, min(limit, unit.upperBound - unit.lowerBound), &bytes))
    }
    return missing.units(of: known)
  }
}
