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

  init(_ input: ProbeInput, _ container: MediaContainer) throws(ExplainError) {
    self.input = input
    self.container = container
    do { reader = try MediaReader(input, as: container) } catch { throw .media(error) }
    counts = reader.tracks.map { _ in 0 }
    keys = reader.tracks.map { _ in nil }
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

  private mutating func take(_ sample: MediaSample) -> FoundSample {
    let track = sample.track
    guard counts.indices.contains(track) else {
      return FoundSample(
        track: MediaTrack(index: track, id: 0, kind: .data, codec: .other("none"), timescale: nil), index: 0, sample: sample)
    }
    let found = FoundSample(
      track: reader.tracks[track], index: counts[track], sample: sample, key: sample.isKey ? sample : keys[track])
    counts[track] += 1
    if sample.isKey { keys[track] = sample }
    return found
  }

  /// The sample whose time contains `numerator / denominator` seconds. A sample without a duration lasts until the next one.
  private mutating func find(_ track: Int, _ numerator: UInt64, _ denominator: UInt64) throws(MediaError) -> FoundSample? {
    var some = try MediaReader(input, as: container, track: track)
    let scaled = numerator.multipliedFullWidth(by: UInt64(reader.tracks[track].timescale ?? 1))
    guard scaled.high < denominator else { return nil }
    guard let time = Int64(exactly: denominator.dividingFullWidth(scaled).quotient) else { return nil }
    var best: FoundSample?
    while let sample = try some.next() {
      let found = take(sample)
      guard sample.presentationTime <= time else {
        if sample.decodeTime > time, best != nil { break }
        continue
      }
      if sample.duration > 0 {
        if time - sample.presentationTime < Int64(sample.duration) { return found }
      } else if best.map({ $0.sample.presentationTime <= sample.presentationTime }) ?? true {
        best = found
      }
    }
    return best
  }
}

extension FoundSample {
  /// The layers of the track and the sample.
  func layers(depth: Int) -> [ExplainLayer] {
    var track = ExplainLayer(.track, "track \(self.track.index)", depth: depth, page: Catalogue.page(.file, structure: "track"))
    track.add("id", "\(self.track.id)")
    track.add("codec", "\(self.track.codec.name)")
    if let timescale = self.track.timescale { track.add("timescale", "\(timescale)") }
    if self.track.isProtected { track.add("protection", "encrypted: only clear parts of the samples are valid") }
    var layer = ExplainLayer(
      .sample, "sample \(index)", depth: depth + 1, offset: sample.offset, size: sample.size,
      page: Catalogue.page(.file, structure: "sample"))
    layer.add("decode_time", time(sample.decodeTime))
    layer.add("presentation_time", time(sample.presentationTime))
    if sample.duration > 0 { layer.add("duration", time(Int64(sample.duration))) }
    layer.add("key", sample.isKey ? "yes" : "no")
    layer.add("description_index", "\(sample.descriptionIndex)")
    return [track, layer]
  }

  private func time(_ value: Int64) -> String {
    guard let timescale = track.timescale, timescale > 0 else { return "\(value)" }
    return "\(value) (\(decimal(Double(value) / Double(timescale))) s)"
  }
}
