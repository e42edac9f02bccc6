import AACKit
import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit

/// The descriptions that the samples of a composed track go by: each once, however many files have it.
struct DescriptionList {
  private let isQuickTime: Bool
  private let needsEntries: Bool
  private(set) var descriptions: [MediaDescription] = []
  private var entries: [[UInt8]] = []
  private var first: MediaTrack?
  private var firstName = ""
  /// Of entries that were made, what they were made of.
  private var made: [MediaTrack?] = []

  init(isQuickTime: Bool, needsEntries: Bool) {
    self.isQuickTime = isQuickTime
    self.needsEntries = needsEntries
  }

  /// Adds the descriptions of a file's track.
  /// - Returns: by their numbers in the file, which they are here.
  mutating func add(_ input: MediaInput, _ track: Int, _ survey: TrackSurvey) throws(MediaError) -> [UInt64: UInt32] {
    let found = input.reader.tracks[track]
    try check(found, input.name)
    var places: [UInt64: UInt32] = [:]
    for (index, number) in survey.descriptions.enumerated() {
      var description = MediaDescription()
      (description.configuration, description.framing) = (found.configuration, found.framing)
      if input.reader.container == .flv, survey.found.indices.contains(index) {
        description = survey.found[index]
      } else if let other = input.reader.description(ofTrack: track, index: UInt32(clamping: number)), other.configuration != .none {
        description = other
      }
      places[number] = try add(description, input, found, UInt32(clamping: number))
    }
    return places
  }

  private mutating func check(_ track: MediaTrack, _ name: String) throws(MediaError) {
    guard let first else {
      (self.first, firstName) = (track, name)
      return
    }
    if track.codec != first.codec {
      throw .unsupported("track \(track.index) of \(name) is \(track.codec.name), and that of \(firstName) is \(first.codec.name)")
    }
    if (track.framing == .annexB) != (first.framing == .annexB) {
      throw .unsupported("of \(firstName) and \(name) one is a byte stream and the other is not: remux it first")
    }
  }

  private mutating func add(
    _ description: MediaDescription, _ input: MediaInput, _ track: MediaTrack, _ number: UInt32
  ) throws(MediaError) -> UInt32 {
    var (entry, isMade): ([UInt8], Bool) = ([], false)
    if needsEntries { (entry, isMade) = try sampleEntry(description, input, track, number) }
    for index in descriptions.indices {
      let isSame =
        needsEntries
        ? entries[index] == entry
        : descriptions[index].configuration == description.configuration && descriptions[index].framing == description.framing
      if isSame { return UInt32(index + 1) }
    }
    var source = track
    source.configuration = description.configuration
    descriptions.append(description)
    entries.append(entry)
    made.append(isMade ? source : nil)
    return UInt32(descriptions.count)
  }

  /// A movie's own entry, or one that is made of a configuration.
  private func sampleEntry(
    _ description: MediaDescription, _ input: MediaInput, _ track: MediaTrack, _ number: UInt32
  ) throws(MediaError) -> (bytes: [UInt8], isMade: Bool) {
    let isOfOtherKind = input.reader.isQuickTime != isQuickTime && description.configuration != .none
    if let movie = input.reader.movie, !isOfOtherKind {
      var tree = movie.tree
      let all = movie.tracks[track.index].descriptions
      guard let place = Int(exactly: Int64(number) - 1), all.indices.contains(place) else {
        throw .malformed("\(input.name): there is no sample description \(number) in track \(track.index)")
      }
      do { return (try tree.whole(all[place].node), false) } catch { throw .bytes(error) }
    }
    if let blueprint = input.reader.blueprint(of: track.index) { return (Array(blueprint.sampleDescriptions.dropFirst(16)), false) }
    var source = track
    source.configuration = description.configuration
    return (try Self.madeEntry(source, setsInSamples: false), true)
  }

  /// The one entry of a track that is made: it stands behind the head of its `stsd`.
  private static func madeEntry(_ track: MediaTrack, setsInSamples: Bool) throws(MediaError) -> [UInt8] {
    Array(try TrackBlueprint.made(track, id: 1, setsInSamples: setsInSamples).sampleDescriptions.dropFirst(16))
  }

  /// Everything about the track but its samples and its edit list.
  /// - Parameter isWhole: whether all tracks of the file come along.
  func blueprint(
    _ input: MediaInput, _ index: Int, _ track: MediaTrack, isWhole: Bool
  ) throws(MediaError) -> TrackBlueprint {
    var blueprint: TrackBlueprint
    if let movie = input.reader.movie {
      blueprint = try .copy(movie.tracks[index], of: movie, isWhole: isWhole)
      // Those count samples, or know all of them.
      blueprint.furtherTableBoxes = []
    } else if let other = input.reader.blueprint(of: index) {
      blueprint = other
    } else {
      blueprint = try .made(track, id: track.id)
    }
    blueprint.trackID = track.id
    blueprint.timescale = track.timescale ?? blueprint.timescale
    do { blueprint.sampleDescriptions = try TrackBlueprint.stsd(entries) } catch { throw .unsupported(error.description) }
    return blueprint
  }

  /// `stsd` whose made entries allow parameter sets in samples.
  func looseEntries() throws(MediaError) -> [UInt8] {
    var loose: [[UInt8]] = []
    for index in entries.indices {
      guard let track = made[index] else {
        loose.append(entries[index])
        continue
      }
      loose.append(try Self.madeEntry(track, setsInSamples: true))
    }
    do { return try TrackBlueprint.stsd(loose) } catch { throw .unsupported(error.description) }
  }
}
