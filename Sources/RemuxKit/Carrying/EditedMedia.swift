import BitstreamKit
import MP4Kit

/// The media that a movie track's edit list hides (ISO/IEC 14496-12:2022, 8.6.6). `count` is in samples, `time` in units of the track's
/// time scale.
struct EditedMedia {
  /// Samples that no edit shows: before the first one shown, after the last, and between.
  private(set) var before: (count: UInt64, time: Int64) = (0, 0)
  private(set) var after: (count: UInt64, time: Int64) = (0, 0)
  private(set) var between: (count: UInt64, time: Int64) = (0, 0)
  /// Number of edits that show media.
  let parts: Int
  /// The shown ranges of the media, sorted and without overlap.
  private var shown: [(start: Int64, end: Int64)] = []
  /// One unit of the movie's time scale, rounded up, in units of the track's: what the rounding of an edit's duration can take away.
  private let movieUnit: Int64

  /// Examines the samples of a track; nil if there is no edit list, or if it shows all media in order.
  /// - Parameter isLast: whether to examine only the last edit.
  init?(_ source: AnyByteSource, _ reader: MediaReader, _ track: Int, isLast: Bool = false) throws(MediaError) {
    guard let timeline = reader.timeline(of: track) else { return nil }
    parts = timeline.segments.count { $0.mediaTime != nil }
    if parts == 0 { return nil }
    if parts == 1, let only = timeline.segments.first(where: { $0.mediaTime != nil }), only.mediaTime == 0, only.duration == nil {
      return nil
    }
    movieUnit = MediaTime(value: 1, timescale: timeline.movieTimescale)?.value(in: timeline.mediaTimescale, rounding: .up) ?? 0
    shown = Self.shown(timeline, isLast ? timeline.segments.suffix(1) : timeline.segments[...])
    if let movie = reader.movie, let table = movie.tracks[track].table, !reader.traits.derivesDurations,
      var times = SampleTimes(table, movie.tree.source)
    {
      do { while let item = try times.next() { look(at: item.compositionTime, item.duration) } } catch { throw .bytes(error) }
      return
    }
    var walk = try TrackWalk(MediaInput(source, name: "", reader: reader), track)
    while let item = try walk.next() { look(at: item.sample.presentationTime, item.sample.duration) }
  }

  private static func shown(_ timeline: EditTimeline, _ segments: ArraySlice<EditTimeline.Segment>) -> [(start: Int64, end: Int64)] {
    var parts: [(start: Int64, end: Int64)] = []
    for segment in segments {
      guard let start = segment.mediaTime else { continue }
      var end = Int64.max
      if segment.isDwell {
        end = start.addingReportingOverflow(1).partialValue
      } else if let duration = segment.duration, duration < UInt64(Int64.max),
        let length = MediaTime(value: Int64(duration), timescale: timeline.movieTimescale)?
          .value(in: timeline.mediaTimescale, rounding: .up)
      {
        let (sum, overflow) = start.addingReportingOverflow(length)
        end = overflow ? .max : sum
      }
      parts.append((start, end))
    }
    parts = parts.ordered { $0.start < $1.start }
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

  private mutating func look(at start: Int64, _ duration: UInt32) {
    let (sum, overflow) = start.addingReportingOverflow(max(1, Int64(duration)))
    let end = overflow ? Int64.max : sum
    // Rounding an edit's duration down can leave out whole samples that are shorter than a unit of it.
    let latestStart = duration < movieUnit ? start.subtractingReportingOverflow(movieUnit).partialValue : start
    // Find the first range that ends after the start of the sample.
    let low = shown.partitionPoint { $0.end <= latestStart }
    if low < shown.count, shown[low].start < end { return }
    let length = Int64(duration)
    if low == shown.count {
      after = (after.count + 1, after.time &+ length)
    } else if low == 0 {
      before = (before.count + 1, before.time &+ length)
    } else {
      between = (between.count + 1, between.time &+ length)
    }
  }

  /// Whether the last edit has a duration and ends before the media does, so that appended media must not extend it.
  static func endsEarly(_ source: AnyByteSource, _ reader: MediaReader, _ track: Int) throws(MediaError) -> Bool {
    guard let last = reader.movie?.tracks[track].editList?.entries.last, last.mediaTime >= 0, last.editDuration > 0 else { return false }
    return (try EditedMedia(source, reader, track, isLast: true)?.after.count ?? 0) > 0
  }

  /// Notes about what a movie states of a track and other targets cannot: the rotation of the pictures, and media that the edit list hides.
  static func notes(_ source: AnyByteSource, _ reader: MediaReader, _ track: Int) throws(MediaError) -> [String] {
    let rotation = reader.rotationNote(of: track).map { [$0] } ?? []
    return rotation + (try EditedMedia(source, reader, track)?.notes(reader.tracks[track]) ?? [])
  }

  /// The most by which sound and pictures may drift apart without a finding, in milliseconds.
  private static var mostDrift: Int64 { 60 }

  /// Says how far sound and pictures are apart where nothing hides the media between edits, of which each track has its own length.
  static func drift(_ source: AnyByteSource, _ reader: MediaReader, _ wanted: [Int]) throws(MediaError) -> String? {
    // Most movies have one edit, and their samples need not be read again.
    guard wanted.contains(where: { reader.isCutUp($0) }) else { return nil }
    var lengths: [Int64] = []
    for index in wanted where reader.tracks[index].kind == .video || reader.tracks[index].kind == .audio {
      let time = try EditedMedia(source, reader, index)?.between.time ?? 0
      lengths.append(reader.tracks[index].time(time).value(in: 1000) ?? .max)
    }
    guard let least = lengths.min(), let most = lengths.max(), most &- least > mostDrift else { return nil }
    return
      "sound and pictures are \(MediaComposition.seconds(most &- least, 1000)) apart after the last of several edits: 'cut' the parts, and 'join' them"
  }

  /// Audio before the first edit up to this duration is encoder priming: it is not reported if it is heard, in milliseconds.
  static var longestPriming: Int64 { 100 }

  private func notes(_ track: MediaTrack) -> [String] {
    let name = "track \(track.index), \(track.kind.name): "
    var notes: [String] = []
    for (place, part) in [("before the first edit", before), ("between edits", between), ("after the last edit", after)] {
      let length = track.time(part.time).value(in: 1000) ?? .max
      if part.count == 0 || track.kind == .audio && place == "before the first edit" && length <= Self.longestPriming { continue }
      let samples = "\(counted(part.count, "sample")) (\(MediaComposition.seconds(length, 1000)))"
      notes.append(
        "\(name)\(samples) \(place) \(part.count == 1 ? "is" : "are") hidden in the source but not in the output, which has no edit list")
    }
    if parts > 1 { notes.append("\(name)the edit list has \(parts) parts; the output has no edit list and keeps the stored order") }
    return notes
  }
}

extension MediaComposition {
  /// Notes about what movies state and other targets cannot: the rotation of the pictures, and media that edit lists hide, the latter for
  /// files that are included completely.
  func hiddenNotes() throws(MediaError) -> [String] {
    var notes: [String] = []
    for part in parts.joined() {
      let input = inputs[part.input]
      let isWhole = part.first == 0 && part.end == .max
      let rotation = input.reader.rotationNote(of: part.track).map { [$0] } ?? []
      for note in isWhole ? try EditedMedia.notes(input.source, input.reader, part.track) : rotation {
        notes.append(inputs.count > 1 ? "\(input.name): \(note)" : note)
      }
    }
    return notes
  }

  /// Notes on tracks that FFmpeg or Chrome decode wrongly.
  func decodingNotes(_ options: CarryOptions) -> [String] {
    tracks.indices.flatMap { [gapNote($0), descriptionNote($0, options)].compactMap { $0 } }
  }

  /// The note on a track with an empty edit between two others, for which FFmpeg plays the start of the track.
  private func gapNote(_ track: Int) -> String? {
    let kind = tracks[track].kind
    guard kind == .video || kind == .audio, let edits = blueprints[track].editList?.entries else { return nil }
    let isGap = edits.drop { $0.mediaTime < 0 }.drop { $0.mediaTime >= 0 }.contains { $0.mediaTime >= 0 }
    return isGap ? "track \(track), \(kind.name): FFmpeg and browsers may play its start in the gap between two edits" : nil
  }

  /// The note on a track of video with several sample descriptions. Browsers based on Chromium decode with the first one alone. Where they
  /// change after the start of a second edit, FFmpeg reads the start of that edit twice, and changes too early.
  private func descriptionNote(_ track: Int, _ options: CarryOptions) -> String? {
    guard tracks[track].kind == .video else { return nil }
    let holdsSets = tracks[track].codec == .h264 || tracks[track].codec == .hevc
    if holdsSets, options.hasOneDescription { return nil }
    let isMisread = zip(parts[track], parts[track].dropFirst()).contains { $0.descriptions != $1.descriptions && $1.earlierEdits > 1 }
    var what = isMisread ? ["FFmpeg may decode it wrongly: several edits show parts of different encodings"] : []
    let count = descriptions[track].count
    if case .fragmented = options.layout {
    } else if holdsSets, count > 1 {
      what.append("Chrome decodes the first of \(count) encodings alone")
    }
    if what.isEmpty { return nil }
    let remedy = holdsSets ? "'--hev1' writes one sample entry for all" : "'cut --keyframes' makes parts that one edit shows"
    return "track \(track), video: \(what.joined(separator: ", and ")); \(remedy)"
  }
}
