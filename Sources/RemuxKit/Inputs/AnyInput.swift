import BitstreamKit
import FLVKit
import MP4Kit

/// A reference to a `ContainerInput` of any type. Embedded Swift has no existentials of value types, and a copy of a reader must not copy
/// the kilobytes of parser state in its input.
class AnyInput {
  func copy() -> AnyInput { self }
  var tracks: [MediaTrack] { [] }
  var traits: InputTraits { InputTraits() }
  var findings: [String] { [] }
  var omissions: [String] { [] }
  func next(_ sample: inout MediaSample) throws(MediaError) -> Bool { false }
  func encryptedBytes() throws(MediaError) -> EncryptedBytes { .none }
  func restarted(track: Int?) throws(MediaError) -> AnyInput { self }
  func prepare(_ options: CarryOptions) {}
  func timeSound() {}
  func descriptionCount(ofTrack track: Int) -> Int { 0 }
  func description(ofTrack track: Int, index: UInt32) -> MediaSampleDescription? { nil }
  func sampleEntry(ofTrack track: Int, index: UInt32, keepsRates: Bool) throws(MediaError) -> [UInt8]? { nil }
  func blueprint(of track: Int) throws(MediaError) -> TrackBlueprint? { nil }
  func sampleEntries(
    ofTrack track: Int, _ found: [MediaSampleDescription], loose: Set<UInt32>, setsInSamples: Bool
  ) throws(MediaError) -> [[UInt8]]? { nil }
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

/// An input of one type.
final class InputBox<Input: ContainerInput>: AnyInput {
  private var input: Input

  init(_ input: Input) { self.input = input }

  override func copy() -> AnyInput { InputBox(input) }
  override var tracks: [MediaTrack] { input.tracks }
  override var traits: InputTraits { input.traits }
  override var findings: [String] { input.findings }
  override var omissions: [String] { input.omissions }
  override func next(_ sample: inout MediaSample) throws(MediaError) -> Bool { try input.next(&sample) }
  override func encryptedBytes() throws(MediaError) -> EncryptedBytes { try input.encryptedBytes() }
  override func restarted(track: Int?) throws(MediaError) -> AnyInput { InputBox(try input.restarted(track: track)) }
  override func prepare(_ options: CarryOptions) { input.prepare(options) }
  override func timeSound() { input.timeSound() }
  override func descriptionCount(ofTrack track: Int) -> Int { input.descriptionCount(ofTrack: track) }
  override func description(ofTrack track: Int, index: UInt32) -> MediaSampleDescription? {
    input.description(ofTrack: track, index: index)
  }
  override func sampleEntry(ofTrack track: Int, index: UInt32, keepsRates: Bool) throws(MediaError) -> [UInt8]? {
    try input.sampleEntry(ofTrack: track, index: index, keepsRates: keepsRates)
  }
  override func blueprint(of track: Int) throws(MediaError) -> TrackBlueprint? {
    try input.blueprint(of: track)
  }
  override func sampleEntries(
    ofTrack track: Int, _ found: [MediaSampleDescription], loose: Set<UInt32>, setsInSamples: Bool
  ) throws(MediaError) -> [[UInt8]]? {
    try input.sampleEntries(ofTrack: track, found, loose: loose, setsInSamples: setsInSamples)
  }
  override func timeline(of track: Int) -> EditTimeline? { input.timeline(of: track) }
  override func start(of track: Int) -> TrackStart? { input.start(of: track) }
  override var timescale: UInt32? { input.timescale }
  override var isQuickTime: Bool { input.isQuickTime }
  override func userData() throws(MediaError) -> MovieUserData { try input.userData() }
  override var movie: Movie<AnyByteSource>? { input.movie }
  override var whyNoTracks: String? { input.whyNoTracks }
  override var metaData: OnMetaData? { input.metaData }
  override var streamClock: StreamClock? { input.streamClock }
}
