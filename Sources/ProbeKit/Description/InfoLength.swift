import AACKit
import BitstreamKit
import FLVKit
import MP4Kit
import RemuxKit

/// Compares the sizes and durations declared in headers with the file. Samples are not read.
struct InfoLength {
  /// Mismatches found.
  private(set) var findings: [String] = []
  /// Duration of an FLV file by its tags, in milliseconds; nil for other containers.
  private(set) var milliseconds: Int64?

  /// Largest table that is read, in bytes.
  private static let maxTableBytes: UInt64 = 1 << 17

  init(_ source: AnyByteSource, _ reader: MediaReader) throws(MediaError) {
    switch reader.container {
    case .mp4:
      guard let movie = reader.movie else { return }
      do { try look(at: movie, source) } catch { throw .bytes(error) }
    case .flv: try lookAtTags(source, reader)
    case .adts: do { try lookAtFrames(source) } catch { throw .bytes(error) }
    case .h264, .hevc: break
    }
  }

  /// Whether two durations in seconds differ by more than rounding, a last sample or encoder delay explain.
  private static func differ(_ a: Double, _ b: Double) -> Bool { abs(a - b) > 1 + max(a, b) / 100 }

  private static func words(_ seconds: Double) -> String { "\(InfoWords.decimals(seconds, 3))s" }

  // MARK: - MP4

  private mutating func look(at movie: Movie<AnyByteSource>, _ source: AnyByteSource) throws(ByteError) {
    var walker = BoxWalker(source)
    var hasIndex = false
    while let place = try walker.next() {
      walker.leave(place)
      guard place.isBox else { continue }
      if place.header.type == "sidx", !hasIndex {
        hasIndex = true
        try lookAtIndex(place, source)
      }
      if place.header.type == "moov" {
        // The movie has the boxes of the first one, unless they were compressed.
        let isKnown = place.offset == movie.moovOffset && !movie.isCompressed
        var tree = isKnown ? movie.tree : try BoxTree(source, from: place.offset, to: place.end)
        findings += try FileCheck.chunkFindings(in: &tree, fileSize: source.byteCount).map { $0.description }
      }
    }
    findings += walker.findings.map { $0.description }
    if !movie.isFragmented { try lookAtDurations(movie) }
  }

  /// Compares the total size of the segments in a segment index with the file.
  private mutating func lookAtIndex(_ place: BoxPlace, _ source: AnyByteSource) throws(ByteError) {
    if place.payloadSize > Self.maxTableBytes { return }
    var tree = try BoxTree(source, from: place.offset, to: place.end)
    guard let box = try? tree.read(SegmentIndexBox.self, at: 0) else { return }
    var (end, isFar) = place.end.addingReportingOverflow(box.firstOffset)
    for row in 0..<box.references.count where !isFar {
      (end, isFar) = end.addingReportingOverflow(UInt64(box.references[row].referencedSize))
    }
    if isFar || end > source.byteCount {
      findings.append(
        "sidx at byte \(place.offset): its segments end at byte \(isFar ? "2^64 and more" : "\(end)"), but the file has \(source.byteCount) bytes"
      )
    }
  }

  /// Compares the movie duration with the longest track, and track durations with the sum of the sample durations.
  private mutating func lookAtDurations(_ movie: Movie<AnyByteSource>) throws(ByteError) {
    var longest: Double?
    for track in movie.tracks {
      let media = track.mediaHeader.map { Double($0.duration) / Double(track.timescale) }
      if let media, let listed = try listed(track, movie), Self.differ(media, listed) {
        findings.append("track \(track.trackID): mdhd duration is \(Self.words(media)), but its samples last \(Self.words(listed))")
      }
      let edited = track.editList == nil ? nil : track.timeline(movieTimescale: movie.timescale).duration
      guard let shown = edited.map({ Double($0) / Double(movie.timescale) }) ?? media else { return }
      longest = max(longest ?? 0, shown)
    }
    // All ones means unknown.
    guard let longest, let header = movie.header, header.duration > 0, header.duration != UInt64(UInt32.max), header.duration != .max else {
      return
    }
    let claimed = Double(header.duration) / Double(movie.timescale)
    if Self.differ(claimed, longest) {
      findings.append("mvhd duration is \(Self.words(claimed)), but the longest track lasts \(Self.words(longest))")
    }
  }

  /// Sum of the sample durations of a track in seconds; nil if the table is too large.
  private func listed(_ track: MovieTrack, _ movie: Movie<AnyByteSource>) throws(ByteError) -> Double? {
    var tree = movie.tree
    guard let node = tree.find("mdia/minf/stbl/stts", in: track.node).first, tree.nodes[node].place.payloadSize <= Self.maxTableBytes,
      let box = try? tree.read(TimeToSampleBox.self, at: node), box.entries.count > 0
    else { return nil }
    var sum = 0.0
    for row in 0..<box.entries.count { sum += Double(box.entries[row].sampleCount) * Double(box.entries[row].sampleDelta) }
    return sum / Double(track.timescale)
  }

  // MARK: - FLV

  private mutating func lookAtTags(_ source: AnyByteSource, _ reader: MediaReader) throws(MediaError) {
    let end = try FLVEnd(source)
    if let cut = end.cutTag { findings.append("the file ends at \(source.byteCount), inside the tag at \(cut)") }
    if let size = reader.metaData?.filesize.flatMap({ Int64(exactly: $0.rounded()) }), size > Int64(clamping: source.byteCount) {
      findings.append("onMetaData filesize is \(size), but the file has \(source.byteCount) bytes")
    }
    guard let stored = end.lastTime else { return }
    var samples = reader
    let first = try samples.next()?.decodeTime ?? 0
    // Timestamps have 32 bits, which wrap after 49 days; the first may be before 0.
    let span = stored - first
    milliseconds = (0...Int64(UInt32.max)).contains(span) ? span : Int64(max(0, Int32(truncatingIfNeeded: span)))
    let last = first < 0 ? first + (milliseconds ?? 0) : stored
    guard let claimed = reader.metaData?.duration, claimed > 0 else { return }
    // Some writers count from the first tag, others from 0.
    if claimed < 1e9, !Self.differ(claimed, Double(last) / 1000) || !Self.differ(claimed, Double(milliseconds ?? 0) / 1000) { return }
    let words = claimed < 1e9 ? Self.words(claimed) : "\(claimed)s"
    findings.append("onMetaData duration is \(words), but the last tag is at \(Self.words(Double(last) / 1000))")
  }

  // MARK: - ADTS

  /// Checks that the last ADTS frames, of at most 8191 bytes each, are complete.
  private mutating func lookAtFrames(_ source: AnyByteSource) throws(ByteError) {
    var bytes: [UInt8] = []
    let start = source.byteCount - min(source.byteCount, 1 << 16)
    try source.read(at: start, count: 1 << 16, into: &bytes)
    var parser = ADTSParser()
    var cursor = 0
    var cut: UInt64?
    func take(_ event: ADTSParser.Event) { if case .truncated(let position, _, _) = event { cut = start + position } }
    while let event = parser.next(in: bytes, from: &cursor, to: bytes.count) { take(event) }
    while let event = parser.finish() { take(event) }
    if let cut { findings.append("the file ends at \(source.byteCount), inside the ADTS frame at \(cut)") }
  }
}
