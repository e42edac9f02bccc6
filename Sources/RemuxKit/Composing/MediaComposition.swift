import BitstreamKit
import MP4Kit

/// Parts of files on one timeline, read by `MediaReader` like a movie file.
public struct MediaComposition {
  /// A run of samples of a source track.
  struct Part {
    var input: Int
    var track: Int
    /// The first sample, counted from 0.
    var first: UInt64 = 0
    /// The end of the samples, exclusive.
    var end: UInt64 = .max
    /// Samples in the run to leave out, in ascending order.
    var leftOut: [UInt64] = []
    /// Added to the times, in units of the composed track's time scale.
    var shift: Int64 = 0
    /// Maps description numbers of the source to those of the composed track.
    var descriptions: [UInt32: UInt32] = [:]
  }

  /// The source files.
  let inputs: [MediaInput]
  /// The concatenated bytes of the files.
  public let source: JoinedSource
  /// The composed tracks.
  public internal(set) var tracks: [MediaTrack] = []
  /// The parts of each track, in order.
  var parts: [[Part]] = []
  /// The sample descriptions of each track; sample description indices count from 1.
  var descriptions: [[MediaSampleDescription]] = []
  /// The MP4 properties of each track; empty for other targets.
  var blueprints: [TrackBlueprint] = []
  /// The MP4 sample entries of each track, one per description; empty for other targets.
  var entries: [[DescribedEntry]] = []
  /// The movie time scale in units per second.
  var timescale: UInt32 = 1000
  /// Whether sample descriptions are in QuickTime format.
  var isQuickTime = false
  /// Whether to keep times from going backwards where parts overlap, because the target has no edit list to hide the overlap.
  var isPlain = false
  /// Number of samples that are decoded but hidden by an edit list.
  public internal(set) var hiddenCount: UInt64 = 0
  /// Whether findings have been turned into notes.
  var isRecovery = false
  /// Decisions to report to the user.
  public internal(set) var notes: [String] = []
  /// Problems found in the files.
  public internal(set) var findings: [String] = []

  init(_ inputs: [MediaInput]) {
    self.inputs = inputs
    source = JoinedSource(inputs.map { $0.source })
  }
}

/// The samples of a composition.
struct CompositionInput {
  private let composition: MediaComposition
  private let only: Int?
  private var track: Int
  private var part = 0
  /// The current walk, or empty. An array because a composition may contain a composition.
  private var walk: [TrackWalk] = []
  private var nextLeftOut = 0
  private var lastTime: Int64 = .min
  private(set) var findings: [String] = []

  init(_ composition: MediaComposition, track: Int?) {
    self.composition = composition
    only = track
    self.track = track ?? 0
  }

  /// The next sample; if all tracks are read, one track after the other.
  mutating func next() throws(MediaError) -> MediaSample? {
    while track < composition.parts.count {
      if let sample = try nextOfTrack() { return sample }
      if only != nil { return nil }
      track += 1
      (part, walk, lastTime) = (0, [], .min)
    }
    return nil
  }

  private mutating func nextOfTrack() throws(MediaError) -> MediaSample? {
    let parts = composition.parts[track]
    while part < parts.count {
      let current = parts[part]
      if walk.isEmpty {
        walk = [try TrackWalk(composition.inputs[current.input], current.track)]
        nextLeftOut = 0
      }
      while let item = try walk[0].next(), item.ordinal < current.end {
        if item.ordinal < current.first { continue }
        if nextLeftOut < current.leftOut.count, current.leftOut[nextLeftOut] == item.ordinal {
          nextLeftOut += 1
          continue
        }
        return placed(item, current)
      }
      walk = []
      part += 1
    }
    return nil
  }

  /// Converts a sample to the concatenated offsets and the composed timeline.
  private mutating func placed(_ item: TrackWalk.Item, _ part: MediaComposition.Part) -> MediaSample {
    var sample = item.sample
    let (from, to) = (composition.inputs[part.input].scale(part.track), composition.tracks[track].timescale ?? 1)
    sample.track = track
    sample.offset &+= composition.source.starts[part.input]
    sample.decodeTime = Self.converted(sample.decodeTime, from, to) &+ part.shift
    sample.presentationTime = Self.converted(sample.presentationTime, from, to) &+ part.shift
    sample.duration = UInt32(clamping: Self.converted(Int64(sample.duration), from, to))
    sample.descriptionIndex = part.descriptions[item.sample.descriptionIndex] ?? 1
    if composition.isPlain, sample.decodeTime < lastTime {
      sample.decodeTime = lastTime
      if composition.tracks[track].kind == .audio { sample.presentationTime = lastTime }
    }
    lastTime = sample.decodeTime
    return sample
  }

  /// Converts a time to another time scale.
  static func converted(_ time: Int64, _ from: UInt32, _ to: UInt32) -> Int64 {
    from == to ? time : MediaTime(value: time, timescale: from)?.value(in: to) ?? 0
  }
}
