import BitstreamKit

extension MovieWriter {
  /// Writes chunks in the order of their decoding times until a track has to be waited for.
  func pumpPlain() throws(MediaError) {
    while let index = nextChunk() {
      let count = tracks[index].chunkCount
      if count == 0 { return }
      try putChunk(count, of: index)
    }
  }

  /// The track of the next chunk; nil if a track has to be waited for.
  private func nextChunk() -> Int? {
    var best: Int?
    var (waits, isOverfull) = (false, false)
    for (index, track) in tracks.enumerated() {
      if track.completeCount == 0 {
        if !track.isFinished { waits = true }
        continue
      }
      if track.byteCount > byteLimit || exceeds(track.span, track.timescale, options.patience) { isOverfull = true }
      if let other = best, !isEarlier(index, other) { continue }
      best = index
    }
    guard let best, !waits || isOverfull else { return nil }
    let track = tracks[best]
    let isFull = track.isFinished || track.byteCount > 1 << 20 || track.span > Int64(track.timescale)
    return isFull || isOverfull ? best : nil
  }

  private func isEarlier(_ a: Int, _ b: Int) -> Bool {
    guard let first = tracks[a].rows.first, let second = tracks[b].rows.first else { return false }
    return isBefore(first.decode, tracks[a].timescale, second.decode, tracks[b].timescale)
  }

  private func putChunk(_ count: Int, of index: Int) throws(MediaError) {
    if muxer == nil { try beginPlain() }
    settleLead(of: index)
    for row in tracks[index].rows.prefix(count) { muxer?.append(entry(row, index)) }
    try put(count, of: index)
  }

  /// Makes composition offsets of a track non-negative before its first samples are written.
  func settleLead(of index: Int) {
    if options.compositionOffsets == .editList { tracks[index].settleLead() }
  }

  func entry(_ row: MovieWriterTrack.Row, _ index: Int) -> MovieMuxer.Entry {
    MovieMuxer.Entry(
      track: index, duration: row.duration, compositionOffset: row.offset, size: row.size, isSync: row.isSync, dependency: row.dependency,
      descriptionIndex: row.description)
  }

  private func beginPlain() throws(MediaError) {
    for index in tracks.indices { tracks[index].settleTimescale() }
    let made: MovieMuxer
    let type: [UInt8]
    do {
      var blueprints: [TrackBlueprint] = []
      for track in tracks {
        blueprints.append(try track.settings.blueprint(id: track.id, timescale: track.timescale, formats: track.formats))
      }
      made = MovieMuxer(try movieBlueprint(), tracks: blueprints, layout: .plain)
      type = try made.fileType()
    } catch { throw fail(error) }
    var front = type
    if case .faststart(let reserved) = layout, reserved > 0 {
      let room = max(8, reserved)
      plain.room = UInt64(front.count)..<UInt64(front.count + room)
      front += MovieBoxes.free(room)
    }
    plain.headerAt = UInt64(front.count)
    muxer = made
    try put(front + MovieMuxer.mediaDataHeader(0))
  }

  /// Writes the remaining chunks and the `moov`.
  func finishPlain() throws(MediaError) {
    try pumpPlain()
    if muxer == nil { try beginPlain() }
    let start = plain.headerAt + 16
    do { try describe() } catch { throw fail(error) }
    guard let muxer else { return }
    let header = MovieMuxer.mediaDataHeader(muxer.mediaByteCount)
    let end: BoxBuilder
    do { end = try muxer.end(mediaDataAt: start) } catch { throw fail(error) }
    guard case .faststart = layout else {
      try put(end)
      return try replace(at: plain.headerAt, header)
    }
    try replace(at: plain.headerAt, header)
    let size = UInt64(end.byteCount)
    let room = UInt64(plain.room.count)
    if size == room || size + 8 <= room {
      let rest = room - size
      return try replace(at: plain.room.lowerBound, end.bytes + (rest > 0 ? MovieBoxes.free(Int(rest)) : []))
    }
    if output.read == nil {
      findings.append("the moov of \(size) bytes does not fit the reserved space: it is written after mdat")
      return try put(end)
    }
    try makeRoom(muxer)
  }

  /// Updates the properties that are known only at the end.
  private func describe() throws(SyntaxError) {
    muxer?.movie.timescale = try movieBlueprint().timescale
    for (index, track) in tracks.enumerated() { try describe(track, index) }
  }

  /// Updates the blueprint of a track for the final `moov`.
  func describe(_ track: MovieWriterTrack, _ index: Int) throws(SyntaxError) {
    let duration = UInt64(max(0, track.end - (track.firstDecode ?? 0)))
    var blueprint = try track.settings.blueprint(
      id: track.id, timescale: track.timescale, formats: track.formats,
      measured: track.meter.measured(duration, timescale: track.timescale))
    blueprint.start = track.firstDecode ?? 0
    muxer?[track: index] = blueprint
  }

  // MARK: - Fast start

  /// Moves the media data towards the end of the file and writes the `moov` before it, using any reserved space.
  private func makeRoom(_ muxer: MovieMuxer) throws(MediaError) {
    let from = plain.headerAt
    let start = plain.room.isEmpty ? from : plain.room.lowerBound
    // The size of the moov depends on the chunk offsets only through their width.
    var shift: UInt64 = 0
    var moov = BoxBuilder()
    for _ in 0..<4 {
      do { moov = try muxer.end(mediaDataAt: from + shift + 16) } catch { throw fail(error) }
      let next = start + UInt64(moov.byteCount)
      // A gap of fewer than 8 bytes is too small for a `free` box, so the shift is increased.
      let needed = next > from ? next - from : next == from ? 0 : 8
      if needed == shift { break }
      shift = needed
    }
    try move(from..<byteCount, by: shift)
    let rest = Int(from + shift - start) - moov.byteCount
    if rest >= 8 { moov.raw(MovieBoxes.free(rest)) }
    var place = start
    do {
      try moov.emit { (piece) throws(ByteError) in
        try output.replace?(place, piece)
        place += UInt64(piece.count)
      }
    } catch { throw fail(error) }
  }

  /// Moves a range of the file by `shift` bytes towards the end, block by block starting from its end.
  private func move(_ range: Range<UInt64>, by shift: UInt64) throws(MediaError) {
    let block: UInt64 = 1 << 20
    // Extends the file by appending zero bytes.
    let blank = [UInt8](repeating: 0, count: Int(min(shift, block)))
    var left = shift
    while left > 0 {
      let count = min(left, block)
      try put(blank, 0..<Int(count))
      left -= count
    }
    var window: [UInt8] = []
    var end = range.upperBound
    while end > range.lowerBound {
      let count = min(block, end - range.lowerBound)
      do throws(ByteError) {
        try output.read?(end - count, Int(count), &window)
        if window.count < Int(count) { throw ByteError("written data cannot be read back") }
        try output.replace?(end - count + shift, window)
      } catch { throw fail(error) }
      end -= count
    }
  }
}
