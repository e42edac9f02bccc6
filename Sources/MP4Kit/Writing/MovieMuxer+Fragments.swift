import BitstreamKit

// Fragmented movies, and hybrid movies that are plain when complete.

extension MovieMuxer {
  /// The `ftyp` box.
  public func fileType() throws(SyntaxError) -> [UInt8] { try MovieBoxes.fileType(movie) }

  /// The `moov` that precedes the fragments.
  /// - Parameter reservesDuration: whether `mvex` begins with space for a `mehd` from `fragmentDuration`.
  public func fragmentsHeader(reservesDuration: Bool = false) throws(SyntaxError) -> [UInt8] {
    let empty = tracks.map { TrackLayout(blueprint: $0.blueprint, samples: SampleTableBuilder()) }
    return try MovieBoxes.movie(movie, empty, shift: 0, isLarge: false, fragments: reservesDuration ? .reserved : .unknown).bytes
  }

  /// The offset of the space for a `mehd` in a `fragmentsHeader` of `byteCount` bytes.
  public func durationPlace(inHeaderOf byteCount: Int) -> Int { byteCount - movie.furtherBoxes.count - tracks.count * 32 - 20 }

  /// Builds the `mehd` of a duration in units of the movie's time scale: 20 bytes.
  public static func fragmentDuration(_ duration: UInt64) throws(SyntaxError) -> [UInt8] { try MovieBoxes.fragmentDuration(duration) }

  /// Sets the decoding time of the first sample of a track in fragments, in units of its time scale. Call it before appending samples.
  public mutating func setStart(of track: Int, _ time: UInt64) { times[track] = time }

  /// Adds an edit list to the `moov` before the fragments that places the track's media, which counts from 0, at the start in its
  /// blueprint. An empty edit comes before media that starts late only.
  /// - Parameter firstOffset: the composition offset of the first sample.
  public mutating func announceStart(of track: Int, firstOffset: Int64) {
    let blueprint = tracks[track].blueprint
    let isEarly = blueprint.start < 0
    tracks[track].blueprint.editList = MovieBoxes.edits(
      showing: isEarly ? 0 &- blueprint.start : firstOffset, at: isEarly ? 0 : blueprint.start &+ firstOffset,
      timescale: blueprint.timescale, movieTimescale: movie.timescale)
    announced.insert(track)
  }

  /// Removes the edit lists of `announceStart`, so that they are derived from the samples once these are known.
  public mutating func forgetAnnouncedStarts() {
    for track in announced { tracks[track].blueprint.editList = nil }
    announced = []
  }

  /// The presentation end time of the samples in fragments so far, in units of the movie's time scale.
  public var presentationDuration: UInt64 {
    var longest: UInt64 = 0
    for (track, end) in zip(tracks, ends) {
      var shown = end
      var movieTime: Int64 = 0
      let entries = track.blueprint.editList?.entries ?? PackedTable<EditListBox.Entry>(layout: 0)
      for (number, entry) in entries.enumerated() {
        // An edit without a duration, as the last one is written, shows the media from its start.
        let isOpen = entry.editDuration == 0 || number == entries.count - 1 && !track.blueprint.editsAreComplete
        if entry.mediaTime >= 0 { shown = isOpen ? end - entry.mediaTime : 0 }
        if isOpen, entry.mediaTime >= 0 { continue }
        movieTime = movieTime.addingReportingOverflow(Int64(clamping: entry.editDuration)).partialValue
      }
      let length = MediaTime(value: max(0, shown), timescale: max(1, track.blueprint.timescale))?.value(in: movie.timescale) ?? 0
      longest = max(longest, UInt64(max(0, length.addingReportingOverflow(movieTime).partialValue)))
    }
    return longest
  }

  /// The number of bytes of media data in the current fragment.
  public var fragmentByteCount: UInt64 { fragment.byteCount }
  /// The number of samples in the current fragment.
  public var fragmentSampleCount: Int { fragment.sampleCount }
  /// Whether the current fragment has samples.
  public var hasFragment: Bool { !fragment.isEmpty }

  /// Whether the current fragment can take a sample with this description.
  public func fragmentAccepts(track: Int, descriptionIndex: UInt32) -> Bool { fragment.accepts(track, description: descriptionIndex) }

  /// The extents of the tracks in the current fragment.
  var fragmentExtents: [FragmentBuilder.Extent] { fragment.extents }

  /// Ends the current fragment and returns its `moof` and `mdat` header; empty if it has no samples. The samples follow track by track.
  /// - Parameters:
  ///   - place: the file offset of the `moof`, used for indices and in the hybrid layout.
  ///   - leading: the number of bytes before the `moof` that belong to the fragment, such as a `styp`.
  public mutating func endFragment(at place: UInt64 = 0, leading: Int = 0) throws(SyntaxError) -> [UInt8] {
    if fragment.isEmpty { return [] }
    let size = fragment.byteCount + 8
    let header = BoxHeader("mdat", size: size > 0xFFFF_FFFF ? size + 8 : size, form: size > 0xFFFF_FFFF ? .large : .compact).encoded
    sequenceNumber += 1
    let moof = try fragment.box(
      sequenceNumber: sequenceNumber, trackIDs: tracks.map { $0.blueprint.trackID },
      rolls: tracks.map { $0.blueprint.rollDistance != nil }, dataHeader: header.count)
    if layout == .hybrid { fragment.append(to: &tracks, mediaDataAt: place + UInt64(moof.count + header.count)) }
    if index != nil { note(place, UInt64(leading + moof.count + header.count) + fragment.byteCount) }
    fragment.removeAll()
    return moof + header
  }

  // MARK: - Indices

  /// Starts recording the positions of fragments.
  /// - Parameters:
  ///   - place: the file offset of the space for a `sidx`.
  ///   - entries: the number of fragments to reserve space for; 0 to record sync samples only. If there are more fragments, adjacent ones
  ///     share an entry.
  ///   - track: the index of the reference track of the `sidx`.
  /// - Returns: a `free` box that reserves the space.
  public mutating func beginIndex(at place: UInt64, entries: Int, track: Int) -> [UInt8] {
    index = FragmentIndex(at: place, capacity: entries, track: track)
    return entries > 0 ? MovieBoxes.free(FragmentIndex.size(entries: FragmentIndex.room(entries))) : []
  }

  private mutating func note(_ place: UInt64, _ byteCount: UInt64) {
    let extents = fragment.extents
    for (number, extent) in extents.enumerated() where tracks[extent.track].blueprint.handler.handlerType == "vide" {
      if let sync = extent.sync { accesses[extent.track].add(sync, at: place, traf: number + 1) }
    }
    if let own = extents.first(where: { $0.track == index?.track }) {
      index?.append(FragmentIndex.Part(own, byteCount: byteCount))
    } else {
      index?.extend(byteCount)
    }
  }

  /// The presentation time of a media time according to the edit list, in units of the track's time scale: media before the edit is
  /// excluded, empty edits are included (ISO/IEC 14496-12, 8.16.3.3).
  func presentationTime(of time: Int64, in index: Int) -> Int64 {
    let track = tracks[index].blueprint
    var waiting: Int64 = 0
    for entry in track.editList?.entries ?? PackedTable<EditListBox.Entry>(layout: 0) {
      if entry.mediaTime < 0 {
        waiting = waiting.addingReportingOverflow(Int64(clamping: entry.editDuration)).partialValue
        continue
      }
      let wait = MediaTime(value: waiting, timescale: max(1, movie.timescale))?.value(in: track.timescale) ?? 0
      return max(0, time.subtractingReportingOverflow(entry.mediaTime).partialValue.addingReportingOverflow(wait).partialValue)
    }
    return time
  }

  /// The `sidx` of all fragments and its file offset; nil if no space was reserved.
  public func segmentIndex() throws(SyntaxError) -> (place: UInt64, bytes: [UInt8])? {
    guard let index, index.hasRoom else { return nil }
    let track = tracks[index.track].blueprint
    let begin = presentationTime(of: index.earliest, in: index.track)
    return (index.place, try index.filled(of: track.trackID, timescale: track.timescale, begin: begin))
  }

  /// The `mfra` to write after the last fragment: the first sync sample of each video track in each fragment.
  public func randomAccessIndex() throws(SyntaxError) -> [UInt8] {
    var builder = BoxBuilder()
    try builder.box("mfra") { (builder) throws(SyntaxError) in
      for (track, table) in zip(tracks, accesses) where track.blueprint.handler.handlerType == "vide" {
        try builder.box(table.box(track.blueprint.trackID))
      }
      var end = MovieFragmentRandomAccessOffsetBox()
      end.parentSize = UInt32(truncatingIfNeeded: builder.byteCount + 16)
      try builder.box(end)
    }
    return builder.bytes
  }

  // MARK: - Hybrid

  /// Space for the `mdat` header that covers all fragments when a hybrid movie becomes plain.
  public static var mediaHeaderRoom: [UInt8] { MovieBoxes.free(16) }

  /// Returns the bytes that turn a hybrid movie into a plain one. First append a `moov` wrapped in a `free` box: the file is still
  /// fragmented. Then replace the 16 bytes of `mediaHeaderRoom` with an `mdat` header in a single write; the `mdat` covers
  /// everything up to and including the 8-byte header of the `free` box, so the `moov` becomes a top-level box.
  /// - Parameters:
  ///   - place: the file offset of `mediaHeaderRoom`.
  ///   - end: the size of the file in bytes.
  /// - Returns: the bytes to append, then the header that replaces the space; nil if the `moov` is too large for a 32-bit box size.
  public func becomingPlain(mediaHeaderAt place: UInt64, end: UInt64) throws(SyntaxError) -> (appended: BoxBuilder, header: [UInt8])? {
    let boxes = try self.end(mediaDataAt: 0)
    guard let size = UInt32(exactly: UInt64(boxes.byteCount) + 8) else { return nil }
    var appended = BoxBuilder()
    appended.raw(BoxHeader("free", size: UInt64(size)).encoded)
    appended.raw(boxes)
    return (appended, BoxHeader("mdat", size: end + 8 - place, form: .large).encoded)
  }
}
