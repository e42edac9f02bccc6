import BitstreamKit
import MP4Kit

/// The ranges of their own timelines that files take.
extension CompositionBuilder {
  /// The time range in which a file shows anything, in units of the clock.
  func span(_ input: Int, _ tracks: [Int]) throws(MediaError) -> Range<Int64> {
    var (start, end): (Int64?, Int64?)
    for track in tracks {
      for stretch in try stretches(input, track) {
        start = min(start ?? stretch.start, stretch.start)
        end = max(end ?? stretch.end, stretch.end)
      }
    }
    guard let start, let end else { throw inputs[input].error(.malformed("there is no sample")) }
    if start <= -TrackSurvey.farthest || end >= TrackSurvey.farthest {
      throw inputs[input].error(.unsupported("the times span more than the supported range"))
    }
    if start >= end { throw inputs[input].error(.malformed("there is no sample")) }
    return start..<end
  }

  /// The time range that a file takes in a composition without edit lists, in units of the clock: that of `span`, and the pictures that its own
  /// edit lists hide, which are shown there. Sound that is hidden is priming.
  func wholeSpan(_ input: Int, _ tracks: [Int]) throws(MediaError) -> Range<Int64> {
    var span = try span(input, tracks)
    if canHide { return span }
    for track in tracks where inputs[input].reader.tracks[track].kind == .video {
      let (survey, scale) = (try survey(input, track), inputs[input].scale(track))
      guard let first = try stretches(input, track).first else { continue }
      let start = first.start - ticks(first.media &- survey.firstComposition, scale)
      let end = start + ticks(survey.end &- survey.firstComposition, scale)
      span = min(span.lowerBound, start)..<max(span.upperBound, end)
    }
    if span.lowerBound <= -TrackSurvey.farthest || span.upperBound >= TrackSurvey.farthest {
      throw inputs[input].error(.unsupported("the times span more than the supported range"))
    }
    return span
  }

  /// The time of a file's timeline that becomes time 0 of a composition that keeps the file unchanged, in units of the clock: 0 for movies,
  /// the start of the first stretch for other files.
  func origin(_ input: Int, _ tracks: [Int]) throws(MediaError) -> Int64 {
    let start = try span(input, tracks).lowerBound
    return inputs[input].reader.traits.placement == .times ? start : min(0, start)
  }

  /// The times of the files' timelines that move to places of a composition in which they are shown in parallel, in units of the clock.
  ///
  /// The first sample of a recording of a running stream has the time of the stream, which may be hours. Two files of fragments share that
  /// clock if their spans overlap; any other file starts together with the first one.
  func parallelPlaces(_ tracks: [[Int]]) throws(MediaError) -> [(start: Int64, place: Int64)] {
    var places: [(start: Int64, place: Int64)] = []
    var lead: (span: Range<Int64>, isRunning: Bool, isFragmented: Bool)?
    for index in inputs.indices {
      if tracks[index].isEmpty {
        places.append((0, 0))
        continue
      }
      let (own, start) = (try span(index, tracks[index]), try origin(index, tracks[index]))
      let isFragmented = inputs[index].reader.movie?.isFragmented ?? false
      let isRunning = isFragmented && own.lowerBound >= Int64(clock)
      guard let first = lead else {
        lead = (own, isRunning, isFragmented)
        places.append((start, 0))
        continue
      }
      let hasCommonClock = isFragmented && first.isFragmented && own.overlaps(first.span)
      places.append(hasCommonClock ? (start, 0) : (isRunning ? own.lowerBound : start, first.isRunning ? first.span.lowerBound : 0))
    }
    return places
  }

  /// Extends each stretch of a track in a requested range to whole groups of pictures.
  /// - Returns: the groups of each stretch, in the order of the edit list.
  /// - Throws: `MediaError.unsupported` if the range has more stretches than `max`.
  func groups(_ input: Int, _ track: Int, _ wanted: Range<Int64>, max: Int) throws(MediaError) -> [Group] {
    let (scale, isCoarse) = (inputs[input].scale(track), isCoarse(input, track))
    let parts = try stretches(input, track).map { (whole: $0, cut: Self.cut([$0], to: wanted, scale, clock, isCoarse: isCoarse).first) }
    let count = parts.count { $0.cut != nil }
    if count > max {
      let why =
        max == 1
        ? "whole groups of pictures overlap there, and only an MP4 file with exact times shows the parts" : "at most \(max) are cut"
      throw .unsupported("the edit list of track \(track) shows \(count) parts of its media in that range: \(why)")
    }
    var found: [Group] = []
    for part in parts {
      guard let stretch = part.cut else { continue }
      let until = stretch.isDwell && count > 1 ? stretch.media &+ 1 : mediaEnd(stretch, scale)
      let selection = try SampleSelection(
        inputs[input], track, try survey(input, track), .groups(from: stretch.media, to: until), canHide: canHide)
      // The cut rounds media times to the time scale of the track.
      let exact = stretch.isDwell ? stretch : part.whole
      let shift = exact.start &- ticks(exact.media, scale)
      let (start, end) = (ticks(selection.keyTime, scale) &+ shift, ticks(selection.shownEnd, scale) &+ shift)
      if start < end {
        let whole = Stretch(start: start, end: end, media: selection.keyTime)
        found.append(Group(wanted: stretch.start..<stretch.end, stretch: whole, until: until, first: selection.first))
      }
    }
    return found
  }
}
