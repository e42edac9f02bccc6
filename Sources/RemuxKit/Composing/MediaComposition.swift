import BitstreamKit
import MP4Kit

/// Parts of files on one timeline: a movie that is written without being a file first. `MediaReader` reads it like any other.
public struct MediaComposition {
  /// A run of samples of a file's track.
  struct Part {
    var input: Int
    var track: Int
    /// The first sample, counted from 0.
    var first: UInt64 = 0
    /// The sample behind the last.
    var end: UInt64 = .max
    /// Samples in between that are left out, in their order.
    var leftOut: [UInt64] = []
    /// Added to its times, in units of the composed track's time scale.
    var shift: Int64 = 0
    /// What the descriptions of the file are among those of the composed track.
    var descriptions: [UInt32: UInt32] = [:]
  }

  /// The files.
  let inputs: [MediaInput]
  /// The files' bytes, one behind the other.
  public let source: JoinedSource
  /// The tracks that are made.
  public internal(set) var tracks: [MediaTrack] = []
  /// The parts of each track, in their order.
  var parts: [[Part]] = []
  /// How the samples of each track are coded; a sample's index counts from 1.
  var descriptions: [[MediaDescription]] = []
  /// Everything about each track that an MP4 says; empty for other targets.
  var blueprints: [TrackBlueprint] = []
  /// The sample entry of each description of each track that an MP4 has; empty for other targets.
  var entries: [[DescribedEntry]] = []
  /// Units in a second of the movie's own times.
  var timescale: UInt32 = 1000
  /// Whether sample descriptions are those of QuickTime.
  var isQuickTime = false
  /// Whether times must not run backwards although parts overlap: there is no edit list to hide what does.
  var isPlain = false
  /// How many samples are decoded and not shown: an edit list hides them.
  public internal(set) var hiddenCount: UInt64 = 0
  /// Whether what is wrong with the files was said.
  var isRecovery = false
  /// What was decided, for people to read.
  public internal(set) var notes: [String] = []
  /// What is wrong with the files.
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
  /// The walk under way, or none: a list, for a composition may read a composition.
  private var walk: [TrackWalk] = []
  private var nextLeftOut = 0
  private var lastTime: Int64 = .min
  private(set) var findings: [String] = []

  init(_ composition: MediaComposition, track: Int?) {
    self.composition = composition
    only = track
    self.track = track ?? 0
  }

  /// The next sample; one track behind the other where all are asked for.
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

  /// A sample with its place among the bytes of all files and its time on the timeline of all.
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

  /// A time in units of another time scale.
  static func converted(_ time: Int64, _ from: UInt32, _ to: UInt32) -> Int64 {
    from == to ? time : MediaTime(value: time, timescale: from)?.value(in: to) ?? 0
  }
}
