import BitstreamKit

// Movies in fragments, and those that are plain in the end.

extension MovieMuxer {
  /// `ftyp`.
  public func fileType() throws(SyntaxError) -> [UInt8] { try MovieBoxes.fileType(movie) }

  /// The `moov` that stands before fragments.
  /// - Parameter reservesDuration: whether its `mvex` begins with room for a `mehd`, which `fragmentDuration` fills.
  public func fragmentsHeader(reservesDuration: Bool = false) throws(SyntaxError) -> [UInt8] {
    let empty = tracks.map { TrackLayout(blueprint: $0.blueprint, samples: SampleTableBuilder()) }
    return try MovieBoxes.movie(movie, empty, shift: 0, isLarge: false, fragments: reservesDuration ? .reserved : .unknown).bytes
  }

  /// Where in a `fragmentsHeader` of so many bytes the room for a `mehd` is.
  public func durationPlace(inHeaderOf byteCount: Int) -> Int { byteCount - movie.furtherBoxes.count - tracks.count * 32 - 20 }

  /// The `mehd` of a duration in units of the movie's time scale: 20 bytes.
  public static func fragmentDuration(_ duration: UInt64) throws(SyntaxError) -> [UInt8] { try MovieBoxes.fragmentDuration(duration) }

  /// Sets when the first sample of a track in fragments is decoded, in units of its time scale; before its first sample.
  public mutating func setStart(of track: Int, _ time: UInt64) { times[track] = time }

  /// Has the `moov` in front of the fragments say by an edit list where a track's blueprint starts; its media counts from 0.
  /// - Parameter firstOffset: the composition offset of the first sample.
  public mutating func announceStart(of track: Int, firstOffset: Int64) {
    let blueprint = tracks[track].blueprint
    tracks[track].blueprint.editList = MovieBoxes.edits(
      showing: firstOffset, at: blueprint.start &+ firstOffset, timescale: blueprint.timescale, movieTimescale: movie.timescale)
    announced.insert(track)
  }

  /// Lets edit lists follow from the samples again, once those are there.
  public mutating func forgetAnnouncedStarts() {
    for track in announced { tracks[track].blueprint.editList = nil }
    announced = []
  }

  /// When the last sample of the fragments so far has been shown, in units of the movie's time scale.
  public var presentationDuration: UInt64 {
    var longest: UInt64 = 0
    for (track, end) in zip(tracks, ends) {
      var shown = end
      var movieTime: Int64 = 0
      // What waits before the media and what is cut off of it.
      for entry in track.blueprint.editList?.entries ?? PackedTable<EditListBox.Entry>(layout: 0) {
        if entry.mediaTime >= 0, track.blueprint.editsAreComplete {
          shown = 0
        } else if entry.mediaTime >= 0 {
          shown -= entry.mediaTime
          break
        }
        movieTime = movieTime.addingReportingOverflow(Int64(clamping: entry.editDuration)).partialValue
      }
      let length = MediaTime(value: max(0, shown), timescale: max(1, track.blueprint.timescale))?.value(in: movie.timescale) ?? 0
      longest = max(longest, UInt64(max(0, length.addingReportingOverflow(movieTime).partialValue)))
    }
    return longest
  }

  /// Bytes of media data in the fragment under way.
  public var fragmentByteCount: UInt64 { fragment.byteCount }
  /// How many samples the fragment under way has.
  public var fragmentSampleCount: Int { fragment.sampleCount }
  /// Whether the fragment under way has samples.
  public var hasFragment: Bool { !fragment.isEmpty }

  /// Whether the fragment under way can take a sample of this description.
  public func fragmentAccepts(track: Int, descriptionIndex: UInt32) -> Bool { fragment.accepts(track, description: descriptionIndex) }

  /// What the tracks have in the fragment under way.
  var fragmentExtents: [FragmentBuilder.Extent] { fragment.extents }

  /// The `moof` and the header of the media data for the samples since the last fragment; nothing where there are none. Behind it the
  /// samples go track by track.
  /// - Parameters:
  ///   - place: where the `moof` starts in the file, which matters for indices and in the hybrid layout.
  ///   - leading: how many bytes in front of it belong to the fragment: a `styp`.
  public mutating func endFragment(at place: UInt64 = 0, leading: Int = 0) throws(SyntaxError) -> [UInt8] {
    if fragment.isEmpty { return [] }
    let size = fragment.byteCount + 8
    let header = BoxHeader("mdat", size: size > 0xFFFF_FFFF ? size + 8 : size, form: size > 0xFFFF_FFFF ? .large : .compact).encoded
    sequenceNumber += 1
    let moof = try fragment.box(
      sequenceNumber: sequenceNumber, trackIDs: tracks.map { $0.blueprint.trackID },
      rolls: tracks.map { $0.blueprint.rollDistance != nil }, dataHeader: header.count)
    if layout == .hybrid { fragment.tell(&tracks, mediaDataAt: place + UInt64(moof.count + header.count)) }
    if index != nil { note(place, UInt64(leading + moof.count + header.count) + fragment.byteCount) }
    fragment.removeAll()
    return moof + header
  }

  // MARK: - Indices

  /// From here on it is remembered where fragments lie.
  /// - Parameters:
  ///   - place: where the room for a `sidx` starts in the file.
  ///   - entries: for how many fragments there is room; 0 to remember sync samples alone. Where more come, neighbours share an entry.
  ///   - track: the track whose times the `sidx` tells.
  /// - Returns: the room, a box of no use.
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

  /// When a time of a track's media is shown by its edit list, in units of its time scale: what the list leaves out is not counted, and
  /// what waits in front of it is (ISO/IEC 14496-12, 8.16.3.3).
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

  /// The `sidx` of all fragments, and where it goes; nil where no room was left for one.
  public func segmentIndex() throws(SyntaxError) -> (place: UInt64, bytes: [UInt8])? {
    guard let index, index.hasRoom else { return nil }
    let track = tracks[index.track].blueprint
    let begin = presentationTime(of: index.earliest, in: index.track)
    return (index.place, try index.filled(of: track.trackID, timescale: track.timescale, begin: begin))
  }

  /// The `mfra` that goes behind the last fragment: the first sync sample of each track of video in each fragment.
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

  /// Room for the header that makes all media data of a hybrid movie one box in the end.
  public static var mediaHeaderRoom: [UInt8] { MovieBoxes.free(16) }

  /// What makes one plain movie of a hybrid one. The `moov` is written behind the fragments, inside of a box of no use: the file is one of
  /// fragments still. The header of that box then becomes the last eight bytes of the media data, by the one write of sixteen bytes that
  /// makes all before the `moov` media data.
  /// - Parameters:
  ///   - place: where the `mediaHeaderRoom` is.
  ///   - end: how many bytes the file has.
  /// - Returns: what is appended, and what takes the place of the room when that is done; nil where the `moov` is too large for a box.
  public func becomingPlain(mediaHeaderAt place: UInt64, end: UInt64) throws(SyntaxError) -> (appended: BoxBuilder, header: [UInt8])? {
    let boxes = try self.end(mediaDataAt: 0)
    guard let size = UInt32(exactly: UInt64(boxes.byteCount) + 8) else { return nil }
    var appended = BoxBuilder()
    appended.raw(BoxHeader("free", size: UInt64(size)).encoded)
    appended.raw(boxes)
    return (appended, BoxHeader("mdat", size: end + 8 - place, form: .large).encoded)
  }
}
