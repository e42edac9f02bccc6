import BitstreamKit
import MP4Kit

/// What the edit list of a movie's track leaves out of its media (ISO/IEC 14496-12:2022, 8.6.6). Sizes count samples, times are in units
/// of the track's time scale.
struct EditedMedia {
  /// Samples that no edit shows: before the first that is shown, after the last, and between.
  private(set) var before: (count: UInt64, time: Int64) = (0, 0)
  private(set) var after: (count: UInt64, time: Int64) = (0, 0)
  private(set) var between: (count: UInt64, time: Int64) = (0, 0)
  /// How many edits show media.
  let parts: Int
  /// Parts of the media that are shown, in their order and without overlap.
  private var shown: [(start: Int64, end: Int64)] = []

  /// Walks the samples of a track; nil where no edit list leaves anything out or arranges it anew.
  /// - Parameter isLast: whether the last edit alone is looked at.
  init?(_ source: AnyByteSource, _ reader: MediaReader, _ track: Int, isLast: Bool = false) throws(MediaError) {
    guard let movie = reader.movie, movie.tracks[track].editList != nil else { return nil }
    let timeline = movie.tracks[track].timeline(movieTimescale: movie.timescale)
    parts = timeline.segments.count { $0.mediaTime != nil }
    if parts == 0 { return nil }
    if parts == 1, let only = timeline.segments.first(where: { $0.mediaTime != nil }), only.mediaTime == 0, only.duration == nil {
      return nil
    }
    shown = Self.shown(timeline, isLast ? timeline.segments.suffix(1) : timeline.segments[...])
    var walk = try TrackWalk(MediaInput(source, name: "", reader: reader), track)
    while let item = try walk.next() { look(at: item.sample) }
  }

  private static func shown(_ timeline: EditTimeline, _ segments: ArraySlice<EditTimeline.Segment>) -> [(start: Int64, end: Int64)] {
    var parts: [(start: Int64, end: Int64)] = []
    for segment in segments {
      guard let start = segment.mediaTime else { continue }
      var end = Int64.max
      // A duration in the movie's units is rounded: what it misses by less than one of them is shown.
      if segment.isDwell {
        end = start.addingReportingOverflow(1).partialValue
      } else if let duration = segment.duration, duration < UInt64(Int64.max),
        let length = MediaTime(value: Int64(duration) + 1, timescale: timeline.movieTimescale)?
          .value(in: timeline.mediaTimescale, rounding: .up)
      {
        let (sum, overflow) = start.addingReportingOverflow(length)
        end = overflow ? .max : sum
      }
      parts.append((start, end))
    }
    parts.sort { $0.start < $1.start }
    var merged: [(start: Int64, end: Int64)] = []
    for part in parts {
      if let last = merged.last, part.start <= last.end {
        merged[merged.count - 1].end = max(last.end, part.end)
      } else {
        merged.append(part)
      }
    }
    return merged
  }

  private mutating func look(at sample: MediaSample) {
    let start = sample.presentationTime
    let (sum, overflow) = start.addingReportingOverflow(max(1, Int64(sample.duration)))
    let end = overflow ? Int64.max : sum
    // The first part that ends after the sample begins.
    var (low, high) = (0, shown.count)
    while low < high {
      let middle = (low + high) / 2
      if shown[middle].end <= start { low = middle + 1 } else { high = middle }
    }
    if low < shown.count, shown[low].start < end { return }
    let length = Int64(sample.duration)
    if low == shown.count {
      after = (after.count + 1, after.time &+ length)
    } else if low == 0 {
      before = (before.count + 1, before.time &+ length)
    } else {
      between = (between.count + 1, between.time &+ length)
    }
  }

  /// Whether the last edit says how long it is, and ends before the media does: the media must not go on after it.
  static func endsEarly(_ source: AnyByteSource, _ reader: MediaReader, _ track: Int) throws(MediaError) -> Bool {
    guard let last = reader.movie?.tracks[track].editList?.entries.last, last.mediaTime >= 0, last.editDuration > 0 else { return false }
    return (try EditedMedia(source, reader, track, isLast: true)?.after.count ?? 0) > 0
  }

  /// What a target without edit lists shows although a track's edit list does not, for people to read.
  static func notes(_ source: AnyByteSource, _ reader: MediaReader, _ track: Int) throws(MediaError) -> [String] {
    guard reader.movie != nil, let media = try EditedMedia(source, reader, track) else { return [] }
    return media.notes(reader.tracks[track])
  }

  /// Sound up to this length before the first that is heard is what its encoder begins with, in milliseconds.
  private static var longestPriming: Int64 { 100 }

  private func notes(_ track: MediaTrack) -> [String] {
    let name = "track \(track.index), \(track.kind.name): "
    var notes: [String] = []
    for (place, part) in [("before the first edit", before), ("between edits", between), ("after the last edit", after)] {
      let length = track.time(part.time).value(in: 1000) ?? .max
      if part.count == 0 || track.kind == .audio && place == "before the first edit" && length <= Self.longestPriming { continue }
      notes.append(
        "\(name)\(part.count) samples (\(MediaComposition.seconds(length, 1000))) \(place) are hidden in the source, and not in the output, "
          + "which has no edit list")
    }
    if parts > 1 { notes.append("\(name)the edit list has \(parts) parts; the output has no edit list, and the media in its own order") }
    return notes
  }
}

extension MediaComposition {
  /// What a target without edit lists shows of files that go into it whole although their edit lists do not.
  func hiddenNotes() throws(MediaError) -> [String] {
    var notes: [String] = []
    for part in parts.joined() where part.first == 0 && part.end == .max {
      let input = inputs[part.input]
      for note in try EditedMedia.notes(input.source, input.reader, part.track) {
        notes.append(inputs.count > 1 ? "\(input.name): \(note)" : note)
      }
    }
    return notes
  }
}
