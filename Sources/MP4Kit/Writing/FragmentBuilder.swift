import BitstreamKit

/// The samples of a fragment that is under way, and the `moof` that describes them.
struct FragmentBuilder: Sendable {
  /// Samples of one track that lie one behind the other.
  private struct Run: Sendable {
    var track: Int
    /// From the start of the media data.
    var offset: UInt64
    var samples = PackedTable<TrackRunBox.Sample>(layout: 0xF00)
    var end: UInt64
  }

  private struct Part: Sendable {
    var decodeTime: UInt64
    var description: UInt32
    var runs: [Run] = []
    var hasNegativeOffsets = false
  }

  private var parts: [Part?]
  /// How many bytes of media data there are.
  private(set) var byteCount: UInt64 = 0
  private(set) var sampleCount = 0

  init(trackCount: Int) { parts = Array(repeating: nil, count: trackCount) }

  var isEmpty: Bool { sampleCount == 0 }

  /// Whether a sample can go into this fragment: a fragment of a track has one description.
  func accepts(_ track: Int, description: UInt32) -> Bool { parts[track].map { $0.description == description } ?? true }

  mutating func append(
    _ track: Int, decodeTime: UInt64, duration: UInt32, offset: Int32, size: UInt32, isSync: Bool, dependency: UInt8, description: UInt32
  ) {
    var part = parts[track] ?? Part(decodeTime: decodeTime, description: description)
    parts[track] = nil
    if part.runs.last?.end != byteCount { part.runs.append(Run(track: track, offset: byteCount, end: byteCount)) }
    var sample = TrackRunBox.Sample()
    sample.sampleDuration = duration
    sample.sampleSize = size
    // is_leading to sample_has_redundancy stand at bit 20, sample_is_non_sync_sample at bit 16. Without a word from the source, a sync
    // sample depends on no other and any other sample on some.
    let known = dependency & 0x30 == 0 ? dependency | (isSync ? 0x20 : 0x10) : dependency
    sample.sampleFlags = UInt32(known) << 20 | (isSync ? 0 : 0x1_0000)
    sample.sampleCompositionTimeOffset = UInt32(bitPattern: offset)
    if offset < 0 { part.hasNegativeOffsets = true }
    byteCount += UInt64(size)
    sampleCount += 1
    part.runs[part.runs.count - 1].samples.append(sample)
    part.runs[part.runs.count - 1].end = byteCount
    parts[track] = part
  }

  /// The `moof` box. Media data follows behind a header of `dataHeader` bytes.
  func box(sequenceNumber: UInt32, trackIDs: [UInt32], dataHeader: Int) throws(SyntaxError) -> [UInt8] {
    let size = try built(sequenceNumber, trackIDs, base: 0).count
    return try built(sequenceNumber, trackIDs, base: UInt64(size + dataHeader))
  }

  private func built(_ sequenceNumber: UInt32, _ trackIDs: [UInt32], base: UInt64) throws(SyntaxError) -> [UInt8] {
    var builder = BoxBuilder()
    try builder.box("moof") { (builder) throws(SyntaxError) in
      var header = MovieFragmentHeaderBox()
      header.sequenceNumber = sequenceNumber
      try builder.box(header)
      for index in parts.indices {
        guard let part = parts[index] else { continue }
        try builder.box("traf") { (builder) throws(SyntaxError) in try Self.write(part, trackIDs[index], base, &builder) }
      }
    }
    return builder.bytes
  }

  private static func write(_ part: Part, _ trackID: UInt32, _ base: UInt64, _ builder: inout BoxBuilder) throws(SyntaxError) {
    let common = CommonValues(part.runs.map { $0.samples })
    var header = TrackFragmentHeaderBox()
    header.trackID = trackID
    header.flags = TrackFragmentHeaderBox.defaultBaseIsMoof
    if part.description != 1 {
      header.flags |= 0x2
      header.sampleDescriptionIndex = part.description
    }
    if let duration = common.duration {
      header.flags |= 0x8
      header.defaultSampleDuration = duration
    }
    if let size = common.size {
      header.flags |= 0x10
      header.defaultSampleSize = size
    }
    if let flags = common.flags {
      header.flags |= 0x20
      header.defaultSampleFlags = SampleFlags(rawValue: flags)
    }
    try builder.box(header)
    var time = TrackFragmentBaseMediaDecodeTimeBox()
    time.baseMediaDecodeTime = part.decodeTime
    try builder.box(time)
    for run in part.runs {
      var box = TrackRunBox()
      box.version = part.hasNegativeOffsets ? 1 : 0
      box.flags = 0x1 | common.flagsOfRun
      guard let offset = Int32(exactly: base + run.offset) else {
        throw SyntaxError(.overLimit("a fragment of more than 2 GiB"), element: "data_offset", path: ["trun"])
      }
      box.dataOffset = offset
      box.sampleCount = UInt32(run.samples.count)
      box.samples = PackedTable(run.samples.lazy.map { common.stripped($0) }, layout: common.flagsOfRun)
      try builder.box(box)
    }
  }

  /// What all samples of a track have alike goes to the header; what they do not, to the runs.
  private struct CommonValues {
    var duration: UInt32?
    var size: UInt32?
    var flags: UInt32?
    var flagsOfRun: UInt32 = 0

    init(_ runs: [PackedTable<TrackRunBox.Sample>]) {
      let first = runs.first?.first
      (duration, size, flags) = (first?.sampleDuration, first?.sampleSize, first?.sampleFlags)
      var hasOffsets = false
      for run in runs {
        for sample in run {
          if sample.sampleDuration != duration { duration = nil }
          if sample.sampleSize != size { size = nil }
          if sample.sampleFlags != flags { flags = nil }
          if sample.sampleCompositionTimeOffset != 0 { hasOffsets = true }
        }
      }
      flagsOfRun = (duration == nil ? 0x100 : 0) | (size == nil ? 0x200 : 0) | (flags == nil ? 0x400 : 0) | (hasOffsets ? 0x800 : 0)
    }

    func stripped(_ sample: TrackRunBox.Sample) -> TrackRunBox.Sample {
      var sample = sample
      if flagsOfRun & 0x100 == 0 { sample.sampleDuration = nil }
      if flagsOfRun & 0x200 == 0 { sample.sampleSize = nil }
      if flagsOfRun & 0x400 == 0 { sample.sampleFlags = nil }
      if flagsOfRun & 0x800 == 0 { sample.sampleCompositionTimeOffset = nil }
      return sample
    }
  }
}
