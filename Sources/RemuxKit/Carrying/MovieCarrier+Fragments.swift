import BitstreamKit
import MP4Kit

extension MovieCarrier {
  private var isHybrid: Bool {
    if case .hybrid = options.layout { return true }
    return false
  }

  /// Where each track begins. The times of a movie stay what they are; those of other sources are counted from the earliest on, and an edit
  /// list says what fragments cannot.
  mutating func placeFragments(_ first: [Int: MediaSample]) {
    for (place, track) in wanted.enumerated() {
      guard let sample = first[track] else { continue }
      if reader.movie != nil || reader.composition != nil {
        if !isHybrid, reader.container == .mp4 { muxer.setStart(of: place, UInt64(max(0, sample.decodeTime))) }
        if muxer[track: place].editList != nil || !isHybrid { continue }
      }
      let start = muxer[track: place].start
      let offset = sample.presentationTime &- sample.decodeTime
      if !isHybrid, start >= 0 { muxer.setStart(of: place, UInt64(start)) } else { muxer.announceStart(of: place, firstOffset: offset) }
    }
  }

  /// The `moov` comes first and has to say what is in all fragments: the descriptions that come with the samples, and whether parameter
  /// sets change in those. That is looked for first: the file is read twice, as for `faststart`. It can be read from any place: what comes
  /// from a pipe was kept in a file.
  private mutating func lookAhead() throws(MediaError) {
    let isStream = transforms.contains { $0 != nil } && !options.setsInSamples
    var samples = try queue(.file)
    if reader.container == .flv {
      while try samples.next() != nil {}
      try describe(samples)
    }
    if !isHybrid {
      for (place, track) in wanted.enumerated() {
        guard let transform = samples.setsIntoSamples(ofTrack: track), try muxer[track: place].keepFirstEntry() else { continue }
        (transforms[place], changes[place]) = (transform, true)
        flattened[place] = true
      }
    }
    if isStream {
      samples = try queue(.file)
      while let sample = try samples.next() {
        if isTurn(sample) { turn(sample, samples) }
        _ = try isChanged(sample)
      }
      try describe(samples)
      restart()
    }
    if !isHybrid, flattened.contains(true) || transforms.contains(where: { $0?.looseDescriptions.isEmpty == false }) {
      report.notes.append("parameter sets change in the stream: in fragments they stay in the samples, which avc3 and hev1 allow")
    }
  }

  mutating func runFragmented(_ length: MediaTime) throws(MediaError) {
    try lookAhead()
    var samples = try queue(.time)
    if isHybrid { pump.holdUntilSample() }
    let lead = wanted.first { reader.tracks[$0].kind == .video } ?? wanted.first ?? 0
    let front = try beginFragments(places[lead] ?? 0)
    let scale = reader.tracks[lead].timescale ?? 1
    let least = length.value(in: scale, rounding: .up) ?? 0
    var began: Int64?
    while let sample = try samples.next() {
      guard let place = places[sample.track] else { continue }
      let isCut = sample.track == lead && sample.isKey && began.map { sample.decodeTime - $0 >= least } == true
      // What is known of a sample takes memory as well, however small the sample is.
      let isLarge = muxer.fragmentByteCount > 8 << 20 || muxer.fragmentSampleCount >= 1 << 18
      let isFull = isLarge || !muxer.fragmentAccepts(track: place, descriptionIndex: index(of: sample, place))
      if isCut || isFull { try endFragment() }
      if sample.track == lead, began == nil || isCut { began = sample.decodeTime }
      if isTurn(sample) { turn(sample, samples) }
      if try tell(sample) {
        made[place].append(contentsOf: transforms[place]?.output ?? [])
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

  /// Where the parts of the file are that are known at the end only.
  private struct Front {
    /// Of the header that makes all media data one box.
    var mediaHeaderAt: UInt64 = 0
    /// Of the `mehd`.
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

  private mutating func endFragment() throws(MediaError) {
    let head: [UInt8]
    do { head = try muxer.endFragment(at: pump.position) } catch { throw .unsupported(error.description) }
    try put(head)
    do {
      for place in pending.indices {
        for piece in pending[place] { try pump.put(piece.offset, piece.size) }
        if changes[place] {
          try pump.put(made[place])
          if !made[place].isEmpty { pump.release() }
        }
      }
      // Whoever looks at the file finds whole fragments.
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
    guard let last else { throw .unsupported("the moov is larger than a box can say: the movie stays one of fragments") }
    try put(last.appended)
    do {
      try pump.synchronize()
      try pump.replace(at: front.mediaHeaderAt, last.header)
    } catch { throw .bytes(error) }
  }
}
