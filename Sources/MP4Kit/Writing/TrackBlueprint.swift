import BitstreamKit

/// When to write a `cslg`, which relates the composition and decoding times of a track (ISO/IEC 14496-12:2022, 8.6.1.4). Fragmented movies
/// have none, because the values are unknown when the `moov` is written.
public enum CompositionToDecodePolicy: Sendable, Equatable {
  /// Never.
  case never
  /// If a composition offset is negative.
  case negativeOffsets
  /// If composition and decoding times differ.
  case always
}

/// The properties of a track other than its samples.
public struct TrackBlueprint: Sendable {
  /// The track ID: nonzero and unique.
  public var trackID: UInt32 = 1
  /// The time scale in units per second; 1 to 2^32 − 1.
  public var timescale: UInt32 = 1000
  /// The handler, which determines the media type.
  public var handler = HandlerBox()
  /// The three-letter language code.
  public var language = PackedLanguage()
  /// In pixels for display, a 16.16 fixed-point number.
  public var width: UInt32 = 0
  /// In pixels for display, a 16.16 fixed-point number.
  public var height: UInt32 = 0
  /// The transformation for display.
  public var matrix = TransformationMatrix()
  /// The `tkhd` flags: 1 enabled, 2 in movie, 4 in preview.
  public var flags: UInt32 = 3
  /// As in `tkhd`.
  public var alternateGroup: Int16 = 0
  /// As in `tkhd`.
  public var layer: Int16 = 0
  /// The volume, an 8.8 fixed-point number: 0x100 for audio.
  public var volume: Int16 = 0
  /// The complete media header box: `vmhd`, `smhd`, `nmhd` or `gmhd`.
  public var mediaHeader: [UInt8] = []
  /// The complete `stsd` box.
  public var sampleDescriptions: [UInt8] = []
  /// The edit list; nil to derive it from the samples.
  public var editList: EditListBox?
  /// Whether the last edit keeps its duration in a fragmented movie, where the media can continue after it.
  public var editsAreComplete = false
  /// The references to other tracks, written as `tref`.
  public var references: [TrackReference] = []
  /// The complete `tapt` box of QuickTime, which has the display size in each aperture mode; empty for none.
  public var apertureDimensions: [UInt8] = []
  /// Complete boxes appended to the `trak`, such as `udta`, `meta` or `uuid`.
  public var furtherBoxes: [UInt8] = []
  /// Complete boxes added to the `mdia`, such as `elng`.
  public var furtherMediaBoxes: [UInt8] = []
  /// When to write a `cslg`; only used in movies with sample tables.
  public var compositionToDecode = CompositionToDecodePolicy.negativeOffsets
  /// Complete boxes appended to the `stbl`, such as `sgpd` or `sbgp`, which cover all samples in order. Not written in fragmented movies.
  public var furtherTableBoxes: [UInt8] = []
  /// The decoding time of the first sample on the movie timeline, in units of `timescale`, before the edit list is applied.
  public var start: Int64 = 0
  /// The duration of priming media at the beginning that is decoded but not presented, in units of `timescale`.
  public var priming: Int64 = 0
  /// The roll distance of the sample group `roll`: the number of samples to decode before output is correct, negative to count samples
  /// before it. nil for no such group.
  public var rollDistance: Int16?

  /// A blueprint with default values.
  public init() {}

  /// Creates a video track with sample entries. Width and height are in pixels.
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

  /// Creates an audio track with sample entries.
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

  /// Replaces the IDs in the references.
  /// - Parameter newID: the new ID of a track, by its former one; nil for a track that is not copied: references to it are removed.
  public mutating func mapReferences(_ newID: (UInt32) -> UInt32?) {
    references = references.compactMap { old in
      let kept = old.trackIDs.compactMap(newID)
      return kept.isEmpty ? nil : TrackReference(type: old.type, trackIDs: kept)
    }
  }

  /// Builds an `stsd` box from complete sample entries.
  ///
  /// If one of them has a type that allows parameter sets in samples, such as `hev1`, so have the others of its family: FFmpeg and players
  /// based on it skip the samples of entries whose type is not that of the first one.
  public static func stsd(_ entries: [[UInt8]]) throws(SyntaxError) -> [UInt8] {
    var builder = BoxBuilder()
    var box = SampleDescriptionBox()
    box.entryCount = UInt32(entries.count)
    try builder.box(box) { (builder) throws(SyntaxError) in for entry in entries { builder.raw(entry) } }
    var bytes = builder.bytes
    unifyTypes(&bytes)
    return bytes
  }
}
