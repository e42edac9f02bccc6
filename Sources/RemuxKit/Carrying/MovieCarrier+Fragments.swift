import BitstreamKit
import MP4Kit

extension MovieCarrier {
  private var isHybrid: Bool {
    if case .hybrid = options.layout { return true }
    return false
  }

  /// Sets the start of each track. Movies keep their times, and start later instead of an empty edit; other sources start at their earliest
  /// time, with an edit list for what fragments cannot express.
  private mutating func placeFragments() {
    for (place, track) in wanted.enumerated() {
      guard let sample = firstSamples[track] else { continue }
      if reader.traits.placement != .times {
        if !isHybrid {
          let first = sample.presentationTime &+ delays[place]
          let late = muxer[track: place].removeEmptyStart(before: first, reader.tracks[track].kind, muxer.movie.timescale)
          muxer.setStart(of: place, UInt64(max(0, sample.decodeTime &+ late)))
        }
        if muxer[track: place].editList != nil || !isHybrid { continue }
      }
      let start = muxer[track: place].start
      if !isHybrid, start >= 0 {
        muxer.setStart(of: place, UInt64(start))
        continue
      }
      let offset = sample.presentationTime &- sample.decodeTime
      muxer[track: place].start &-= delays[place]
      muxer.announceStart(of: place, firstOffset: offset &+ delays[place])
    }
  }

  /// Collects what the `moov` at the start must say about all fragments: the descriptions found while reading samples, and whether
  /// parameter sets change. This reads the source twice, as `faststart` does; input from a pipe has been spooled to a file.
  private mutating func lookAhead() throws(MediaError) {
    let isStream = transforms.contains { $0 != nil } && !options.setsInSamples
    var samples = try queue(.file)
    if reader.container == .flv {
      while let sample = try samples.next() { noteDelay(sample) }
      try describe(samples)
    }
    try flatten(samples)
    if isStream {
      samples = try queue(.file)
      while let sample = try samples.next() {
        noteDelay(sample)
        if changesDescription(sample) { follow(sample, samples) }
        _ = try isChanged(sample)
      }
      try describe(samples)
      restart()
    } else if let movie = reader.movie, !movie.isFragmented, options.corrections.isEmpty, !isHybrid {
      var tables = movie.tree.source
      for (place, track) in wanted.enumerated() {
        do { delays[place] = Int64(try movie.tracks[track].table?.leastCompositionOffset(&tables).magnitude ?? 0) } catch {
          throw .bytes(error)
        }
      }
    } else if reader.container != .flv, !isHybrid {
      samples = try queue(.file)
      while let sample = try samples.next() { noteDelay(sample) }
    }
    if !isHybrid, flattened.contains(true) || transforms.contains(where: { $0?.looseDescriptions.isEmpty == false }) {
      report.notes.append("parameter sets change in the stream: in fragments they stay in the samples, as avc3 and hev1 allow")
    }
  }

  /// Takes the delay that a sample needs. Players based on FFmpeg show the pictures of fragments with negative composition offsets late, and
  /// out of step with the sound. A hybrid movie is plain in the end, which they read well.
  private mutating func noteDelay(_ sample: MediaSample) {
    guard sample.presentationTime < sample.decodeTime, !isHybrid, let place = places[sample.track] else { return }
    delays[place] = max(delays[place], sample.decodeTime &- sample.presentationTime)
  }

  mutating func runFragmented(_ length: MediaTime) throws(MediaError) {
    try lookAhead()
    for (place, delay) in delays.enumerated() where delay > 0 {
      // An offset of a damaged table; the sums must fit 32 bits.
      if delay > 1 << 30 { delays[place] = 0 } else { muxer[track: place].delayMedia(by: delay) }
    }
    placeFragments()
    var samples = try queue(.time)
    if isHybrid { pump.holdUntilSample() }
    let lead = wanted.first { reader.tracks[$0].kind == .video } ?? wanted.first ?? 0
    let front = try beginFragments(places[lead] ?? 0)
    let scale = reader.tracks[lead].timescale ?? 1
    let least = length.value(in: scale, rounding: .up) ?? 0
    var began: Int64?
    var sample = MediaSample()
    while try samples.next(&sample) {
      guard let place = places[sample.track] else { continue }
      let isCut = sample.track == lead && sample.isKey && began.map { sample.decodeTime - $0 >= least } == true
      // Bound the memory for sample metadata too, however small the samples are.
      let isLarge = muxer.fragmentByteCount > 8 << 20 || muxer.fragmentSampleCount >= 1 << 18
      let isFull = isLarge || !muxer.fragmentAccepts(track: place, descriptionIndex: index(of: sample, place))
      if isCut || isFull { try endFragment() }
      if sample.track == lead, began == nil || isCut { began = sample.decodeTime }
      if changesDescription(sample) { follow(sample, samples) }
      if try register(sample) {
        made[place].append(contentsOf: transforms[place]?.output ?? [])
        // A sample that is not held in memory is the last of its track in its fragment: it is converted after the fragment's header.
        if transforms[place]?.large != nil { try endFragment(large: place) }
      } else if let last = pending[place].indices.last, pending[place][last].offset &+ pending[place][last].size == sample.offset {
        pending[place][last].size &+= sample.size
      } else {
        pending[place].append((sample.offset, sample.size))
      }
    }
    try endFragment()
    if isHybrid {
      if report.samples == 0 { throw .malformed(samples.findings.first ?? "there is no sample") }
      pump.release()
      try describe(samples)
    }
    try endFragments(front)
    conclude(samples)
  }

  /// Offsets of fields that are filled in at the end.
  private struct Front {
    /// Offset of the `mdat` header that will cover all fragments.
    var mediaHeaderAt: UInt64 = 0
    /// Offset of the `mehd` duration.
    var durationAt: UInt64 = 0
  }

  private mutating func beginFragments(_ lead: Int) throws(MediaError) -> Front {
    var front = Front()
    try put(try attempt { (m) throws(SyntaxError) in try m.fileType() })
    if isHybrid {
      front.mediaHeaderAt = pump.position
      try put(MovieMuxer.mediaHeaderRoom)
    }
    let header = try attempt { (m) throws(SyntaxError) in try m.fragmentsHeader(reservesDuration: pump.canReplace) }
    front.durationAt = pump.position + UInt64(muxer.durationPlace(inHeaderOf: header.count))
    try put(header)
    if pump.canReplace, !isHybrid { try put(muxer.beginIndex(at: pump.position, entries: options.indexEntries, track: lead)) }
    return front
  }

  /// - Parameter large: the track whose last sample is not held in memory.
  private mutating func endFragment(large: Int? = nil) throws(MediaError) {
    let head: [UInt8]
    do { head = try muxer.endFragment(at: pump.position) } catch { throw .unsupported(error.description) }
    try put(head)
    for place in pending.indices {
      do {
        for piece in pending[place] { try pump.put(piece.offset, piece.size) }
        if changes[place] {
          try pump.put(made[place])
          if !made[place].isEmpty { pump.release() }
        }
      } catch { throw .bytes(error) }
      if large == place { try transforms[place]?.put(into: &pump) }
    }
    do {
      // Keep complete fragments in the file at all times.
      if isHybrid { try pump.flush() }
    } catch { throw .bytes(error) }
    for place in pending.indices {
      pending[place].removeAll(keepingCapacity: true)
      made[place].removeAll(keepingCapacity: true)
    }
  }

  private mutating func endFragments(_ front: Front) throws(MediaError) {
    if isHybrid { return try becomePlain(front) }
    guard pump.canReplace else { return }
    try put(try attempt { (m) throws(SyntaxError) in try m.randomAccessIndex() })
    let index = try attempt { (m) throws(SyntaxError) in try m.segmentIndex() }
    let duration = try attempt { (m) throws(SyntaxError) in try MovieMuxer.fragmentDuration(m.presentationDuration) }
    do {
      if let index { try pump.replace(at: index.place, index.bytes) }
      try pump.replace(at: front.durationAt, duration)
    } catch { throw .bytes(error) }
  }

  private mutating func becomePlain(_ front: Front) throws(MediaError) {
    muxer.forgetAnnouncedStarts()
    let end = pump.position
    let last = try attempt { (m) throws(SyntaxError) in try m.becomingPlain(mediaHeaderAt: front.mediaHeaderAt, end: end) }
    guard let last else { throw .unsupported("the moov exceeds the largest box size: the movie stays fragmented") }
    try put(last.appended)
    do {
      try pump.synchronize()
      try pump.replace(at: front.mediaHeaderAt, last.header)
    } catch { throw .bytes(error) }
  }
}
