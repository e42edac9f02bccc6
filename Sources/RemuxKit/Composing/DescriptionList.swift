import AACKit
import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit
import NALKit

/// A sample entry for an MP4.
struct DescribedEntry {
  /// The complete box.
  var bytes: [UInt8]
  /// The track it was made from; nil if it was copied.
  var source: MediaTrack?

  /// The box; for a made entry optionally of the type that allows parameter sets in samples.
  func bytes(setsInSamples: Bool) throws(MediaError) -> [UInt8] {
    guard setsInSamples, let source else { return bytes }
    return try TrackBlueprint.entry(source, setsInSamples: true)
  }
}

/// The distinct sample descriptions of a composed track.
struct DescriptionList {
  private let isQuickTime: Bool
  private let needsEntries: Bool
  /// Whether the track has the samples of one track, so that bit rates stay right.
  private let keepsRates: Bool
  private(set) var descriptions: [MediaSampleDescription] = []
  /// The sample entry of each description; empty boxes if entries are not needed.
  private(set) var entries: [DescribedEntry] = []
  private var first: MediaTrack?
  private var firstName = ""

  init(isQuickTime: Bool, needsEntries: Bool, keepsRates: Bool) {
    self.isQuickTime = isQuickTime
    self.needsEntries = needsEntries
    self.keepsRates = keepsRates
  }

  /// Adds the descriptions of a source track.
  /// - Returns: maps description numbers of the source to those of the composed track.
  mutating func add(_ input: MediaInput, _ track: Int, _ survey: TrackSurvey) throws(MediaError) -> [UInt32: UInt32] {
    let found = input.reader.tracks[track]
    try check(found, input.name)
    var places: [UInt32: UInt32] = [:]
    for (index, number) in survey.descriptions.enumerated() {
      var description = MediaSampleDescription()
      (description.configuration, description.framing) = (found.configuration, found.framing)
      if number == 0 { throw input.error(.unsupported("track \(track) has too many configurations")) }
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
      throw .unsupported("only one of \(firstName) and \(name) is a byte stream: remux it to a container first")
    }
  }

  private mutating func add(
    _ description: MediaSampleDescription, _ input: MediaInput, _ track: MediaTrack, _ number: UInt32
  ) throws(MediaError) -> UInt32 {
    let entry = needsEntries ? try sampleEntry(description, input, track, number) : DescribedEntry(bytes: [])
    for index in descriptions.indices {
      let isSame =
        needsEntries
        ? entries[index].bytes == entry.bytes
        : descriptions[index].configuration == description.configuration && descriptions[index].framing == description.framing
      if isSame || Self.decodesAlike(descriptions[index].configuration, description.configuration) { return UInt32(index + 1) }
    }
    descriptions.append(description)
    entries.append(entry)
    return UInt32(descriptions.count)
  }

  /// Whether two configurations of AAC differ only in that one of them says that there is no SBR, as FFmpeg and others write (ISO/IEC
  /// 14496-3:2019, 1.6.6.1.2).
  private static func decodesAlike(_ one: MediaConfiguration, _ other: MediaConfiguration) -> Bool {
    func core(_ configuration: MediaConfiguration) -> AudioSpecificConfig? {
      guard case .aac(var config) = configuration else { return nil }
      if let last = config.syncExtension, last.extensionAudioObjectType == .sbr, last.sbr == nil { config.syncExtension = nil }
      if config.rest.bytes.allSatisfy({ $0 == 0 }) { config.rest = .empty }
      return config
    }
    guard let one = core(one), let other = core(other) else { return false }
    return one == other
  }

  /// Copies a movie's own entry, or makes one from the configuration.
  private func sampleEntry(
    _ description: MediaSampleDescription, _ input: MediaInput, _ track: MediaTrack, _ number: UInt32
  ) throws(MediaError) -> DescribedEntry {
    let isOfOtherKind = input.reader.isQuickTime != isQuickTime && description.configuration != .none
    if !isOfOtherKind {
      let entry = try input.reader.sampleEntry(ofTrack: track.index, index: number, keepsRates: keepsRates)
      if let entry { return DescribedEntry(bytes: entry) }
      if input.reader.traits.hasSampleEntries {
        throw input.error(.malformed("there is no sample description \(number) in track \(track.index)"))
      }
    }
    var source = track
    source.configuration = description.configuration
    return DescribedEntry(bytes: try TrackBlueprint.entry(source, setsInSamples: false), source: source)
  }

  /// Everything about the track except its samples and edit list. References are those of the file.
  func blueprint(_ input: MediaInput, _ index: Int, _ track: MediaTrack) throws(MediaError) -> TrackBlueprint {
    var blueprint: TrackBlueprint
    if let own = try input.reader.blueprint(of: index) {
      blueprint = own
    } else {
      blueprint = try .made(track, id: track.id)
    }
    // These refer to sample numbers or to all samples of the source.
    if input.reader.traits.placement == .edits { (blueprint.furtherTableBoxes, blueprint.rollDistance) = ([], nil) }
    blueprint.trackID = track.id
    blueprint.timescale = track.timescale ?? blueprint.timescale
    do { blueprint.sampleDescriptions = try TrackBlueprint.stsd(entries.map { $0.bytes }) } catch { throw .unsupported(error.description) }
    return blueprint
  }
}
