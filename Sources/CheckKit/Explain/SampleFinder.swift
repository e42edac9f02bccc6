import BitstreamKit
import MP4Kit
import ProbeKit
import RemuxKit

/// A sample and what is known of its track.
struct FoundSample {
  var track: MediaTrack
  var index: Int
  var sample: MediaSample
  /// The last key sample of the track up to this one.
  var key: MediaSample?
  /// When the edit list shows it; nil if it does not, or if the track has none.
  var shownTime: Int64?
}

/// Finds a sample by walking over the samples of a file in file order. Memory is proportional to the number of tracks.
struct SampleFinder {
  enum Goal {
    case byte(UInt64)
    case number(track: Int, index: Int)
    case time(track: Int, numerator: UInt64, denominator: UInt64)
  }

  let reader: MediaReader
  private let input: ProbeInput
  private let container: MediaContainer
  private var counts: [Int]
  private var keys: [MediaSample?]
  private let timelines: [EditTimeline?]
  /// The times that the last search for one has seen.
  private var shownTimes: ClosedRange<Int64>?

  init(_ input: ProbeInput, _ container: MediaContainer) throws(ExplainError) {
    self.input = input
    self.container = container
    do { reader = try MediaReader(input, as: container) } catch { throw .media(error) }
    counts = reader.tracks.map { _ in 0 }
    keys = reader.tracks.map { _ in nil }
    timelines = reader.tracks.map { [reader] in reader.timeline(of: $0.index) }
  }

  /// The number of samples of a track that the last search has seen.
  func count(of track: Int) -> Int { counts[track] }

  func check(_ track: Int) throws(ExplainError) {
    if reader.tracks.indices.contains(track) { return }
    throw .place(reader.tracks.isEmpty ? "No track \(track): the file has none." : "No track \(track): they are 0 to \(counts.count - 1).")
  }

  /// The track that a time is looked up in.
  func timedTrack(_ track: Int?) throws(ExplainError) -> Int {
    let chosen = track ?? reader.tracks.first { $0.kind == .video }?.index ?? 0
    try check(chosen)
    if reader.tracks[chosen].timescale == nil { throw .place("Track \(chosen) has no time scale: its pictures have no times.") }
    return chosen
  }

  /// The sample that a goal describes; nil if there is none.
  mutating func find(_ goal: Goal) throws(ExplainError) -> FoundSample? {
    do {
      switch goal {
      case .byte(let offset):
        var all = reader
        while let sample = try all.next() {
          let found = take(sample)
          if offset >= sample.offset, offset - sample.offset < sample.size { return found }
          // The samples of a stream are in the order of their bytes.
          if container != .mp4, sample.offset > offset { return nil }
        }
      case .number(let track, let index):
        if let found = try listed(track, index) { return found }
        counts[track] = 0
        keys[track] = nil
        var some = try MediaReader(input, as: container, track: track)
        while let sample = try some.next() {
          let found = take(sample)
          if found.index == index { return found }
        }
      case .time(let track, let numerator, let denominator):
        return try find(track, numerator, denominator)
      }
    } catch { throw .media(error) }
    return nil
  }

  /// The sample of a movie by its tables, which are read from the last sync sample before it on; nil if the tables do not list it, or contradict
  /// each other.
  private mutating func listed(_ track: Int, _ index: Int) throws(MediaError) -> FoundSample? {
    guard let movie = reader.movie, !movie.isFragmented, let table = movie.tracks[track].table, index < table.sampleCount else {
      return nil
    }
    var source = movie.tree.source
    // Goes back twice as far each time.
    var (distance, found) = (256, nil as FoundSample?)
    repeat {
      let start = max(0, index - distance)
      do {
        var cursor = SampleCursor(table)
        try cursor.seek(to: start, &source)
        (counts[track], keys[track], found) = (start, nil, nil)
        while found?.index != index, let sample = try cursor.next(&source) { found = take(MediaSample(sample, ofTrack: track)) }
      } catch { throw .bytes(error) }
      guard let sample = found?.sample, found?.index == index, sample.offset <= source.byteCount else { return nil }
      if found?.key != nil || start == 0 { return found }
      distance *= 2
    } while true
  }

  private mutating func take(_ sample: MediaSample) -> FoundSample {
    let track = sample.track
    guard counts.indices.contains(track) else {
      return FoundSample(
        track: MediaTrack(index: track, id: 0, kind: .data, codec: .other("none"), timescale: nil), index: 0, sample: sample)
    }
    let shown = timeline(of: track)?.presentation(of: sample.presentationTime)
    let found = FoundSample(
      track: reader.tracks[track], index: counts[track], sample: sample, key: sample.isKey ? sample : keys[track],
      shownTime: shown.flatMap { $0.isShown ? $0.time : nil })
    counts[track] += 1
    if sample.isKey { keys[track] = sample }
    return found
  }

  private func timeline(of track: Int) -> EditTimeline? { timelines.indices.contains(track) ? timelines[track] : nil }

  /// The sample that is shown at `numerator / denominator` seconds, after the edit list. A sample without a duration lasts until the next
  /// one.
  private mutating func find(_ track: Int, _ numerator: UInt64, _ denominator: UInt64) throws(MediaError) -> FoundSample? {
    shownTimes = nil
    var some = try MediaReader(input, as: container, track: track)
    let scaled = numerator.multipliedFullWidth(by: UInt64(reader.tracks[track].timescale ?? 1))
    guard scaled.high < denominator else { return nil }
    guard let asked = Int64(exactly: denominator.dividingFullWidth(scaled).quotient) else { return nil }
    let time = timeline(of: track).map { $0.compositionTime(at: asked) } ?? asked
    var best: FoundSample?
    while let sample = try some.next() {
      let found = take(sample)
      if let start = timeline(of: track) == nil ? sample.presentationTime : found.shownTime {
        let end = start.addingReportingOverflow(Int64(sample.duration))
        let last = end.overflow ? start : end.partialValue
        shownTimes = min(shownTimes?.lowerBound ?? start, start)...max(shownTimes?.upperBound ?? last, last)
      }
      guard let time else { continue }
      guard sample.presentationTime <= time else {
        if sample.decodeTime > time, best != nil { break }
        continue
      }
      if sample.duration > 0 {
        let end = sample.presentationTime.addingReportingOverflow(Int64(sample.duration))
        if end.overflow || time < end.partialValue { return found }
      } else if best.map({ $0.sample.presentationTime <= sample.presentationTime }) ?? true {
        best = found
      }
    }
    return best
  }

  /// Where the times of a track are that the last search has seen, in seconds.
  func span(of track: Int) -> String {
    guard let shownTimes, let scale = reader.tracks[track].timescale, scale > 0 else { return "none is shown at all" }
    let (from, to) = (Double(shownTimes.lowerBound) / Double(scale), Double(shownTimes.upperBound) / Double(scale))
    return "its samples are shown from \(decimal(from)) to \(decimal(to)) s"
  }
}

extension FoundSample {
  /// The layers of the track and the sample.
  func layers(depth: Int) -> [ExplainLayer] {
    var track = ExplainLayer(.track, "track \(self.track.index)", depth: depth, page: Catalogue.page(.file, structure: "track"))
    track.add("id", number: self.track.id)
    track.add("codec", "\(self.track.codec.name)")
    if let timescale = self.track.timescale { track.add("timescale", number: timescale) }
    if self.track.isProtected { track.add("protection", "encrypted: only clear parts of the samples are valid") }
    var layer = ExplainLayer(
      .sample, "sample \(index)", depth: depth + 1, offset: sample.offset, size: sample.size,
      page: Catalogue.page(.file, structure: "sample"))
    add("decode_time", sample.decodeTime, "decode_time_seconds", to: &layer)
    add("presentation_time", sample.presentationTime, "presentation_time_seconds", to: &layer)
    if let shownTime { add("shown_time", shownTime, "shown_time_seconds", to: &layer) }
    if sample.duration > 0 { add("duration", Int64(sample.duration), "duration_seconds", to: &layer) }
    layer.add("key", sample.isKey ? "yes" : "no", .flag(sample.isKey))
    layer.add("description_index", number: sample.descriptionIndex)
    return [track, layer]
  }

  private func add(_ name: StaticString, _ value: Int64, _ secondsName: StaticString, to layer: inout ExplainLayer) {
    guard let timescale = track.timescale, timescale > 0 else { return layer.add(name, number: value) }
    let seconds = Double(value) / Double(timescale)
    layer.add(name, "\(value) (\(decimal(seconds)) s)", .time(value, seconds: seconds, secondsName))
  }
}
