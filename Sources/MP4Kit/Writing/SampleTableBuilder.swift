import BitstreamKit

/// The sample tables of a track as they grow: four bytes for a sample's size, and runs for all that repeats itself.
public struct SampleTableBuilder: Sendable {
  private var durations = PackedTable<TimeToSampleBox.Entry>()
  private var offsets = PackedTable<CompositionOffsetBox.Entry>()
  private var syncs = PackedTable<UInt32>()
  private var sizes: [UInt8] = []
  private var chunks = PackedTable<SampleToChunkBox.Entry>()
  private var chunkOffsets: [UInt64] = []
  private var dependencies: [UInt8] = []
  private var durationRun = TimeToSampleBox.Entry()
  private var offsetRun = CompositionOffsetBox.Entry()
  private var chunkSamples: UInt32 = 0
  private var chunkDescription: UInt32 = 1
  private var lastRun: (samples: UInt32, description: UInt32) = (0, 0)
  private var firstSize: UInt32 = 0
  private var sizesDiffer = false
  private var hasOffsets = false
  private var hasNegativeOffsets = false
  private var hasNonSync = false
  private var hasDependencies = false

  /// How many samples there are.
  public private(set) var sampleCount: UInt32 = 0
  /// The sum of their durations, in units of the track's time scale.
  public private(set) var duration: UInt64 = 0
  /// The sum of their sizes in bytes.
  public private(set) var byteCount: UInt64 = 0
  /// The smallest composition time, counted from the first sample's decoding time; nil without samples.
  public private(set) var firstComposition: Int64?
  /// The end of the sample that is shown last, counted alike.
  public private(set) var lastComposition: Int64 = 0
  /// The largest sample in bytes.
  public private(set) var largest: UInt32 = 0

  /// No samples.
  public init() {}

  /// Appends a sample.
  /// - Parameters:
  ///   - offset: composition time minus decoding time.
  ///   - place: where it starts in the file, where it starts a chunk; nil where it lies behind the sample before it.
  ///   - description: the entry of `stsd`, counted from 1.
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
    if isSync { syncs.append(sampleCount) } else { hasNonSync = true }
    if sampleCount == 1 { firstSize = size } else if size != firstSize { sizesDiffer = true }
    for shift in [24, 16, 8, 0] as [UInt32] { sizes.append(UInt8(truncatingIfNeeded: size >> shift)) }
    if dependency != 0, !hasDependencies {
      hasDependencies = true
      dependencies = [UInt8](repeating: 0, count: Int(sampleCount - 1))
    }
    if hasDependencies { dependencies.append(dependency) }
    if let place {
      endChunk()
      chunkOffsets.append(place)
      chunkDescription = description
    }
    chunkSamples += 1
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
    if offset < 0 { hasNegativeOffsets = true }
  }

  private mutating func endChunk() {
    if chunkSamples == 0 { return }
    if lastRun != (chunkSamples, chunkDescription) {
      var entry = SampleToChunkBox.Entry()
      entry.firstChunk = UInt32(chunkOffsets.count)
      entry.samplesPerChunk = chunkSamples
      entry.sampleDescriptionIndex = chunkDescription
      chunks.append(entry)
      lastRun = (chunkSamples, chunkDescription)
    }
    chunkSamples = 0
  }

  /// Whether the description of the chunk under way is this one: a chunk has only one.
  public func continues(description: UInt32) -> Bool { chunkSamples > 0 && chunkDescription == description }

  /// Writes the boxes of an `stbl` behind the `stsd`.
  /// - Parameters:
  ///   - shift: by how much every chunk lies further behind than it was said to.
  ///   - isLarge: whether chunk offsets take 64 bits.
  public func write(to builder: inout BoxBuilder, shift: UInt64 = 0, isLarge: Bool) throws(SyntaxError) {
    var tables = self
    tables.endChunk()
    if tables.durationRun.sampleCount > 0 { tables.durations.append(tables.durationRun) }
    if tables.offsetRun.sampleCount > 0 { tables.offsets.append(tables.offsetRun) }
    var stts = TimeToSampleBox()
    stts.entries = tables.durations
    try builder.box(stts)
    if hasOffsets {
      var ctts = CompositionOffsetBox()
      ctts.version = hasNegativeOffsets ? 1 : 0
      ctts.entries = tables.offsets
      try builder.box(ctts)
    }
    if hasNonSync {
      var stss = SyncSampleBox()
      stss.sampleNumbers = tables.syncs
      try builder.box(stss)
    }
    if hasDependencies {
      var sdtp = SampleDependencyTypeBox()
      sdtp.entries = PackedTable(packed: dependencies)
      try builder.box(sdtp)
    }
    var stsc = SampleToChunkBox()
    stsc.entries = tables.chunks
    try builder.box(stsc)
    var stsz = SampleSizeBox()
    stsz.sampleCount = sampleCount
    if sizesDiffer || firstSize == 0 { stsz.sizes = PackedTable(packed: sizes) } else { stsz.sampleSize = firstSize }
    try builder.box(stsz)
    try writeOffsets(to: &builder, shift, isLarge)
  }

  private func writeOffsets(to builder: inout BoxBuilder, _ shift: UInt64, _ isLarge: Bool) throws(SyntaxError) {
    try builder.box(isLarge ? "co64" : "stco") { (builder) throws(SyntaxError) in
      builder.append(0, bytes: 4)
      builder.append(UInt64(chunkOffsets.count), bytes: 4)
      for offset in chunkOffsets { builder.append(offset &+ shift, bytes: isLarge ? 8 : 4) }
    }
  }

  /// Where the last chunk starts, as it was said.
  public var lastChunkOffset: UInt64 { chunkOffsets.last ?? 0 }
}
