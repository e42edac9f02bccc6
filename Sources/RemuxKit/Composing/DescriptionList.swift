import AACKit
import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit

/// A sample entry of an MP4.
struct DescribedEntry {
  /// The box, whole.
  var bytes: [UInt8]
  /// What it was made of; nil where it was copied.
  var source: MediaTrack?

  /// The box, or for one that was made another by which parameter sets may stand in the samples.
  func bytes(setsInSamples: Bool) throws(MediaError) -> [UInt8] {
    guard setsInSamples, let source else { return bytes }
    return try TrackBlueprint.entry(source, setsInSamples: true)
  }
}

/// The descriptions that the samples of a composed track go by: each once, however many files have it.
struct DescriptionList {
  private let isQuickTime: Bool
  private let needsEntries: Bool
  private(set) var descriptions: [MediaDescription] = []
  /// Of each, where they are needed.
  private(set) var entries: [DescribedEntry] = []
  private var first: MediaTrack?
  private var firstName = ""

  init(isQuickTime: Bool, needsEntries: Bool) {
    self.isQuickTime = isQuickTime
    self.needsEntries = needsEntries
  }

  /// Adds the descriptions of a file's track.
  /// - Returns: by their numbers in the file, which they are here.
  mutating func add(_ input: MediaInput, _ track: Int, _ survey: TrackSurvey) throws(MediaError) -> [UInt32: UInt32] {
    let found = input.reader.tracks[track]
    try check(found, input.name)
    var places: [UInt32: UInt32] = [:]
    for (index, number) in survey.descriptions.enumerated() {
      var description = MediaDescription()
      (description.configuration, description.framing) = (found.configuration, found.framing)
      if number == 0 { throw .unsupported("\(input.name): more configurations of track \(track) than can be kept") }
      if survey.found.indices.contains(index), let other = survey.found[index], other.configuration != .none { description = other }
      places[number] = try add(description, input, found, number)
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
    let entry = needsEntries ? try sampleEntry(description, input, track, number) : DescribedEntry(bytes: [])
    for index in descriptions.indices {
      let isSame =
        needsEntries
        ? entries[index].bytes == entry.bytes
        : descriptions[index].configuration == description.configuration && descriptions[index].framing == description.framing
      if isSame { return UInt32(index + 1) }
    }
    descriptions.append(description)
    entries.append(entry)
    return UInt32(descriptions.count)
  }

  /// A movie's own entry, or one that is made of a configuration.
  private func sampleEntry(
    _ description: MediaDescription, _ input: MediaInput, _ track: MediaTrack, _ number: UInt32
  ) throws(MediaError) -> DescribedEntry {
    let isOfOtherKind = input.reader.isQuickTime != isQuickTime && description.configuration != .none
    if let movie = input.reader.movie, !isOfOtherKind {
      var tree = movie.tree
      let all = movie.tracks[track.index].descriptions
      guard let place = Int(exactly: Int64(number) - 1), all.indices.contains(place) else {
        throw .malformed("\(input.name): there is no sample description \(number) in track \(track.index)")
      }
      do { return DescribedEntry(bytes: try tree.whole(all[place].node)) } catch { throw .bytes(error) }
    }
    // The one entry stands behind the head of its `stsd`.
    if let blueprint = input.reader.blueprint(of: track.index) {
      return DescribedEntry(bytes: Array(blueprint.sampleDescriptions.dropFirst(16)))
    }
    var source = track
    source.configuration = description.configuration
    return DescribedEntry(bytes: try TrackBlueprint.entry(source, setsInSamples: false), source: source)
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
      (blueprint.furtherTableBoxes, blueprint.rollDistance) = ([], nil)
    } else if let other = input.reader.blueprint(of: index) {
      blueprint = other
    } else {
      blueprint = try .made(track, id: track.id)
    }
    blueprint.trackID = track.id
    blueprint.timescale = track.timescale ?? blueprint.timescale
    do { blueprint.sampleDescriptions = try TrackBlueprint.stsd(entries.map { $0.bytes }) } catch { throw .unsupported(error.description) }
    return blueprint
  }
}
