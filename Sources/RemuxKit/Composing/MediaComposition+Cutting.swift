import BitstreamKit
import MP4Kit

/// Time ranges of files.
extension MediaComposition {
  /// Composes a time range of a file.
  ///
  /// An MP4 shows exactly `from` to `to` by means of edit lists, unless `onKeyPictures` is set. Other targets hold whole groups of pictures
  /// of the first video track, because they cannot hide samples.
  /// - Parameters:
  ///   - tracks: indices of the tracks.
  ///   - from: start of the range, counted from the earliest time that a video, audio or chosen track shows; nil for that time.
  ///   - to: end of the range; nil for the end of the file.
  /// - Throws: `MediaError` if the range is empty or the file cannot be read.
  public static func cutting(
    _ input: MediaInput, tracks: [Int], from: MediaTime?, to: MediaTime?, onKeyPictures: Bool, for target: Remuxer.Target
  ) throws(MediaError) -> MediaComposition {
    let canHide = target == .mp4
    // A stream of one track of sound has the times of the sound.
    let sound = target == .adts || target == .frames ? tracks.filter { input.reader.tracks[$0].kind == .audio } : []
    let tracks = sound.isEmpty ? tracks : sound
    var builder = try CompositionBuilder([input], [tracks], canHide: canHide)
    var span = try builder.span(0, tracks)
    if let start = others(input, tracks, builder.clock), start > -TrackSurvey.farthest {
      span = min(start, span.lowerBound)..<span.upperBound
    }
    let isWhole = tracks.count == input.reader.tracks.count
    let wanted = try range(from, to, of: span, builder.clock, isWhole: isWhole)
    var (shown, notes) = (wanted, [] as [String])
    let lead = tracks.first { input.reader.tracks[$0].kind == .video }
    if let lead, onKeyPictures || !canHide {
      shown = try append(&builder, tracks, lead, wanted, &notes)
    } else {
      for track in tracks {
        let selection = try builder.append(0, track, to: builder.addTrack(), .part(shown), from: shown.lowerBound, at: 0)
        notes.append(note(track, input.reader.tracks[track], selection))
      }
    }
    var composition = try builder.finish()
    let clock = builder.clock
    composition.notes = [
      "kept \(seconds(shown.lowerBound - span.lowerBound, clock)) to \(seconds(shown.upperBound - span.lowerBound, clock))"
        + (shown == wanted ? "" : " (whole groups of pictures)")
    ]
    composition.notes += notes + tracks.compactMap { rateNote(input, $0) }
    if canHide { try composition.setChapters([ChapterSource(input: input, range: shown, place: 0)], clock) }
    return composition
  }

  /// A note on a track whose edit list shows media faster or slower, as QuickTime allows; ISO/IEC 14496-12:2022, 8.6.6.3, has rates of 0 and 1.
  static func rateNote(_ input: MediaInput, _ track: Int) -> String? {
    guard let entries = input.reader.movie?.tracks[track].editList?.entries else { return nil }
    let isPaced = entries.contains {
      ($0.mediaRateInteger, $0.mediaRateFraction) != (1, 0) && ($0.mediaRateInteger, $0.mediaRateFraction) != (0, 0)
    }
    return isPaced ? "\(input.name): the edit list of track \(track) shows media at another rate than 1, which is lost" : nil
  }

  /// Appends the groups of pictures that show a range, and the samples of other tracks that belong to them.
  ///
  /// Several parts that an edit list shows follow each other, each with the pictures before it that are decoded for it and those after it in
  /// its last group, without sound.
  /// - Returns: the range with whole groups.
  private static func append(
    _ builder: inout CompositionBuilder, _ tracks: [Int], _ lead: Int, _ wanted: Range<Int64>, _ notes: inout [String]
  ) throws(MediaError) -> Range<Int64> {
    let parts = try builder.groups(0, lead, wanted, max: builder.canHide ? 1 : maxParts)
    guard let first = parts.first, let last = parts.last else { throw .unsupported("there is no picture in that range") }
    if parts.count > 1, let input = try spliced(builder.inputs[0], track: lead, at: Set(parts.dropFirst().map { $0.first }).ordered()) {
      builder.setInput(0, input)
      notes.append("CRA pictures at the start of parts are written as BLA, which starts a sequence after other pictures")
    }
    // Where each part begins, and the end of its range for other tracks.
    var (places, ends): ([Int64], [Int64]) = ([0], [])
    for (part, next) in zip(parts, parts.dropFirst()) {
      let shift = places[places.count - 1] - part.stretch.start
      places.append(max(part.stretch.end, next.wanted.lowerBound) + shift)
      ends.append(next.wanted.lowerBound)
    }
    ends.append(last.stretch.end)
    for track in tracks {
      let line = builder.addTrack()
      var selection: SampleSelection?
      for (index, part) in parts.enumerated() {
        let start = index == 0 ? part.stretch.start : part.wanted.lowerBound
        if track != lead, start >= ends[index] { continue }
        let extent = track == lead ? CompositionBuilder.Extent.groups(part) : .part(start..<ends[index])
        let found = try builder.append(0, track, to: line, extent, from: part.stretch.start, at: places[index])
        selection = found?.counting(selection) ?? selection
      }
      notes.append(note(track, builder.inputs[0].reader.tracks[track], selection))
    }
    return first.stretch.start..<max(first.stretch.end, last.stretch.end)
  }

  /// The largest number of parts of an edit list that follow each other: each is one pass over the samples.
  private static let maxParts = 256

  /// Composes the parts that the edit lists of a movie show for FLV, which has no edit lists: the media as stored holds more pictures than
  /// sound between the parts, or less.
  /// - Parameter tracks: indices of the tracks.
  /// - Returns: the composition; nil if the target has no timeline or edit lists, if no track has several edits, or if they have too many.
  /// - Throws: `MediaError` if the file cannot be read.
  public static func flattening(_ input: MediaInput, tracks: [Int], for target: Remuxer.Target) throws(MediaError) -> MediaComposition? {
    let counts = try input.reader.chosen(tracks).map { input.reader.editCount(of: $0) }
    guard target == .flv, let most = counts.max(), 2...maxParts ~= most else { return nil }
    var composition = try cutting(input, tracks: tracks, from: nil, to: nil, onKeyPictures: false, for: target)
    composition.notes[0] = "\(input.name): the parts that the edit list shows follow each other, each in whole groups of pictures"
    return composition
  }

  /// The earliest time that tracks which are left out show, in units of `clock`. Errors in these tracks are of no concern here.
  private static func others(_ input: MediaInput, _ tracks: [Int], _ clock: UInt32) -> Int64? {
    let others = input.reader.timedTracks(with: tracks).filter { !tracks.contains($0) }
    if others.isEmpty { return nil }
    let first = (try? SampleQueue.firstSamples(input.reader, others)) ?? [:]
    return others.compactMap { input.reader.firstShown($0, first[$0])?.value(in: clock) }.min()
  }

  /// - Parameter isWhole: whether all tracks of the file are cut.
  private static func range(
    _ from: MediaTime?, _ to: MediaTime?, of span: Range<Int64>, _ clock: UInt32, isWhole: Bool
  ) throws(MediaError) -> Range<Int64> {
    // A time that 64 bits do not hold is before or after all media.
    func place(_ time: MediaTime) -> Int64 {
      guard let value = time.value(in: clock) else { return time.value < 0 ? .min : .max }
      let (sum, overflow) = span.lowerBound.addingReportingOverflow(value)
      return overflow ? (value < 0 ? .min : .max) : sum
    }
    let start = max(span.lowerBound, from.map(place) ?? span.lowerBound)
    let end = min(span.upperBound, to.map(place) ?? span.upperBound)
    if start >= span.upperBound {
      let length = seconds(span.upperBound - span.lowerBound, clock)
      throw .unsupported(isWhole ? "the file is only \(length) long" : "the chosen tracks end at \(length)")
    }
    if start >= end { throw .unsupported("there is nothing between the two times") }
    return start..<end
  }
}
