import BitstreamKit
import MP4Kit

extension MediaReader {
  /// Reads a composition, or one of its tracks. The reader presents it as an MP4 file without a parsed movie.
  public init(_ composition: MediaComposition, track: Int? = nil) {
    self.init(listing: InputBox(CompositionInput(composition, track: track)), track: track)
  }
}

extension MediaInput {
  /// Opens a composition as a file.
  public init(_ composition: MediaComposition, name: String) {
    self.init(AnyByteSource(composition.source), name: name, reader: MediaReader(composition))
  }
}

/// The samples of a composition.
struct CompositionInput: ContainerInput {
  private let composition: MediaComposition
  private var only: Int?
  private var track: Int
  private var part = 0
  /// The current walk, or empty. An array because a composition may contain a composition.
  private var walk: [TrackWalk] = []
  private var nextLeftOut = 0
  private var nextRefresh = 0
  private var lastTime: Int64 = .min
  private var lastDescription: UInt32 = 1
  private var lastSize: UInt64 = 0
  /// The rest of what fills the time after the part before.
  private var filling: GapFilling?

  init(_ composition: MediaComposition, track: Int?) {
    self.composition = composition
    only = track
    self.track = track ?? 0
  }

  var tracks: [MediaTrack] { composition.tracks }
  var traits: InputTraits {
    InputTraits(isIndexed: true, isInFileOrder: false, derivesDurations: true, knowsDescriptions: true, placement: .blueprints)
  }
  var findings: [String] { composition.findings }
  var timescale: UInt32? { composition.timescale }
  var isQuickTime: Bool { composition.isQuickTime }

  func restarted(track: Int?) throws(MediaError) -> CompositionInput { CompositionInput(composition, track: track) }

  func userData() throws(MediaError) -> MovieUserData {
    var data = try composition.inputs.first { $0.reader.movie != nil }?.reader.userData() ?? MovieUserData()
    if let chapters = composition.chapters {
      do { try data.setChapters(chapters) } catch { throw .unsupported(error.description) }
    }
    return data
  }

  func descriptionCount(ofTrack track: Int) -> Int {
    composition.descriptions.indices.contains(track) ? composition.descriptions[track].count : 0
  }

  func description(ofTrack track: Int, index: UInt32) -> MediaSampleDescription? {
    guard composition.descriptions.indices.contains(track), let place = Int(exactly: Int64(index) - 1) else { return nil }
    return composition.descriptions[track].indices.contains(place) ? composition.descriptions[track][place] : nil
  }

  func blueprint(of track: Int) throws(MediaError) -> TrackBlueprint? {
    composition.blueprints.indices.contains(track) ? composition.blueprints[track] : nil
  }

  func sampleEntries(
    ofTrack track: Int, _ found: [MediaSampleDescription], loose: Set<UInt32>, setsInSamples: Bool
  ) throws(MediaError) -> [[UInt8]]? {
    if loose.isEmpty { return nil }
    var entries: [[UInt8]] = []
    for (index, entry) in composition.entries[track].enumerated() {
      entries.append(try entry.bytes(setsInSamples: loose.contains(UInt32(index + 1))))
    }
    return entries
  }

  /// The next sample; if all tracks are read, one track after the other.
  mutating func next() throws(MediaError) -> MediaSample? {
    while track < composition.parts.count {
      if let sample = try nextOfTrack() { return sample }
      if only != nil { return nil }
      track += 1
      (part, walk, lastTime, filling) = (0, [], .min, nil)
    }
    return nil
  }

  private mutating func nextOfTrack() throws(MediaError) -> MediaSample? {
    let parts = composition.parts[track]
    if let sample = nextFilling() { return sample }
    while part < parts.count {
      let current = parts[part]
      if walk.isEmpty {
        walk = [try TrackWalk(composition.inputs[current.input], current.track)]
        (nextLeftOut, nextRefresh) = (0, 0)
      }
      while let item = try walk[0].next(), item.ordinal < current.end {
        if item.ordinal < current.first { continue }
        // The walk itself skips samples outside of a damaged file.
        while nextLeftOut < current.leftOut.count, current.leftOut[nextLeftOut] < item.ordinal { nextLeftOut += 1 }
        if nextLeftOut < current.leftOut.count, current.leftOut[nextLeftOut] == item.ordinal {
          nextLeftOut += 1
          continue
        }
        while nextRefresh < current.refreshes.count, current.refreshes[nextRefresh] < item.ordinal { nextRefresh += 1 }
        var sample = placed(item, current)
        if nextRefresh < current.refreshes.count, current.refreshes[nextRefresh] == item.ordinal { sample.isKey = false }
        return sample
      }
      walk = []
      part += 1
      filling = current.filling
      if let sample = nextFilling() { return sample }
    }
    return nil
  }

  /// The next sample between two parts.
  private mutating func nextFilling() -> MediaSample? {
    guard let next = filling, next.count > 0, let place = GapFilling.place(of: composition.tracks[track].codec, size: lastSize) else {
      return nil
    }
    filling?.count -= 1
    filling?.start &+= next.step
    return MediaSample(
      track: track, decodeTime: next.start, presentationTime: next.start, duration: UInt32(clamping: next.step),
      offset: composition.source.starts[composition.inputs.count] + place.offset, size: place.size, isKey: true,
      descriptionIndex: lastDescription)
  }

  /// Converts a sample to the concatenated offsets and the composed timeline.
  private mutating func placed(_ item: TrackWalk.Item, _ part: MediaComposition.Part) -> MediaSample {
    var sample = item.sample
    let (from, to) = (composition.inputs[part.input].scale(part.track), composition.tracks[track].timescale ?? 1)
    sample.track = track
    sample.offset &+= composition.source.starts[part.input]
    if let trim = part.trim {
      let end = min(sample.decodeTime &+ Int64(sample.duration), trim.upperBound)
      sample.decodeTime = max(sample.decodeTime, trim.lowerBound)
      sample.presentationTime = max(sample.presentationTime, trim.lowerBound)
      sample.duration = UInt32(clamping: end &- sample.decodeTime)
    }
    let opening = part.opening.flatMap { $0.ordinal == item.ordinal ? $0 : nil }
    if let opening {
      sample.decodeTime &+= opening.late
      sample.duration = UInt32(clamping: Int64(sample.duration) &- opening.late)
    }
    sample.decodeTime = Self.converted(sample.decodeTime, from, to) &+ part.shift
    let time = opening?.time ?? Self.converted(sample.presentationTime, from, to)
    sample.presentationTime = time &+ part.shift &+ part.lift
    sample.duration = UInt32(clamping: Self.converted(Int64(sample.duration), from, to))
    sample.descriptionIndex = part.descriptions[item.sample.descriptionIndex] ?? 1
    if let closing = part.closing, closing.ordinal == item.ordinal {
      sample.duration = UInt32(clamping: Int64(sample.duration) &+ closing.extra)
    }
    (lastDescription, lastSize) = (sample.descriptionIndex, sample.size)
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
