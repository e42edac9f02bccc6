import BitstreamKit

/// The positions and headers of the boxes in a track's `stbl`. Samples are read on request (`SampleCursor`), so memory does not grow with
/// their number.
public struct SampleTable: Sendable {
  enum Sizes: Sendable {
    case constant(UInt32)
    case each(TablePlace<UInt32>)
    case compact(TablePlace<UInt8>, fieldSize: Int)
  }
  enum Offsets: Sendable {
    case short(TablePlace<UInt32>)
    case long(TablePlace<UInt64>)
  }

  var durations: TablePlace<TimeToSampleBox.Entry>?
  var compositionOffsets: TablePlace<CompositionOffsetBox.Entry>?
  var chunks: TablePlace<SampleToChunkBox.Entry>?
  var chunkOffsets: Offsets?
  var sizes = Sizes.constant(0)
  var syncSamples: TablePlace<UInt32>?
  var dependencies: TablePlace<UInt8>?
  /// The number of samples, from `stsz` or `stz2`; of compressed QuickTime sound, the number of packets.
  public internal(set) var sampleCount = 0
  /// The number of samples that the tables count for a packet of compressed QuickTime sound, otherwise 1. The tables count them one by one,
  /// with a size of 1, so that only packets can be located: they are the samples here. The QuickTime File Format, "Sound Sample Description
  /// (Version 1)".
  public private(set) var samplesPerPacket: UInt32 = 1
  /// The number of samples by `stsz` or `stz2`, each of those in packets.
  package private(set) var listedCount = 0
  /// The relation of composition and decoding times (`cslg`); nil if absent.
  public internal(set) var compositionToDecode: CompositionToDecodeBox?
  /// The errors in the boxes.
  public internal(set) var findings: [BoxFinding] = []

  /// Whether there is an `stss` box; without one, all samples are sync samples.
  public var hasSyncTable: Bool { syncSamples != nil }
  /// Whether there is a `ctts` box: composition and decoding times can differ.
  public var hasCompositionOffsets: Bool { compositionOffsets != nil }
  /// The most negative composition offset of the table, or 0: read from its runs, without going through the samples.
  package func leastCompositionOffset<Source: ByteSource>(_ source: inout Source) throws(ByteError) -> Int32 {
    guard let place = compositionOffsets else { return 0 }
    var (rows, least, index) = (TableReader(place), 0 as Int32, 0)
    while let row = try rows.row(index, &source) {
      if row.sampleCount > 0 { least = min(least, Int32(bitPattern: row.sampleOffset)) }
      index += 1
    }
    return least
  }

  /// The size of each sample in bytes if all have the same; nil otherwise.
  package var constantSize: UInt32? {
    guard case .constant(let size) = sizes else { return nil }
    return size
  }
  /// The number of chunks.
  public var chunkCount: Int {
    switch chunkOffsets {
    case .short(let place): place.count
    case .long(let place): place.count
    case nil: 0
    }
  }

  /// The table without times, sync samples and dependencies, so that a cursor that is asked for places alone does not read them.
  var placesOnly: SampleTable {
    var table = self
    table.durations = nil
    table.compositionOffsets = nil
    table.syncSamples = nil
    table.dependencies = nil
    return table
  }

  /// An empty table.
  init() {}

  /// Reads the headers of the boxes in an `stbl`.
  /// - Throws: `ByteError` if the source cannot be read. A malformed box is a finding.
  init<S: ByteSource>(_ tree: inout BoxTree<S>, stbl: Int) throws(ByteError) {
    for node in tree.children(of: stbl) {
      do { try take(&tree, node) } catch {
        switch error {
        case .bytes(let error): throw error
        case .syntax(let error):
          let place = tree.nodes[node].place
          findings.append(BoxFinding(path: ["stbl", place.header.type], offset: place.offset, message: error.description))
        }
      }
    }
    listedCount = sampleCount
    checkCounts(tree.nodes[stbl].place)
  }

  private mutating func take<S: ByteSource>(_ tree: inout BoxTree<S>, _ node: Int) throws(BoxReadError) {
    let place = tree.nodes[node].place
    let head = 64
    switch place.header.type {
    case "stts": durations = TablePlace(try tree.read(TimeToSampleBox.self, at: node, limit: head).entries, in: place, rowsAt: 8)
    case "ctts":
      compositionOffsets = TablePlace(try tree.read(CompositionOffsetBox.self, at: node, limit: head).entries, in: place, rowsAt: 8)
    case "stsc": chunks = TablePlace(try tree.read(SampleToChunkBox.self, at: node, limit: head).entries, in: place, rowsAt: 8)
    case "stco":
      chunkOffsets = .short(TablePlace(try tree.read(ChunkOffsetBox.self, at: node, limit: head).chunkOffsets, in: place, rowsAt: 8))
    case "co64":
      chunkOffsets = .long(TablePlace(try tree.read(ChunkLargeOffsetBox.self, at: node, limit: head).chunkOffsets, in: place, rowsAt: 8))
    case "stss": syncSamples = TablePlace(try tree.read(SyncSampleBox.self, at: node, limit: head).sampleNumbers, in: place, rowsAt: 8)
    case "stsz":
      let box = try tree.read(SampleSizeBox.self, at: node, limit: head)
      sampleCount = Int(clamping: box.sampleCount)
      sizes = box.sampleSize == 0 ? .each(TablePlace(box.sizes, in: place, rowsAt: 12)) : .constant(box.sampleSize)
    case "stz2":
      let box = try tree.read(CompactSampleSizeBox.self, at: node, limit: head)
      sampleCount = Int(clamping: box.sampleCount)
      sizes = .compact(TablePlace(box.packedSizes, in: place, rowsAt: 12), fieldSize: Int(box.fieldSize))
    case "sdtp":
      let box = try tree.read(SampleDependencyTypeBox.self, at: node, limit: head)
      dependencies = TablePlace(PackedTable(packed: [], count: 0, layout: 0), in: place, rowsAt: 4)
      dependencies?.count = box.entries.codedCount
    case "cslg": compositionToDecode = try tree.read(CompositionToDecodeBox.self, at: node)
    default: break
    }
  }

  /// Replaces a constant size of 1 for uncompressed audio, where a sample has one byte per eight bits of each channel, and for packets of
  /// compressed audio: the QuickTime File Format, "Sample Size Atoms" and "Sound Sample Descriptions".
  mutating func applyFrameSize(_ description: SampleDescription) {
    guard case .constant(1) = sizes, let audio = description.audio else { return }
    let samplesize: UInt32
    switch description.codec {
    case "sowt", "twos", "raw ", "in24", "in32", "fl32", "fl64", "lpcm", "NONE": samplesize = UInt32(audio.samplesize)
    // The entry has the 16 bits of the expanded samples.
    case "ulaw", "alaw": samplesize = 8
    default:
      guard let packet = audio.version1, packet.samplesPerPacket > 1, packet.bytesPerFrame > 0 else { return }
      samplesPerPacket = packet.samplesPerPacket
      sampleCount = packets(of: sampleCount)
      sizes = .constant(packet.bytesPerFrame)
      return
    }
    let bits = UInt32(audio.channelcount) * samplesize
    let size = audio.version2?.constBytesPerAudioPacket ?? audio.version1.map { $0.bytesPerFrame } ?? (bits / 8)
    if size > 1 { sizes = .constant(size) }
  }

  /// The number of packets of so many samples; each chunk has whole ones.
  private func packets(of count: Int) -> Int { count / Int(samplesPerPacket) + (count % Int(samplesPerPacket) > 0 ? 1 : 0) }

  /// The samples of a chunk for which `stsc` counts so many.
  @inline(__always) func samples(ofCounted count: UInt32) -> UInt32 {
    samplesPerPacket == 1 ? count : UInt32(clamping: packets(of: Int(count)))
  }

  /// Reports samples without the tables that locate them: a constant size needs no bytes per sample, so the count alone is not reliable.
  private mutating func checkCounts(_ place: BoxPlace) {
    if sampleCount > 0, durations == nil || chunks == nil || chunkOffsets == nil {
      findings.append(
        BoxFinding(path: ["stbl"], offset: place.offset, message: "\(sampleCount) samples, but stts, stsc or stco is missing"))
    }
  }
}
