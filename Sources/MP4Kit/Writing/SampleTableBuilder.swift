import BitstreamKit

/// Builds the sample tables of a track incrementally: at most four bytes per sample for sizes, and run lengths for repeated values.
public struct SampleTableBuilder: Sendable {
  private var durations = GrowingTable<TimeToSampleBox.Entry>()
  private var offsets = GrowingTable<CompositionOffsetBox.Entry>()
  /// Empty if all samples are sync samples.
  private var syncs = GrowingTable<UInt32>()
  /// Empty if all samples have the same size.
  private var sizes = GrowingTable<UInt32>()
  private var chunks = GrowingTable<SampleToChunkBox.Entry>()
  private var shortOffsets = GrowingTable<UInt32>()
  /// Chunk offsets from the first one that exceeds 32 bits on.
  private var longOffsets = GrowingTable<UInt64>()
  /// Empty if no dependencies are known.
  private var dependencies = GrowingTable<UInt8>()
  private var durationRun = TimeToSampleBox.Entry()
  private var offsetRun = CompositionOffsetBox.Entry()
  private var chunkSamples: UInt32 = 0
  private var chunkDescription: UInt32 = 1
  private var lastRun: (samples: UInt32, description: UInt32) = (0, 0)
  private var firstSize: UInt32 = 0
  private var hasOffsets = false
  private var leastOffset = Int32.max
  private var greatestOffset = Int32.min
  private var hasNonSync = false

  /// The number of samples.
  public private(set) var sampleCount: UInt32 = 0
  /// The sum of the sample durations, in units of the track's time scale.
  public private(set) var duration: UInt64 = 0
  /// The sum of the sample sizes in bytes.
  public private(set) var byteCount: UInt64 = 0
  /// The smallest composition time, relative to the first decoding time; nil without samples.
  public private(set) var firstComposition: Int64?
  /// The largest composition end time, relative to the first decoding time.
  public private(set) var lastComposition: Int64 = 0
  /// The size of the largest sample in bytes.
  public private(set) var largest: UInt32 = 0
  /// The offset of the last chunk as appended.
  public private(set) var lastChunkOffset: UInt64 = 0

  /// Empty tables.
  public init() {}

  /// Appends a sample.
  /// - Parameters:
  ///   - offset: composition time minus decoding time.
  ///   - place: the offset of the sample if it begins a chunk; nil if it follows the preceding sample.
  ///   - description: the index in `stsd`, counted from 1.
  public mutating func append(
    duration: UInt32, offset: Int32, size: UInt32, isSync: Bool, dependency: UInt8, chunkAt place: UInt64?, description: UInt32
  ) {
    let decodeTime = Int64(clamping: self.duration)
    let composition = decodeTime + Int64(offset)
    firstComposition = min(firstComposition ?? composition, composition)
    lastComposition = max(lastComposition, composition + Int64(duration))
    sampleCount += 1
    self.duration += UInt64(duration)
    byteCount += UInt64(size)
    largest = max(largest, size)
    appendRuns(duration, offset)
    appendSync(isSync)
    appendSize(size)
    if dependency != 0 || dependencies.count > 0 { appendDependency(dependency) }
    if let place { beginChunk(place, description) }
    chunkSamples &+= 1
  }

  @inline(__always) private mutating func appendSync(_ isSync: Bool) {
    if !isSync, !hasNonSync {
      hasNonSync = true
      for number in 1..<sampleCount { syncs.append(number) }
    }
    if isSync, hasNonSync { syncs.append(sampleCount) }
  }

  @inline(__always) private mutating func appendSize(_ size: UInt32) {
    if sampleCount == 1 { firstSize = size }
    if size != firstSize, sizes.count == 0 { for _ in 1..<sampleCount { sizes.append(firstSize) } }
    if size != firstSize || sizes.count > 0 { sizes.append(size) }
  }

  private mutating func appendDependency(_ dependency: UInt8) {
    while dependencies.count + 1 < Int(sampleCount) { dependencies.append(0) }
    dependencies.append(dependency)
  }

  private mutating func beginChunk(_ place: UInt64, _ description: UInt32) {
    endChunk()
    if longOffsets.count == 0, let short = UInt32(exactly: place) { shortOffsets.append(short) } else { longOffsets.append(place) }
    lastChunkOffset = place
    chunkDescription = description
  }

  private mutating func appendRuns(_ duration: UInt32, _ offset: Int32) {
    if durationRun.sampleCount > 0, durationRun.sampleDelta == duration {
      durationRun.sampleCount += 1
    } else {
      if durationRun.sampleCount > 0 { durations.append(durationRun) }
      (durationRun.sampleCount, durationRun.sampleDelta) = (1, duration)
    }
    let coded = UInt32(bitPattern: offset)
    if offsetRun.sampleCount > 0, offsetRun.sampleOffset == coded {
      offsetRun.sampleCount += 1
    } else {
      if offsetRun.sampleCount > 0 { offsets.append(offsetRun) }
      (offsetRun.sampleCount, offsetRun.sampleOffset) = (1, coded)
    }
    if offset != 0 { hasOffsets = true }
    leastOffset = min(leastOffset, offset)
    greatestOffset = max(greatestOffset, offset)
  }

  private mutating func endChunk() {
    if chunkSamples == 0 { return }
    if lastRun != (chunkSamples, chunkDescription) {
      var entry = SampleToChunkBox.Entry()
      entry.firstChunk = UInt32(truncatingIfNeeded: shortOffsets.count + longOffsets.count)
      entry.samplesPerChunk = chunkSamples
      entry.sampleDescriptionIndex = chunkDescription
      chunks.append(entry)
      lastRun = (chunkSamples, chunkDescription)
    }
    chunkSamples = 0
  }

  /// Whether the current chunk has this description; a chunk has exactly one.
  public func continues(description: UInt32) -> Bool { chunkSamples > 0 && chunkDescription == description }

  /// Writes the boxes that follow `stsd` in an `stbl`.
  /// - Parameters:
  ///   - shift: the number of bytes added to each chunk offset.
  ///   - isLarge: whether chunk offsets have 64 bits (`co64`).
  ///   - compositionToDecode: when to write a `cslg`.
  public func write(
    to builder: inout BoxBuilder, shift: UInt64 = 0, isLarge: Bool, compositionToDecode: CompositionToDecodePolicy = .negativeOffsets
  ) throws(SyntaxError) {
    var tables = self
    tables.endChunk()
    if tables.durationRun.sampleCount > 0 { tables.durations.append(tables.durationRun) }
    if tables.offsetRun.sampleCount > 0 { tables.offsets.append(tables.offsetRun) }
    try builder.box(TimeToSampleBox(), rows: tables.durations)
    if hasOffsets {
      var ctts = CompositionOffsetBox()
      ctts.version = leastOffset < 0 ? 1 : 0
      try builder.box(ctts, rows: tables.offsets)
      if compositionToDecode == .always || compositionToDecode == .negativeOffsets && leastOffset < 0 {
        try builder.box(self.compositionToDecode)
      }
    }
    if hasNonSync { try builder.box(SyncSampleBox(), rows: syncs) }
    if dependencies.count > 0 { try writeDependencies(to: &builder) }
    try builder.box(SampleToChunkBox(), rows: tables.chunks)
    if sizes.count > 0 {
      try builder.box(SampleSizeBox(), rows: sizes)
    } else if firstSize == 0, sampleCount > 0 {
      // A sample_size of 0 means that each sample has its own size.
      var zeros = GrowingTable<UInt32>()
      for _ in 0..<sampleCount { zeros.append(0) }
      try builder.box(SampleSizeBox(), rows: zeros)
    } else {
      var stsz = SampleSizeBox()
      (stsz.sampleSize, stsz.sampleCount) = (firstSize, sampleCount)
      try builder.box(stsz)
    }
    try builder.chunkOffsets(shortOffsets, longOffsets, shift: shift, isLarge: isLarge)
  }

  /// The `cslg` box for the composition offsets.
  private var compositionToDecode: CompositionToDecodeBox {
    var box = CompositionToDecodeBox()
    box.compositionToDTSShift = max(0, -Int64(leastOffset))
    box.leastDecodeToDisplayDelta = Int64(leastOffset)
    box.greatestDecodeToDisplayDelta = Int64(greatestOffset)
    box.compositionStartTime = firstComposition ?? 0
    box.compositionEndTime = lastComposition
    let numbers = [box.compositionToDTSShift, box.compositionStartTime, box.compositionEndTime]
    box.version = numbers.allSatisfy { Int32(exactly: $0) != nil } ? 0 : 1
    return box
  }

  /// `sdtp` has no count: it has one row per sample.
  private func writeDependencies(to builder: inout BoxBuilder) throws(SyntaxError) {
    try builder.box(SampleDependencyTypeBox()) { (builder) throws(SyntaxError) in
      for block in dependencies.blocks { builder.raw(block) }
    }
  }
}
