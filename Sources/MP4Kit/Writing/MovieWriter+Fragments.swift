import BitstreamKit

extension MovieWriter {
  var fragmentOptions: MovieFragmentOptions {
    switch layout {
    case .fragmented(let options), .hybrid(let options): options
    default: MovieFragmentOptions()
    }
  }

  private var isHybrid: Bool {
    if case .hybrid = layout { return true }
    return false
  }

  /// The track that determines where fragments end: the first video track, else the first track.
  var leadTrack: Int { tracks.firstIndex { $0.settings.format.isVideo } ?? 0 }

  // MARK: - Fragment boundaries

  /// Writes the fragments that are complete.
  func pumpFragments(after index: Int) throws(MediaError) {
    if muxer == nil, tracks.allSatisfy({ $0.isFinished || $0.firstDecode != nil && (!$0.settings.format.isVideo || isOrderKnown($0)) }) {
      try beginFragments()
    }
    while true {
      if fragments.cut == nil { findCut(after: index) }
      guard let cut = fragments.cut, hasReached(cut) || isOverfull(cut) else { return }
      try writeFragments(before: cut)
    }
  }

  /// Whether the samples of a track so far tell which of them is presented first, and how far they are reordered.
  private func isOrderKnown(_ track: MovieWriterTrack) -> Bool {
    options.compositionOffsets == .signed ? track.hasTrailing : track.anchorCount > 1
  }

  private func findCut(after index: Int) {
    let options = fragmentOptions
    let lead = leadTrack
    // Times must not change between the choice of a cut and the writing of what is before it.
    if isOrderKnown(tracks[lead]) { settleLead(of: lead) }
    let track = tracks[lead]
    fragments.looked = max(1, fragments.looked)
    while fragments.looked < track.rows.count {
      let row = track.rows[fragments.looked]
      let span = row.decode - track.rows[0].decode
      let isLong = exceeds(span, track.timescale, options.movieFragmentInterval)
      let isCut = isLong && (row.isSync || !options.beginsWithSyncSample) || exceeds(span, track.timescale, options.longestInterval)
      // A fragment has at least one sample of the track, and samples with the same decoding time stay together.
      if isCut, span > 0 {
        fragments.cut = (row.decode, track.timescale)
        return
      }
      fragments.looked += 1
    }
    // The byte limit is exceeded, or the lead track has no samples.
    var bytes = 0
    for track in tracks { bytes += track.byteCount }
    let own = tracks[index]
    guard let last = own.rows.last, own.rows.count > 1 else { return }
    let isAlone = index != lead && exceeds(own.span, own.timescale, options.longestInterval)
    // If all samples have the same decoding time, all but the last of them are complete.
    if bytes > byteLimit || isAlone { fragments.cut = (own.span > 0 ? last.decode : last.decode + 1, own.timescale) }
  }

  /// Whether all tracks have reached a time or are finished.
  private func hasReached(_ cut: (time: Int64, timescale: UInt32)) -> Bool {
    tracks.allSatisfy { track in
      track.isFinished || track.rows.last.map { !isBefore($0.decode, track.timescale, cut.time, cut.timescale) } ?? false
    }
  }

  /// Whether interleaving stops waiting for slow tracks.
  private func isOverfull(_ cut: (time: Int64, timescale: UInt32)) -> Bool {
    var bytes = 0
    for track in tracks {
      bytes += track.byteCount
      guard let last = track.rows.last, let time = MediaTime(value: cut.time, timescale: cut.timescale)?.value(in: max(1, track.timescale))
      else { continue }
      let (ahead, overflow) = last.decode.subtractingReportingOverflow(time)
      if overflow ? time < 0 : exceeds(ahead, track.timescale, options.patience) { return true }
    }
    // Twice the limit may overflow.
    return bytes - byteLimit > byteLimit
  }

  // MARK: - Writing fragments

  /// Writes the samples decoded before a time, or all queued samples if nil, as one fragment, or more if descriptions change.
  func writeFragments(before cut: (time: Int64, timescale: UInt32)?) throws(MediaError) {
    if muxer == nil { try beginFragments() }
    while true {
      var plan: [(track: Int, count: Int)] = []
      for (index, track) in tracks.enumerated() {
        // A time between two units of a track is rounded up.
        let time = cut.map {
          MediaTime(value: $0.time, timescale: $0.timescale)?.value(in: max(1, track.timescale), rounding: .up) ?? $0.time
        }
        let count = track.count(before: time)
        if count > 0 { plan.append((index, count)) }
      }
      if plan.isEmpty { break }
      if fragmentOptions.separatesTracks {
        for part in plan { try writeFragment([part]) }
      } else {
        try writeFragment(plan)
      }
    }
    fragments.cut = nil
    fragments.looked = 0
  }

  private func writeFragment(_ plan: [(track: Int, count: Int)]) throws(MediaError) {
    for part in plan {
      let track = tracks[part.track]
      if !track.isBegun { muxer?.setStart(of: part.track, UInt64(max(0, (track.firstDecode ?? 0) + mediaBase(track)))) }
      tracks[part.track].isBegun = true
      for row in track.rows.prefix(part.count) { muxer?.append(entry(row, part.track)) }
    }
    guard let extents = muxer?.fragmentExtents else { return }
    let lead = extents.first { $0.track == leadTrack } ?? extents.first
    guard let lead else { return }
    let start = byteCount
    var front: [UInt8] = []
    let head: [UInt8]
    do {
      if fragmentOptions.writesSegmentTypes { front += try segmentType() }
      let hasIndex = fragmentOptions.segmentIndex == .perFragment
      let size = front.count + (hasIndex ? FragmentIndex.size(entries: 1) : 0)
      head = try muxer?.endFragment(at: start + UInt64(size), leading: size) ?? []
      if hasIndex {
        var bytes = UInt64(head.count)
        for extent in extents { bytes += extent.byteCount }
        let track = tracks[lead.track]
        let begin = muxer?.presentationTime(of: lead.earliest, in: lead.track) ?? lead.earliest
        front += try FragmentIndex.box(
          [FragmentIndex.Part(lead, byteCount: bytes)], of: track.id, timescale: track.timescale, begin: begin, offset: 0)
      }
    } catch { throw fail(error) }
    do throws(MediaError) {
      try put(front + head)
      for part in plan { try put(part.count, of: part.track) }
    } catch {
      // The file ends with a whole fragment.
      try? output.truncate?(start)
      throw error
    }
    fragments.number += 1
    report(lead, from: start)
  }

  private func segmentType() throws(SyntaxError) -> [UInt8] {
    var movie = MovieBlueprint()
    movie.majorBrand = "msdh"
    movie.compatibleBrands = ["msdh"]
    if fragmentOptions.segmentIndex == .perFragment { movie.compatibleBrands.append("msix") }
    if fragmentOptions.isCMAF { movie.compatibleBrands += ["cmfs", "cmff"] }
    return try MovieBoxes.fileType(movie, segment: true)
  }

  private func report(_ lead: FragmentBuilder.Extent?, from start: UInt64) {
    guard let didWriteFragment else { return }
    let scale = lead.map { tracks[$0.track].timescale } ?? 1
    let base = lead.map { mediaBase(tracks[$0.track]) } ?? 0
    didWriteFragment(
      MovieFragmentReport(
        number: lead == nil ? 0 : fragments.number, offset: start, byteCount: byteCount - start,
        time: MediaTime(value: Int64(clamping: lead?.decodeTime ?? 0) - base, timescale: scale) ?? .zero,
        duration: MediaTime(value: Int64(clamping: lead?.duration ?? 0), timescale: scale) ?? .zero,
        beginsWithSyncSample: lead.map { $0.sync?.sample == 0 } ?? false))
  }

  // MARK: - Before the fragments

  /// The offset from session times to media times of a track: in a hybrid movie, it makes the first decoding time 0; otherwise it only
  /// avoids negative times.
  func mediaBase(_ track: MovieWriterTrack) -> Int64 {
    guard let first = track.firstDecode else { return 0 }
    return isHybrid || first < 0 ? -first : 0
  }

  private func beginFragments() throws(MediaError) {
    for index in tracks.indices { tracks[index].settleTimescale() }
    for index in tracks.indices { settleLead(of: index) }
    var made: MovieMuxer
    var front: [UInt8]
    do {
      var blueprints: [TrackBlueprint] = []
      for track in tracks { blueprints.append(try fragmentBlueprint(track)) }
      made = MovieMuxer(try movieBlueprint(), tracks: blueprints, layout: isHybrid ? .hybrid : .fragmented)
      front = try made.fileType()
    } catch { throw fail(error) }
    if isHybrid {
      fragments.mediaHeaderAt = UInt64(front.count)
      front += MovieMuxer.mediaHeaderRoom
    }
    let start = UInt64(front.count)
    let header: [UInt8]
    do { header = try made.fragmentsHeader(reservesDuration: output.canReplace) } catch { throw fail(error) }
    front += header
    if output.canReplace {
      fragments.durationAt = start + UInt64(made.durationPlace(inHeaderOf: header.count))
      if fragmentOptions.descriptionRoom > 0 { front += MovieBoxes.free(max(8, min(1 << 24, fragmentOptions.descriptionRoom))) }
    }
    fragments.header = start..<UInt64(front.count)
    if !isHybrid {
      var entries = 0
      if case .front(let wanted) = fragmentOptions.segmentIndex { entries = FragmentIndex.room(wanted) }
      front += made.beginIndex(at: UInt64(front.count), entries: entries, track: leadTrack)
    }
    muxer = made
    try put(front)
    report(nil, from: 0)
  }

  /// The blueprint of a track for the `moov` before the fragments.
  private func fragmentBlueprint(_ track: MovieWriterTrack) throws(SyntaxError) -> TrackBlueprint {
    var blueprint = try track.settings.blueprint(id: track.id, timescale: track.timescale, formats: track.formats)
    let base = mediaBase(track)
    if !isHybrid, blueprint.priming == 0 {
      // Fragments can start late without an empty edit.
      blueprint.editList = MovieBoxes.edits(
        showing: base, at: 0, timescale: track.timescale, movieTimescale: try movieBlueprint().timescale)
      return blueprint
    }
    // If the start of the track is unknown, the fragments define it.
    let first = track.firstDecode == nil ? 0 : track.firstComposition + base
    let begin = first + blueprint.priming
    blueprint.editList = MovieBoxes.edits(
      showing: begin, at: begin - base, isCut: blueprint.priming > 0, timescale: track.timescale,
      movieTimescale: try movieBlueprint().timescale)
    return blueprint
  }

  /// Adds a new sample description to the `moov` already written.
  func announce(_ changed: MovieWriterTrack, _ index: Int) throws(MediaError) {
    switch layout {
    // These layouts write the sample descriptions at the end.
    case .plain, .faststart: return
    case .fragmented, .hybrid: try rewriteHeader(changed, index)
    }
  }

  private func rewriteHeader(_ changed: MovieWriterTrack, _ index: Int) throws(MediaError) {
    guard output.canReplace, let muxer else {
      throw .unsupported("changed parameter sets require a seekable output, or parameter sets in samples (avc3, hev1)")
    }
    var copy = muxer
    let header: [UInt8]
    do {
      copy[track: index].sampleDescriptions = try changed.settings.descriptions(changed.formats, nil)
      header = try copy.fragmentsHeader(reservesDuration: true)
    } catch { throw .unsupported(error.description) }
    let room = fragments.header.count
    guard header.count == room || header.count + 8 <= room else {
      if !isHybrid { throw .unsupported("no reserved space is left for changed parameter sets") }
      // The moov that is written at the end has them.
      let finding = "no reserved space is left for changed parameter sets: pictures that use them play when the movie is complete"
      if !findings.contains(finding) { findings.append(finding) }
      self.muxer = copy
      return
    }
    // A single write keeps the header consistent at all times.
    try replace(at: fragments.header.lowerBound, header + (header.count < room ? MovieBoxes.free(room - header.count) : []))
    fragments.durationAt = fragments.header.lowerBound + UInt64(copy.durationPlace(inHeaderOf: header.count))
    self.muxer = copy
  }
}
