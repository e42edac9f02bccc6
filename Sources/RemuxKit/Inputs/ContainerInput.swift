import BitstreamKit
import FLVKit
import MP4Kit

/// The tracks and samples of one container.
///
/// An input is a value: a copy of one that has just been opened reads the same media again without opening the file again. Members with a
/// default belong to some containers only.
protocol ContainerInput {
  /// The tracks in file order.
  var tracks: [MediaTrack] { get }
  /// How the samples are stored.
  var traits: InputTraits { get }
  /// Problems found in the part of the file read so far.
  var findings: [String] { get }
  /// Those of the findings that say which media a reader cannot return, although they are whole.
  var omissions: [String] { get }
  /// The next sample; nil after the last. An input that cannot skip the samples of other tracks returns those of all tracks.
  mutating func next() throws(MediaError) -> MediaSample?
  /// Reads the next sample into `sample`; false after the last. An input with very many samples implements it to save copies of them.
  mutating func next(_ sample: inout MediaSample) throws(MediaError) -> Bool
  /// Which bytes of the last sample of a single track are encrypted.
  mutating func encryptedBytes() throws(MediaError) -> EncryptedBytes
  /// The input for the samples of one track, or of all; called on an input from which no sample has been read.
  func restarted(track: Int?) throws(MediaError) -> Self
  /// Applies the options that change the samples; called before the first sample.
  mutating func prepare(_ options: CarryOptions)
  /// Gives audio the times that its frames have in samples, where the container states them in coarser units; called before the first sample.
  mutating func timeSound()

  /// The number of descriptions of a track read so far.
  func descriptionCount(ofTrack track: Int) -> Int
  /// A description of a track read so far, numbered from 1; nil if there is none.
  func description(ofTrack track: Int, index: UInt32) -> MediaSampleDescription?
  /// The complete MP4 sample entry of a description, numbered from 1; nil if there is none.
  /// - Parameter keepsRates: whether to keep the bit rates that it states of all samples of the track.
  func sampleEntry(ofTrack track: Int, index: UInt32, keepsRates: Bool) throws(MediaError) -> [UInt8]?
  /// The MP4 properties of a track; nil if they follow from its `MediaTrack`. References are those of the source, by its track IDs.
  func blueprint(of track: Int) throws(MediaError) -> TrackBlueprint?
  /// The MP4 sample entries of a track whose samples have been read; nil if those of its blueprint are right.
  /// - Parameters:
  ///   - found: the descriptions of the samples; unused if `InputTraits.knowsDescriptions`.
  ///   - loose: the numbers of the descriptions whose samples carry parameter sets.
  ///   - setsInSamples: whether the samples of all descriptions may carry parameter sets.
  func sampleEntries(
    ofTrack track: Int, _ found: [MediaSampleDescription], loose: Set<UInt32>, setsInSamples: Bool
  ) throws(MediaError) -> [[UInt8]]?

  /// The timeline that the edit list of a track makes; nil without an edit list.
  func timeline(of track: Int) -> EditTimeline?
  /// The first media shown in a track and its time, if they are known otherwise than by an edit list.
  func start(of track: Int) -> TrackStart?
  /// The movie time scale in units per second; nil without one.
  var timescale: UInt32? { get }
  /// Whether sample descriptions are in QuickTime format.
  var isQuickTime: Bool { get }
  /// The movie's user data.
  func userData() throws(MediaError) -> MovieUserData
  /// The parsed movie; nil for other containers.
  var movie: Movie<AnyByteSource>? { get }
  /// Why a movie has no tracks, and what to do; nil if it has tracks.
  var whyNoTracks: String? { get }
  /// The `onMetaData` of an FLV file.
  var metaData: OnMetaData? { get }
  /// The clock of a byte stream, before its first picture; nil for other containers.
  var streamClock: StreamClock? { get }
}

/// The first media shown in a track, and its time.
struct TrackStart {
  /// In units of the track's time scale, relative to the decoding time of its first sample.
  var media: Int64
  var at: MediaTime
}

/// How an input stores its samples, which determines how it is read and what an output keeps of it.
struct InputTraits {
  /// What places the tracks on the timeline of an output.
  enum Placement {
    /// Their times relative to the earliest one: the input has no timeline of its own.
    case times
    /// Their times and edit lists, on a timeline that starts at 0.
    case edits
    /// Their blueprints alone.
    case blueprints
  }

  /// Whether the samples of one track can be read without reading the others.
  var isIndexed = false
  /// Whether samples of several tracks are read in file order; otherwise one track after the other.
  var isInFileOrder = true
  /// Whether durations are always derived from decoding times.
  var derivesDurations = false
  /// Whether all descriptions are known before a sample is read, by every copy of the input.
  var knowsDescriptions = false
  /// Whether every description has an MP4 sample entry in the input.
  var hasSampleEntries = false
  var placement = Placement.times
}

extension ContainerInput {
  var traits: InputTraits { InputTraits() }
  var omissions: [String] { [] }
  mutating func next(_ sample: inout MediaSample) throws(MediaError) -> Bool {
    guard let next = try next() else { return false }
    sample = next
    return true
  }
  mutating func encryptedBytes() throws(MediaError) -> EncryptedBytes { .none }
  func restarted(track: Int?) throws(MediaError) -> Self { self }
  mutating func prepare(_ options: CarryOptions) {}
  mutating func timeSound() {}

  func descriptionCount(ofTrack track: Int) -> Int { 1 }
  func description(ofTrack track: Int, index: UInt32) -> MediaSampleDescription? { nil }
  func sampleEntry(ofTrack track: Int, index: UInt32, keepsRates: Bool) throws(MediaError) -> [UInt8]? { nil }
  func blueprint(of track: Int) throws(MediaError) -> TrackBlueprint? { nil }

  func sampleEntries(
    ofTrack track: Int, _ found: [MediaSampleDescription], loose: Set<UInt32>, setsInSamples: Bool
  ) throws(MediaError) -> [[UInt8]]? {
    if found.count < 2, loose.isEmpty { return nil }
    var (entries, described): ([[UInt8]], MediaTrack) = ([], tracks[track])
    for (index, description) in found.enumerated() {
      described.configuration = description.configuration
      entries.append(try TrackBlueprint.entry(described, setsInSamples: setsInSamples || loose.contains(UInt32(index + 1))))
    }
    return entries
  }

  func timeline(of track: Int) -> EditTimeline? { nil }
  func start(of track: Int) -> TrackStart? { nil }
  var timescale: UInt32? { nil }
  var isQuickTime: Bool { false }
  func userData() throws(MediaError) -> MovieUserData { MovieUserData() }
  var movie: Movie<AnyByteSource>? { nil }
  var whyNoTracks: String? { nil }
  var metaData: OnMetaData? { nil }
  var streamClock: StreamClock? { nil }
}
