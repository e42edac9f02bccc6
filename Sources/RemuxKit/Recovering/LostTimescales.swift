import AACKit
import BitstreamKit
import MP4Kit
import NALKit

/// The time scales of tracks whose `mdhd` states 0: the durations of the samples are there, and what they are fractions of is not.
package struct LostTimescales {
  /// The time scales, in the places of the zeros.
  package private(set) var patches: [BytePatch] = []
  /// What was found, for people.
  package private(set) var notes: [String] = []

  /// Nil if no time scale is 0.
  /// - Parameter frameRate: pictures per second; nil for the rate in the parameter sets.
  /// - Throws: `MediaError` if the movie cannot be read, or if nothing tells how long its pictures are.
  package init?(_ reader: MediaReader, frameRate: ExactRatio?) throws(MediaError) {
    guard let movie = reader.movie, !movie.isCompressed else { return nil }
    // Measured once, however many tracks it serves.
    var length: Double?
    for (index, track) in movie.tracks.enumerated() where track.mediaHeader?.timescale == 0 {
      guard let node = movie.tree.find("mdia/mdhd", in: track.node).first else { continue }
      let media = reader.tracks[index]
      let ticks = try Ticks(reader, index)
      if ticks.sum == 0 { continue }
      let (own, stated) = (Self.scale(of: media, ticks, frameRate), Self.scale(track, ticks, in: movie))
      var scale = own ?? stated
      if scale == nil {
        if length == nil { length = try Self.knownLength(reader, movie) }
        if let length, length > 0 { scale = Self.likelyScale(Double(ticks.sum) / length) }
      }
      // Durations that are no multiple of the picture's or the frame's.
      if frameRate == nil, let own, let stated, abs(own - stated) > stated / 10 { scale = stated }
      guard let scale, let whole = UInt32(checked: scale.rounded()), whole > 0 else {
        if media.kind == .video { throw .needs(.frameRate, "the time scale of track \(index) is 0, and its frame rate is unknown") }
        notes.append("the time scale of track \(index) is 0, and nothing tells another")
        continue
      }
      let place = movie.tree.nodes[node].place.payloadOffset &+ (track.mediaHeader?.version == 1 ? 20 : 12)
      patches.append(
        BytePatch(offset: place, old: [0, 0, 0, 0], new: Array(bigEndian: UInt64(whole), size: 4)))
      let source =
        scale == own ? (media.kind == .video ? "its frame rate" : "its sample rate") : scale == stated ? "tkhd" : "the other track"
      notes.append("the time scale of track \(index) is 0: it is \(whole), according to \(source)")
    }
    if patches.isEmpty, notes.isEmpty { return nil }
  }

  /// The durations of a track's samples.
  private struct Ticks {
    var sum: UInt64 = 0
    /// The end of what is presented last.
    var end: Int64 = 0
    /// The most common one; nil if it is 0.
    let common: UInt32?

    init(_ reader: MediaReader, _ track: Int) throws(MediaError) {
      var own = try reader.reopened(track: track)
      var durations = ValueCounts()
      while let sample = try own.next() {
        sum &+= UInt64(sample.duration)
        end = max(end, sample.presentationTime &+ Int64(sample.duration))
        durations.add(Int64(sample.duration))
      }
      common = durations.duration
    }
  }

  /// The time scale in which the most common duration is that of a picture or a frame; nil if their rate is not known.
  private static func scale(of track: MediaTrack, _ ticks: Ticks, _ frameRate: ExactRatio?) -> Double? {
    guard let common = ticks.common else { return nil }
    if track.kind == .video { return (frameRate ?? track.configuration.frameRate).map { $0.value * Double(common) } }
    if case .aac(let config) = track.configuration, let rate = config.sampleRate, let samples = config.samplesPerFrame {
      return Double(rate) * Double(common) / Double(samples)
    }
    return track.sampleRate > 0 ? Double(track.sampleRate) : nil
  }

  /// Time scales that writers use, the more usual first.
  private static let usual = [
    90_000, 12_800, 15_360, 30_000, 24_000, 25_000, 60_000, 50_000, 600, 1000, 48_000, 44_100, 12_288, 11_988, 19_200, 10_240, 25_600,
    30_720, 1_000_000, 10_000_000,
  ]

  /// The seconds that the first track of pictures or sound with a time scale takes; 0 if there is none.
  private static func knownLength(_ reader: MediaReader, _ movie: Movie<AnyByteSource>) throws(MediaError) -> Double {
    for track in reader.tracks where track.kind == .audio || track.kind == .video {
      guard let scale = track.timescale, scale > 0, movie.tracks[track.index].mediaHeader?.timescale != 0 else { continue }
      return Double(try Ticks(reader, track.index).sum) / Double(scale)
    }
    return 0
  }

  /// The usual time scale that is nearest, if it is near: tracks do not end at one time.
  private static func likelyScale(_ scale: Double) -> Double {
    let nearest = usual.min { abs(Double($0) - scale) < abs(Double($1) - scale) }.map { Double($0) } ?? scale
    return abs(nearest - scale) < scale / 25 ? nearest : scale
  }

  /// The time scale in which the samples take the duration in `tkhd`; nil if that is not known.
  private static func scale(_ track: MovieTrack, _ ticks: Ticks, in movie: Movie<AnyByteSource>) -> Double? {
    guard let duration = track.header?.duration, duration > 0, duration < UInt64(UInt32.max), movie.timescale > 0 else { return nil }
    // The edit list counts from a composition time.
    let shown = ticks.end &- max(0, track.editList?.entries.first?.mediaTime ?? 0)
    if shown <= 0 { return nil }
    let scale = Double(shown) * Double(movie.timescale) / Double(duration)
    // The duration is rounded to the movie's time scale.
    let rounding = scale * 0.5 / Double(duration)
    return usual.first { abs(Double($0) - scale) <= rounding + 0.5 }.map { Double($0) } ?? scale
  }
}
