import BitstreamKit

/// Iterates over the samples of a track in decoding order from its sample table, with random access.
///
/// Each table is read through its own window; only requested samples are created.
public struct SampleCursor: Sendable {
  private let table: SampleTable
  /// The index of the sample that `next` returns, counted from 0.
  public private(set) var index = 0
  /// The error that ended the iteration; the samples after it are not returned.
  public private(set) var finding: String?

  private var durations: RunReader<TimeToSampleBox.Entry>?
  private var offsets: RunReader<CompositionOffsetBox.Entry>?
  private var runs: TableReader<SampleToChunkBox.Entry>?
  private var shortOffsets: TableReader<UInt32>?
  private var longOffsets: TableReader<UInt64>?
  private var eachSize: TableReader<UInt32>?
  private var compactSize: TableReader<UInt8>?
  private var syncs: TableReader<UInt32>?
  private var dependencies: TableReader<UInt8>?

  private var decodeTime: Int64 = 0
  private var duration: UInt32 = 0
  private var nextRun = 0
  /// The first chunk after the run, counted from 1.
  private var runEnd: UInt32 = 0
  private var run = SampleToChunkBox.Entry()
  /// Counted from 0.
  private var chunk = -1
  private var leftInChunk: UInt32 = 0
  private var position: UInt64 = 0
  private var claimed: UInt64 = 0
  private var nextSync = 0
  private var syncNumber: UInt32 = 0

  /// Creates a cursor at the first sample.
  public init(_ table: SampleTable) {
    self.table = table
    durations = table.durations.map { RunReader($0) }
    offsets = table.compositionOffsets.map { RunReader($0) }
    runs = table.chunks.map { TableReader($0) }
    switch table.chunkOffsets {
    case .short(let place): shortOffsets = TableReader(place)
    case .long(let place): longOffsets = TableReader(place)
    case nil: break
    }
    switch table.sizes {
    case .each(let place): eachSize = TableReader(place)
    case .compact(let place, _): compactSize = TableReader(place)
    case .constant: break
    }
    syncs = table.syncSamples.map { TableReader($0) }
    dependencies = table.dependencies.map { TableReader($0) }
  }

  /// Returns the next sample; nil after the last, or if the tables are inconsistent (`finding`).
  public mutating func next<S: ByteSource>(_ source: inout S) throws(ByteError) -> Sample? {
    var sample = Sample()
    return try next(&sample, &source) ? sample : nil
  }

  /// Reads the next sample into `sample`, which saves copies of it; false after the last, or if the tables are inconsistent (`finding`).
  mutating func next<S: ByteSource>(_ sample: inout Sample, _ source: inout S) throws(ByteError) -> Bool {
    if index >= table.sampleCount || finding != nil { return false }
    if leftInChunk == 0, try !enterChunk(&source) { return false }
    guard let size = try size(index, &source) else { return stop("sample \(index + 1) has no size") }
    // After the end of the duration table, the last duration is repeated.
    if let known = try durations?.step(table.samplesPerPacket, &source) { duration = known }
    let offset = try offsets?.step(&source) ?? 0
    (sample.index, sample.decodeTime, sample.compositionOffset) = (index, decodeTime, Int64(Int32(bitPattern: offset)))
    (sample.duration, sample.offset, sample.size) = (duration, position, size)
    sample.isSync = try isSync(UInt32(truncatingIfNeeded: index &+ 1), &source)
    sample.descriptionIndex = run.sampleDescriptionIndex
    sample.dependency = try dependencies?.row(index, &source) ?? 0
    let (time, late) = decodeTime.addingReportingOverflow(Int64(duration))
    let (end, far) = position.addingReportingOverflow(UInt64(size))
    if late || far { return stop("sample \(index + 1): decoding time or file offset overflows 64 bits") }
    if case .constant = table.sizes {
      // No table bounds the number of samples of constant size, so the file size bounds it.
      claimed &+= UInt64(size)
      if claimed / 4 > source.byteCount { return stop("\(table.sampleCount) samples of \(size) bytes exceed the file size") }
    }
    decodeTime = time
    position = end
    leftInChunk &-= 1
    index &+= 1
    return true
  }

  private mutating func stop(_ message: String) -> Bool {
    finding = message
    return false
  }

  private mutating func size<S: ByteSource>(_ index: Int, _ source: inout S) throws(ByteError) -> UInt32? {
    if let size = try eachSize?.row(index, &source) { return size }
    switch table.sizes {
    case .constant(let size): return size
    case .each: return nil
    case .compact(_, let fieldSize):
      switch fieldSize {
      case 4:
        guard let pair = try compactSize?.row(index / 2, &source) else { return nil }
        return UInt32(index % 2 == 0 ? pair >> 4 : pair & 15)
      case 8: return try compactSize?.row(index, &source).map { UInt32($0) }
      default:
        guard let high = try compactSize?.row(2 * index, &source), let low = try compactSize?.row(2 * index + 1, &source) else {
          return nil
        }
        return UInt32(high) << 8 | UInt32(low)
      }
    }
  }

  private mutating func isSync<S: ByteSource>(_ number: UInt32, _ source: inout S) throws(ByteError) -> Bool {
    if syncs == nil { return true }
    while syncNumber < number {
      guard let next = try syncs?.row(nextSync, &source) else { return false }
      nextSync += 1
      syncNumber = next
    }
    return syncNumber == number
  }
}

// MARK: - Chunks

extension SampleCursor {
  /// Advances to the next chunk with samples.
  private mutating func enterChunk<S: ByteSource>(_ source: inout S) throws(ByteError) -> Bool {
    repeat {
      chunk += 1
      while Int64(chunk) + 1 >= Int64(runEnd), try enterRun(&source) {}
      if finding != nil { return false }
      guard let place = try chunkOffset(chunk, &source) else {
        finding = "\(table.sampleCount - index) of \(table.sampleCount) samples are not in any chunk"
        return false
      }
      position = place
      leftInChunk = table.samples(ofCounted: run.samplesPerChunk)
    } while leftInChunk == 0
    return true
  }

  /// Returns the bytes of the rest of the chunk, or of the next chunk, whose samples are thereby passed; nil after the last, or if the tables
  /// are inconsistent (`finding`). Times and sync samples are not followed.
  mutating func nextChunk<S: ByteSource>(_ source: inout S) throws(ByteError) -> (offset: UInt64, size: UInt64)? {
    if index >= table.sampleCount || finding != nil { return nil }
    if leftInChunk == 0, try !enterChunk(&source) { return nil }
    let end = index + min(Int(leftInChunk), table.sampleCount - index)
    let start = position
    var sum: UInt64 = 0
    if case .constant(let size) = table.sizes {
      sum = UInt64(size) &* UInt64(end - index)
      index = end
    }
    while index < end {
      guard let size = try size(index, &source) else {
        finding = "sample \(index + 1) has no size"
        return nil
      }
      sum &+= UInt64(size)
      index &+= 1
    }
    leftInChunk = 0
    return (start, sum)
  }

  /// Advances to the next run of chunks.
  /// - Returns: false if there is none or it is invalid.
  private mutating func enterRun<S: ByteSource>(_ source: inout S) throws(ByteError) -> Bool {
    guard let row = try runs?.row(nextRun, &source) else {
      if nextRun == 0 { finding = "the sample-to-chunk table is empty" }
      return false
    }
    let after = try runs?.row(nextRun + 1, &source)
    if nextRun == 0, row.firstChunk > 1 {
      finding = "the first run of chunks starts at chunk \(row.firstChunk)"
      return false
    }
    if let after, after.firstChunk <= row.firstChunk {
      finding = "run \(nextRun + 2) of chunks starts at chunk \(after.firstChunk), not after chunk \(row.firstChunk)"
      return false
    }
    run = row
    runEnd = after?.firstChunk ?? UInt32.max
    nextRun += 1
    return true
  }

  private mutating func chunkOffset<S: ByteSource>(_ chunk: Int, _ source: inout S) throws(ByteError) -> UInt64? {
    if shortOffsets != nil { return try shortOffsets?.row(chunk, &source).map { UInt64($0) } }
    return try longOffsets?.row(chunk, &source)
  }
}

// MARK: - Random access

extension SampleCursor {
  /// Moves to a sample. Sums the runs before it and the sizes of the preceding samples in its chunk; no other samples are read.
  public mutating func seek<S: ByteSource>(to wanted: Int, _ source: inout S) throws(ByteError) {
    self = SampleCursor(table)
    let target = min(max(0, wanted), table.sampleCount)
    if target == 0 { return }
    let counted = UInt64(target) &* UInt64(table.samplesPerPacket)
    if let skipped = try durations?.skip(counted, &source) {
      duration = UInt32(truncatingIfNeeded: UInt64(skipped.last) &* UInt64(table.samplesPerPacket))
      decodeTime = Int64(truncatingIfNeeded: skipped.sum &+ skipped.beyond &* UInt64(skipped.last))
    }
    _ = try offsets?.skip(UInt64(target), &source)
    try skipChunks(target, &source)
    if let count = syncs?.count, count > 0 { try seekSync(UInt32(truncatingIfNeeded: target + 1), count, &source) }
    index = target
  }

  private mutating func skipChunks<S: ByteSource>(_ target: Int, _ source: inout S) throws(ByteError) {
    var left = UInt64(target)
    while finding == nil {
      while Int64(chunk) + 2 >= Int64(runEnd), try enterRun(&source) {}
      if nextRun == 0 || finding != nil { return }
      let inRun = min(UInt64(runEnd) - UInt64(chunk + 2), UInt64(max(0, table.chunkCount - chunk - 1)))
      let perChunk = UInt64(table.samples(ofCounted: run.samplesPerChunk))
      if inRun == 0 {
        // No chunk is left; `next` reports it.
        return
      }
      let (samples, overflow) = inRun.multipliedReportingOverflow(by: perChunk)
      if !overflow, samples <= left {
        left -= samples
        chunk += Int(inRun)
        if left == 0 { return }
        continue
      }
      chunk += Int(left / perChunk)
      left %= perChunk
      if left == 0 { return }
      let first = target - Int(left)
      guard try enterChunk(&source) else { return }
      if case .constant(let size) = table.sizes {
        position &+= UInt64(size) &* left
      } else {
        for sample in first..<target { position &+= UInt64(try size(sample, &source) ?? 0) }
      }
      leftInChunk -= UInt32(left)
      return
    }
  }

  /// Finds the first sync sample at or after a sample number.
  private mutating func seekSync<S: ByteSource>(_ number: UInt32, _ count: Int, _ source: inout S) throws(ByteError) {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      guard let found = try syncs?.row(middle, &source) else {
        high = middle
        continue
      }
      if found < number { low = middle + 1 } else { high = middle }
    }
    nextSync = low
  }
}
