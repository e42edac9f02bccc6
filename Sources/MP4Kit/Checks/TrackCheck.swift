import BitstreamKit

/// Checks the tracks of a movie: chunks must be inside the file, and edits must not exceed the media.
enum TrackCheck {
  static func findings<Source: ByteSource>(_ source: Source, _ moov: BoxPlace) throws(ByteError) -> [BoxFinding] {
    var tree = try BoxTree(source, from: moov.offset, to: moov.end)
    let movie = try tree.tolerantly(MovieHeaderBox.self, at: "moov/mvhd")
    var findings = try chunkFindings(&tree, source.byteCount)
    let isFragmented = !tree.find("moov/mvex").isEmpty
    for track in tree.find("moov/trak") {
      if let movie, !isFragmented, let finding = try editFinding(&tree, track, movie) { findings.append(finding) }
    }
    for node in tree.find("moov/udta/meta/ilst") { findings += itemFindings(tree, node) }
    return findings
  }

  static func chunkFindings<Source: ByteSource>(
    _ tree: inout BoxTree<Source>, _ fileSize: UInt64
  ) throws(ByteError) -> [BoxFinding] {
    var findings: [BoxFinding] = []
    for track in tree.find("moov/trak") {
      for stbl in tree.find("mdia/minf/stbl", in: track) where try tree.isSelfContained(track: track) {
        if let finding = try chunkFinding(&tree, stbl, fileSize) { findings.append(finding) }
      }
    }
    return findings
  }

  /// ISO/IEC 14496-12, 8.7.5: the first and the last chunk start inside the file, and the last one ends there. The chunks between them are
  /// not checked, to avoid reading the table.
  private static func chunkFinding<Source: ByteSource>(
    _ tree: inout BoxTree<Source>, _ stbl: Int, _ fileSize: UInt64
  ) throws(ByteError) -> BoxFinding? {
    for (type, rowSize) in [("stco", 4), ("co64", 8)] as [(FourCC, Int)] {
      guard let node = tree.child(type, of: stbl) else { continue }
      let count = try rowCount(&tree, node, rowSize)
      for row in count == 0 ? [] : count == 1 ? [0] : [0, count - 1] {
        let offset = try word(&tree, node, at: 8 + row * rowSize, size: rowSize)
        if offset >= fileSize { return finding(tree, node, "chunk \(row + 1) starts at byte \(offset), past file size \(fileSize)") }
      }
      if let finding = try runFinding(&tree, stbl, count) { return finding }
      let last = count == 0 ? 0 : try word(&tree, node, at: 8 + (count - 1) * rowSize, size: rowSize)
      if count > 0, let size = try lastChunkSize(&tree, stbl, count), size > fileSize - min(fileSize, last) {
        return finding(tree, node, "chunk \(count) at byte \(last) has \(size) bytes, past file size \(fileSize)")
      }
    }
    return nil
  }

  /// The most rows that are read to compute the size of the last chunk.
  private static let maxRows = 1 << 12

  /// The number of bytes of the last of `chunks` chunks; nil if it takes many rows to know it, or if the tables contradict each other.
  private static func lastChunkSize<Source: ByteSource>(
    _ tree: inout BoxTree<Source>, _ stbl: Int, _ chunks: Int
  ) throws(ByteError) -> UInt64? {
    guard let runs = tree.child("stsc", of: stbl), let sizes = tree.child("stsz", of: stbl) else { return nil }
    let runCount = try rowCount(&tree, runs, 12)
    guard (1...64).contains(runCount), tree.nodes[sizes].place.payloadSize >= 12 else { return nil }
    // The samples of the chunks before the last one.
    var before: UInt64 = 0
    for run in 0..<runCount {
      let first = try word(&tree, runs, at: 8 + run * 12, size: 4)
      let next = run + 1 < runCount ? try word(&tree, runs, at: 20 + run * 12, size: 4) : UInt64(chunks)
      guard first >= 1, next >= first, next <= UInt64(chunks) else { return nil }
      before += (next - first) * (try word(&tree, runs, at: 12 + run * 12, size: 4))
      if before > 1 << 40 { return nil }
    }
    let samples = try word(&tree, sizes, at: 8, size: 4)
    let inChunk = try word(&tree, runs, at: 12 + (runCount - 1) * 12, size: 4)
    guard before < samples else { return nil }
    let count = min(samples - before, inChunk)
    let constant = try word(&tree, sizes, at: 4, size: 4)
    // In QuickTime, a constant size of 1 stands for sound whose bytes the sample description counts.
    if constant > 0 { return constant == 1 ? nil : constant * count }
    let there = (tree.nodes[sizes].place.payloadSize - 12) / 4
    guard count <= maxRows, before + count <= there else { return nil }
    var bytes: [UInt8] = []
    try tree.source.read(at: tree.nodes[sizes].place.payloadOffset + 12 + before * 4, count: Int(count) * 4, into: &bytes)
    var size: UInt64 = 0
    for row in stride(from: 0, to: bytes.count - 3, by: 4) { size += UInt64(bytes.bigEndian(at: row, size: 4)) }
    return size
  }

  /// ISO/IEC 14496-12, 8.7.4: the first run starts at the first chunk, and the last run at an existing chunk.
  private static func runFinding<Source: ByteSource>(
    _ tree: inout BoxTree<Source>, _ stbl: Int, _ chunks: Int
  ) throws(ByteError) -> BoxFinding? {
    guard let node = tree.child("stsc", of: stbl) else { return nil }
    let count = try rowCount(&tree, node, 12)
    if count == 0 { return nil }
    let first = try word(&tree, node, at: 8, size: 4)
    if first != 1 { return finding(tree, node, "the first run of chunks starts at chunk \(first)") }
    let last = try word(&tree, node, at: 8 + (count - 1) * 12, size: 4)
    return last > chunks && chunks > 0 ? finding(tree, node, "a run starts at chunk \(last), but there are only \(chunks)") : nil
  }

  /// The number of rows that fit in a table's box after version, flags and count.
  private static func rowCount<Source: ByteSource>(
    _ tree: inout BoxTree<Source>, _ node: Int, _ rowSize: Int
  ) throws(ByteError) -> Int {
    let size = tree.nodes[node].place.payloadSize
    if size < 8 { return 0 }
    return Int(clamping: min(try word(&tree, node, at: 4, size: 4), (size - 8) / UInt64(rowSize)))
  }

  /// Reads a number of 4 or 8 bytes in a box; 0 if the source has become shorter.
  private static func word<Source: ByteSource>(
    _ tree: inout BoxTree<Source>, _ node: Int, at offset: Int, size: Int
  ) throws(ByteError) -> UInt64 {
    var bytes: [UInt8] = []
    try tree.source.read(at: tree.nodes[node].place.payloadOffset + UInt64(offset), count: size, into: &bytes)
    return bytes.count < size ? 0 : bytes.prefix(size).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func finding<Source: ByteSource>(_ tree: BoxTree<Source>, _ node: Int, _ message: String) -> BoxFinding {
    let place = tree.nodes[node].place
    return BoxFinding(path: ["moov", "trak", "mdia", "minf", "stbl", place.header.type], offset: place.offset, message: message)
  }

  /// ISO/IEC 14496-12, 8.6.6: an edit refers to a range of the media. It must end within twice the media duration plus 250 ms, a tolerance
  /// for inexact writers. Fragmented movies are not checked, because fragments extend the media.
  private static func editFinding<Source: ByteSource>(
    _ tree: inout BoxTree<Source>, _ track: Int, _ movie: MovieHeaderBox
  ) throws(ByteError) -> BoxFinding? {
    guard movie.timescale > 0, let node = tree.find("edts/elst", in: track).first,
      let list = try tree.tolerantly(EditListBox.self, at: node, limit: 4096),
      let media = try tree.tolerantly(MediaHeaderBox.self, at: "mdia/mdhd", in: track), media.timescale > 0, media.duration > 0
    else { return nil }
    let length = Double(media.duration) / Double(media.timescale)
    for entry in list.entries.prefix(64) where entry.mediaTime >= 0 && entry.mediaRateInteger == 1 {
      let end = Double(entry.mediaTime) / Double(media.timescale) + Double(entry.editDuration) / Double(movie.timescale)
      if end > 2 * length + 0.25, end < 1e12, length < 1e12 {
        return BoxFinding(
          path: ["moov", "trak", "edts", "elst"], offset: tree.nodes[node].place.offset,
          message: "ends at \(Int64(saturating: end * 1000)) ms of the media, which lasts \(Int64(saturating: length * 1000)) ms")
      }
    }
    return nil
  }

  /// QuickTime File Format, "Metadata Item Atoms": the value of an item is a `data` child box.
  private static func itemFindings<Source: ByteSource>(_ tree: BoxTree<Source>, _ list: Int) -> [BoxFinding] {
    tree.children(of: list).compactMap { item in
      let place = tree.nodes[item].place
      if place.childrenOffset == nil || tree.child("data", of: item) != nil { return nil }
      return BoxFinding(path: ["moov", "udta", "meta", "ilst", place.header.type], offset: place.offset, message: "missing data box")
    }
  }
}
