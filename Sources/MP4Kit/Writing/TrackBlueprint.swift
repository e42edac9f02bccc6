import BitstreamKit

/// When a `cslg` says how the composition and decoding times of a track relate (ISO/IEC 14496-12:2022, 8.6.1.4). In fragments nobody
/// knows that when the `moov` is written: it has none.
public enum CompositionToDecodePolicy: Sendable, Equatable {
  /// At no time.
  case never
  /// Where a sample is shown before its decoding time, as offsets of both signs let it.
  case negativeOffsets
  /// Wherever the two times differ.
  case always
}

/// Everything about a track that is to be written but its samples.
public struct TrackBlueprint: Sendable {
  /// Not 0, and different for each track.
  public var trackID: UInt32 = 1
  /// Units in a second of the samples' times; 1 to 2^32 − 1.
  public var timescale: UInt32 = 1000
  /// What the track carries.
  public var handler = HandlerBox()
  /// The older form of the language.
  public var language = PackedLanguage()
  /// As shown, with 16 bits behind the point.
  public var width: UInt32 = 0
  /// As shown, with 16 bits behind the point.
  public var height: UInt32 = 0
  /// What becomes of the picture.
  public var matrix = TransformationMatrix()
  /// 1 for enabled, 2 for used in the presentation, 4 in previews.
  public var flags: UInt32 = 3
  /// As in `tkhd`.
  public var alternateGroup: Int16 = 0
  /// As in `tkhd`.
  public var layer: Int16 = 0
  /// With 8 bits behind the point: 0x100 for sound.
  public var volume: Int16 = 0
  /// The box that says what kind of media it is, whole: `vmhd`, `smhd`, `nmhd`, `gmhd`.
  public var mediaHeader: [UInt8] = []
  /// The `stsd` box, whole.
  public var sampleDescriptions: [UInt8] = []
  /// The layout on the movie's timeline; nil for one that follows from the samples.
  public var editList: EditListBox?
  /// Whether the last edit ends where it says even in fragments, where the media may go on behind it.
  public var editsAreComplete = false
  /// Boxes that go to the end of the `trak`, whole: `udta`, `tref`, `meta`.
  public var furtherBoxes: [UInt8] = []
  /// Boxes that go to the end of the `mdia`, whole: `elng`.
  public var furtherMediaBoxes: [UInt8] = []
  /// When a `cslg` says how composition and decoding times relate, in a movie whose samples stand in tables.
  public var compositionToDecode = CompositionToDecodePolicy.negativeOffsets
  /// Boxes that go to the end of the `stbl`, whole, and hold for all samples as they are told: `sgpd`, `sbgp`. Not written in fragments.
  public var furtherTableBoxes: [UInt8] = []
  /// When the first sample is decoded on the movie's timeline, in units of `timescale`, before the edit list.
  public var start: Int64 = 0
  /// How much of the beginning of the media is there for the decoder alone and not to be shown, in units of `timescale`.
  public var priming: Int64 = 0
  /// How many samples have to be decoded before one is right, as the sample group `roll` has it: negative for those in front of it. nil
  /// without such a group.
  public var rollDistance: Int16?

  /// A track of nothing.
  public init() {}

  /// A track of video, with its sample entries.
  public static func video(entries: [[UInt8]], width: UInt32, height: UInt32, timescale: UInt32) throws(SyntaxError) -> TrackBlueprint {
    var track = TrackBlueprint()
    track.timescale = timescale
    track.handler.handlerType = "vide"
    track.handler.name = "VideoHandler"
    (track.width, track.height) = (width << 16, height << 16)
    var builder = BoxBuilder()
    try builder.box(VideoMediaHeaderBox())
    track.mediaHeader = builder.bytes
    track.sampleDescriptions = try stsd(entries)
    return track
  }

  /// A track of sound, with its sample entries.
  public static func audio(entries: [[UInt8]], timescale: UInt32) throws(SyntaxError) -> TrackBlueprint {
    var track = TrackBlueprint()
    track.timescale = timescale
    track.handler.handlerType = "soun"
    track.handler.name = "SoundHandler"
    track.volume = 0x100
    track.alternateGroup = 1
    var builder = BoxBuilder()
    try builder.box(SoundMediaHeaderBox())
    track.mediaHeader = builder.bytes
    track.sampleDescriptions = try stsd(entries)
    return track
  }

  /// An `stsd` box of whole sample entries.
  public static func stsd(_ entries: [[UInt8]]) throws(SyntaxError) -> [UInt8] {
    var builder = BoxBuilder()
    var box = SampleDescriptionBox()
    box.entryCount = UInt32(entries.count)
    try builder.box(box) { (builder) throws(SyntaxError) in for entry in entries { builder.raw(entry) } }
    return builder.bytes
  }
}
