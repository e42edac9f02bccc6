import BitstreamKit

/// Checks whether sample tables and fragments refer to media data and not to other boxes, as they do after the data was moved without
/// updating the offsets.
///
/// Checks the start of every chunk and of every `traf`'s data, and if those are inside, the end of every sample with a size of its own and
/// of the last sample of constant size.
struct MediaDataCheck {
  private let source: AnyByteSource
  private var map: MediaDataMap
  private var findings: [BoxFinding] = []
  /// The maximum number of findings.
  private static let limit = 8

  static func findings(in source: AnyByteSource) throws(ByteError) -> [BoxFinding] {
    var check = MediaDataCheck(source: source, map: MediaDataMap(source))
    let movie = try Movie(source)
    var extends: [UInt32: TrackExtendsBox] = [:]
    var external: Set<UInt32> = []
    for track in movie.tracks {
      if let found = track.extends { extends[track.trackID] = found }
      var tree = movie.tree
      if try !tree.isSelfContained(track: track.node) {
        external.insert(track.trackID)
      } else if let table = track.table {
        try check.look(at: table, of: track.trackID, at: movie.tree.nodes[track.node].place.offset)
      }
    }
    if movie.isFragmented { try check.lookAtFragments(extends, external) }
    return check.findings
  }

  private init(source: AnyByteSource, map: MediaDataMap) {
    self.source = source
    self.map = map
  }

  private mutating func look(at table: SampleTable, of track: UInt32, at place: UInt64) throws(ByteError) {
    if table.sampleCount == 0 { return }
    if try allChunksFit(table) { return }
    var bytes = source
    var (wrong, first) = (0, nil as UInt64?)
    switch table.chunkOffsets {
    case .short(let rows):
      var reader = TableReader(rows)
      for row in 0..<reader.count {
        guard let offset = try reader.row(row, &bytes).map({ UInt64($0) }) else { break }
        if try isStray(offset) { (wrong, first) = (wrong + 1, first ?? offset) }
      }
    case .long(let rows):
      var reader = TableReader(rows)
      for row in 0..<reader.count {
        guard let offset = try reader.row(row, &bytes) else { break }
        if try isStray(offset) { (wrong, first) = (wrong + 1, first ?? offset) }
      }
    case nil: return
    }
    guard let first else { return try lookAtSamples(of: table, of: track, at: place) }
    find(Self.tablePath, place, "\(wrong) chunks of track \(track) are outside of any mdat, the first at byte \(first)")
  }

  /// Whether each chunk is inside an mdat as a whole, which takes less time to find out than it takes to look at samples; false too if a
  /// chunk has no samples, or if the samples have a constant size.
  private mutating func allChunksFit(_ table: SampleTable) throws(ByteError) -> Bool {
    guard case .each = table.sizes else { return false }
    var bytes = source
    var cursor = SampleCursor(table.placesOnly)
    var count = 0
    while let chunk = try cursor.nextChunk(&bytes) {
      if try !map.holds(chunk.offset, max(1, chunk.size)) { return false }
      count += 1
    }
    return cursor.finding == nil && count == table.chunkCount
  }

  private static let tablePath: [FourCC] = ["moov", "trak", "mdia", "minf", "stbl"]

  /// Looks for samples that begin in an mdat and reach past its end, or past the end of the file.
  private mutating func lookAtSamples(of table: SampleTable, of track: UInt32, at place: UInt64) throws(ByteError) {
    var bytes = source
    var cursor = SampleCursor(table.placesOnly)
    // The number of samples of constant size is not bounded by the bytes of the table.
    if case .constant(let size) = table.sizes {
      // In QuickTime, a constant size of 1 stands for sound whose bytes the sample description counts.
      if size <= 1 { return }
      try cursor.seek(to: table.sampleCount - 1, &bytes)
    }
    var (wrong, first) = (0, nil as UInt64?)
    while let sample = try cursor.next(&bytes) {
      if sample.size == 0 { continue }
      if try !map.holds(sample.offset, UInt64(sample.size)) { (wrong, first) = (wrong + 1, first ?? sample.offset) }
    }
    guard let first else { return }
    let end = first < source.byteCount ? "are not inside an mdat" : "are outside of the file"
    find(Self.tablePath, place, "\(wrong) samples of track \(track) \(end), the first at byte \(first)")
  }

  /// Offsets beyond the end of the file are a different finding.
  private mutating func isStray(_ offset: UInt64) throws(ByteError) -> Bool {
    offset < source.byteCount ? try !map.holds(offset, 1) : false
  }

  private mutating func lookAtFragments(_ extends: [UInt32: TrackExtendsBox], _ external: Set<UInt32>) throws(ByteError) {
    var walker = BoxWalker(source)
    while findings.count < Self.limit, let place = try walker.next() {
      walker.leave(place)
      guard place.header.type == "moof", place.isBox else { continue }
      let fragment = try MovieFragment(source, place)
      var previousEnd = fragment.offset
      for part in fragment.tracks {
        let id = part.header.trackID
        var cursor = TrackFragmentCursor(
          part, of: fragment, extends: extends[id], previousEnd: previousEnd, decodeTime: 0, index: 0, fileSize: source.byteCount)
        if let sample = cursor.next(), sample.size > 0, !external.contains(id), try isStray(sample.offset) {
          find(["moof", "traf"], place.offset, "the data of track \(id) starts at byte \(sample.offset), outside of any mdat")
        }
        if part.header.baseDataOffset == nil, part.header.flags & TrackFragmentHeaderBox.defaultBaseIsMoof == 0 {
          while cursor.next() != nil {}
          previousEnd = cursor.position
        }
      }
    }
  }

  private mutating func find(_ path: [FourCC], _ offset: UInt64, _ message: String) {
    if findings.count < Self.limit { findings.append(BoxFinding(path: path, offset: offset, message: message)) }
  }
}
