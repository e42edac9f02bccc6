import BitstreamKit
import MP4Kit

// A movie whose `moov` is there, and whose sample tables are damaged.

extension Recovery {
  /// How many samples of each track of a movie the tables locate, and which tables are damaged.
  package struct LocatedSamples {
    /// The number of samples of each track that are in media data as a whole.
    package private(set) var counts: [Int]
    /// The number of samples of each track according to `stsz` or `stz2`.
    package let listed: [Int]
    /// The indices of the tracks that have samples of which none is located, some are located outside of media data or have no bytes, some are
    /// located outside of the file although it was not cut off, or all have the same time. Fragments may be empty.
    package private(set) var damaged: [Int] = []
    /// Whether the samples of a track, several, all have the same decoding time.
    private(set) var lacksTimes: [Bool]

    package init(_ reader: MediaReader, _ source: AnyByteSource) throws(MediaError) {
      counts = Array(repeating: 0, count: reader.tracks.count)
      lacksTimes = counts.map { _ in false }
      guard let movie = reader.movie else {
        listed = counts
        return
      }
      listed = movie.tracks.map { $0.table?.sampleCount ?? 0 }
      var (hasOutside, isStray) = (listed.map { _ in false }, listed.map { _ in false })
      var (own, map) = (try reader.reopened(track: nil), MediaDataMap(source))
      let isExternal = try DamagedFile.externalTracks(movie)
      let isNeverEmpty = reader.tracks.map { [.h264, .hevc, .aac].contains($0.codec) }
      var (firstTimes, isTimed) = ([Int64?](repeating: nil, count: counts.count), lacksTimes)
      while let sample = try own.next() {
        if isExternal[sample.track] { continue }
        if let first = firstTimes[sample.track], first != sample.decodeTime { isTimed[sample.track] = true }
        firstTimes[sample.track] = firstTimes[sample.track] ?? sample.decodeTime
        if sample.isWhole(in: source.byteCount) {
          var isInside = sample.size == 0 && !isNeverEmpty[sample.track]
          if sample.size > 0 { do { isInside = try map.holds(sample.offset, sample.size) } catch { throw .bytes(error) } }
          if isInside { counts[sample.track] += 1 } else { isStray[sample.track] = true }
        } else {
          hasOutside[sample.track] = true
        }
      }
      var isCutOff = false
      if hasOutside.contains(true) { isCutOff = try Recovery.isCutOff(source) }
      for (index, track) in movie.tracks.enumerated() {
        lacksTimes[index] = counts[index] > 1 && !isTimed[index] && !movie.isFragmented
        if hasOutside[index] && !isCutOff || isStray[index] || lacksTimes[index] { damaged.append(index) }
        if counts[index] > 0 || hasOutside[index] || isStray[index] || isExternal[index] || movie.isFragmented { continue }
        let hasSizes = ["stsz", "stz2"].contains { !movie.tree.find("mdia/minf/stbl/" + $0, in: track.node).isEmpty }
        let isEmpty = hasSizes && listed[index] == 0 && track.table?.chunkCount == 0 && track.table?.findings.isEmpty == true
        if !isEmpty { damaged.append(index) }
      }
    }
  }

  /// Whether the last box says that the file goes on.
  private static func isCutOff(_ source: AnyByteSource) throws(MediaError) -> Bool {
    var walker = BoxWalker(source)
    do {
      while let place = try walker.next() {
        guard place.depth == 0 else { continue }
        walker.leave(place)
        if !place.isBox || place.header.form == .toEnd || place.header.size > place.size { return true }
      }
    } catch { throw .bytes(error) }
    return false
  }

  /// Recovers a movie of which the tables of some tracks are damaged: these from the media data, the other tracks as they are. One track of
  /// H.264 or H.265 and one of AAC can be found. Composition times that contradict the order of the pictures are damage, too, and so is a
  /// decoder configuration that is lost, if `knowledge` has another.
  /// - Returns: nil if nothing is damaged, or nothing is found that the tables do not locate.
  /// - Throws: `MediaError` if the movie cannot be read, or if nothing of the damaged tracks is found.
  static func tables(
    of input: MediaInput, knowing knowledge: RecoveryKnowledge?, for target: Remuxer.Target
  ) throws(MediaError) -> MediaComposition? {
    guard let movie = input.reader.movie else { throw .malformed("there is no moov") }
    let samples = try LocatedSamples(input.reader, input.source)
    let damaged = try DamagedTracks(input, samples, knowing: knowledge, for: target)
    if damaged.indices.isEmpty { return nil }
    let intact = input.reader.tracks.indices.filter { !damaged.indices.contains($0) }
    if damaged.pictures == nil, damaged.sound == nil {
      throw .unsupported("the sample tables do not locate the samples, and these cannot be recognized without them")
    }
    var scan = MediaDataScan(input.source, damaged.pictures, damaged.sound)
    let isIntact = input.reader.tracks.indices.map { intact.contains($0) }
    for region in try DamagedFile.unlocated(input.reader, input.source, isIntact) { try scan.scan(region) }
    scan.finish()
    let (stated, statedSound) = try statedTimes(damaged, scan, input, movie)
    var pictures = damaged.pictures
    if let shown = damaged.shown, input.frameRate == nil, let length = duration(movie.tracks[shown], scan) ?? stated?.lastStep {
      pictures?.duration = length
    }
    var model = RecoveryModel(damaged: pictures, damaged.sound, isQuickTime: input.reader.isQuickTime)
    let found = try Found(
      &model, scan, input.source, name: input.name, frameRate: input.frameRate, stated: stated, statedSound: statedSound)
    if found.timeline.entries.allSatisfy({ $0.isEmpty }) {
      // Audio that is not recognized may be right.
      if damaged.indices == damaged.readable.map({ [$0.track] }) { return nil }
      throw .malformed("the sample tables do not locate the samples, and none is found in the media data")
    }
    let places = try places(damaged, samples, found, input)
    // The tables of the others locate as many as were found, or more.
    let kept = damaged.indices.filter { places[$0] == nil && samples.counts[$0] > 0 }
    if places.isEmpty, kept.count == damaged.indices.count { return nil }
    // The edit list counts from the composition time of the picture shown first, which the tables may lack.
    let first = found.timeline.entries[0].map { $0.decodeTime &+ Int64($0.compositionOffset) }.min() ?? 0
    let known = found.timeline.stated == nil ? nil : damaged.shown.map { (track: $0, time: first) }
    // Of a track with as many samples as its `stts` lists, nothing is missing.
    var whole: Set<Int> = []
    if found.timeline.stated != nil, let shown = damaged.shown { whole.insert(shown) }
    if statedSound?.decode.count == scan.sound.count, let heard = damaged.heard { whole.insert(heard) }
    var composition = try composed(input, found.input, intact + kept, places, whole: whole, first: known, for: target)
    composition.notes = damaged.notes + model.notes(scan, found.timeline) + composition.notes
    if let disordered = damaged.disordered, places[disordered] != nil {
      composition.notes.insert(
        "the composition times of track \(disordered) contradict the order of its pictures, which gives them new ones", at: 0)
    }
    composition.usesKnowledge = damaged.usesKnowledge
    for track in damaged.indices where places[track] == nil && samples.counts[track] == 0 {
      let kind = input.reader.tracks[track].kind.name
      composition.notes.append(
        "track \(track), \(kind): its tables locate no sample, and its samples cannot be recognized without them")
    }
    return composition
  }

  /// The times of pictures and of audio, if tables state them for as many as were found. Those of pictures give way to a rate of the caller.
  private static func statedTimes(
    _ damaged: borrowing DamagedTracks, _ scan: borrowing MediaDataScan, _ input: MediaInput, _ movie: Movie<AnyByteSource>
  ) throws(MediaError) -> (pictures: StatedTimes?, sound: StatedTimes?) {
    var (pictures, sound) = (damaged.stated, damaged.statedSound)
    if let shown = damaged.shown, pictures == nil, input.frameRate == nil {
      pictures = try StatedTimes(of: movie.tracks[shown].table, movie, count: scan.pictures?.found.count ?? 0)
    }
    if let heard = damaged.heard, sound == nil {
      sound = try StatedTimes(of: movie.tracks[heard].table, movie, count: scan.sound.count)
    }
    return (pictures, sound)
  }

  /// The tracks of which the search found more than their tables locate, with their places in what was found.
  private static func places(
    _ damaged: borrowing DamagedTracks, _ samples: LocatedSamples, _ found: Found, _ input: MediaInput
  ) throws(MediaError) -> [Int: Int] {
    var places: [Int: Int] = [:]
    if let shown = damaged.shown { places[shown] = 0 }
    if let heard = damaged.heard, damaged.sound != nil { places[heard] = damaged.shown == nil ? 0 : 1 }
    for (track, place) in places {
      let count = found.timeline.entries[place].reduce(0) { $0 + Int($1.count) }
      if damaged.searched.contains(track) {
        // A search that finds less than the tables knows less of the pictures.
        if count == 0 || track == damaged.disordered && count < samples.counts[track] { places[track] = nil }
        continue
      }
      if let readable = damaged.readable, readable.track == track {
        if count <= readable.count { places[track] = nil }
        continue
      }
      // The times of the tables are better where they differ and few samples are missing.
      var isFew = samples.counts[track] * 10 >= samples.listed[track] * 9
      if isFew { isFew = try !isSteady(input, track) }
      if !samples.lacksTimes[track], count <= samples.counts[track] || isFew { places[track] = nil }
    }
    return places
  }

  /// Whether all samples of a track but the last have the same duration.
  private static func isSteady(_ input: MediaInput, _ track: Int) throws(MediaError) -> Bool {
    var (walk, first, last) = (try TrackWalk(input, track), nil as UInt32?, nil as UInt32?)
    while let item = try walk.next() {
      if let last, last != first { return false }
      (first, last) = (first ?? item.sample.duration, item.sample.duration)
    }
    return true
  }

  /// The tracks in the order of the movie, those that were found in place of the damaged ones. Each begins where its edit list says.
  private static func composed(
    _ input: MediaInput, _ found: MediaInput, _ intact: [Int], _ places: [Int: Int], whole: Set<Int>, first: (track: Int, time: Int64)?,
    for target: Remuxer.Target
  ) throws(MediaError) -> MediaComposition {
    var builder = try CompositionBuilder([input, found], [intact, Array(places.values)], canHide: target == .mp4)
    let start = intact.isEmpty ? 0 : try builder.origin(0, intact)
    let movieTimescale = input.reader.movieTimescale ?? 1
    for track in input.reader.tracks.indices {
      if target == .byteStream, input.reader.tracks[track].kind == .audio { continue }
      if intact.contains(track) {
        let line = builder.addTrack()
        try builder.append(0, track, to: line, .whole, from: start, at: 0)
      } else if let place = places[track] {
        let segments = input.reader.movie?.tracks[track].timeline(movieTimescale: movieTimescale).segments ?? []
        let shown = segments.first { $0.mediaTime != nil }
        let (line, own) = (builder.addTrack(), try builder.span(1, [place]))
        let known = first?.track == track ? first?.time : nil
        let delay = found.reader.tracks[place].reorderDelay
        let lead = builder.ticks(try lead(input, track, shown?.mediaTime, first: known, reorderDelay: delay), input.scale(track))
        // Nothing is hidden of what may lack its start.
        let (count, listed) = (Int(try builder.survey(1, place).count), input.reader.movie?.tracks[track].table?.sampleCount ?? 0)
        let isWhole = whole.contains(track) || count * 10 >= listed * 9
        let hidden = isWhole ? min(max(0, lead), own.upperBound - own.lowerBound - 1) : 0
        let from = try builder.origin(1, [place]) + hidden
        // Without an edit list, media is presented at its composition times.
        let late = shown == nil && known != nil ? max(0, 0 &- lead &- start) : 0
        try builder.append(
          1, place, to: line, hidden > 0 ? .part(from..<own.upperBound) : .whole, from: from,
          at: builder.ticks(Int64(clamping: shown?.start ?? 0), movieTimescale) &+ late)
      }
    }
    return try builder.finish()
  }

  /// The duration from the first composition time of a track to what its edit list shows first, in units of its time scale: that of the media
  /// that is hidden at the start.
  /// - Parameters:
  ///   - mediaTime: the media time that the edit list shows first; nil without an edit list.
  ///   - first: the composition time of the picture shown first; nil for that of the first sample in the tables.
  ///   - reorderDelay: the composition time of the picture shown first, if the tables have no sample.
  private static func lead(
    _ input: MediaInput, _ track: Int, _ mediaTime: Int64?, first: Int64?, reorderDelay: Int64
  ) throws(MediaError) -> Int64 {
    if let first { return (mediaTime ?? 0) &- first }
    guard let mediaTime, mediaTime > 0 else { return 0 }
    // The places of the samples are damaged, and often not their times.
    var reader = try input.reader.reopened(track: track)
    guard let first = try reader.next() else {
      return input.reader.tracks[track].kind == .audio ? mediaTime : max(0, mediaTime &- reorderDelay)
    }
    return mediaTime &- first.presentationTime
  }

  /// The duration of a picture from that of the media and the number of pictures, unless the parameter sets say something else.
  private static func duration(_ track: MovieTrack, _ scan: borrowing MediaDataScan) -> UInt32? {
    guard let pictures = scan.pictures, !pictures.found.isEmpty, let media = track.mediaHeader?.duration, media > 0, media < .max / 2 else {
      return nil
    }
    let mean = Double(media) / Double(pictures.found.count)
    if let rate = pictures.frameRate {
      let coded = Double(track.timescale) / rate.value
      // Pictures were lost.
      if (mean - coded).magnitude > coded / 20 { return nil }
    }
    return UInt32(exactly: mean.rounded()).flatMap { $0 > 0 ? $0 : nil }
  }
}
