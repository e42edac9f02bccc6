import AACKit
import BitstreamKit
import H264Kit
import HEVCKit

/// The properties of a track other than its samples.
public struct MovieInputSettings: Sendable {
  /// The format of the samples, until `setFormat` changes it.
  public var format: MovieFormat
  /// The time scale in units per second, 1 to 2^32 − 1. If nil: the sampling rate for audio; for other media the time scale of the first
  /// appended time that differs from the start of the session, doubled until it is at least 10,000. Times between two units are rounded to
  /// the nearest unit.
  public var timescale: UInt32?
  /// An ISO 639-2 code (`eng`) or a BCP 47 tag (`en-GB`); nil if undetermined.
  public var language: String?
  /// The clockwise rotation for display: 0, 90, 180 or 270 degrees.
  public var rotation = 0
  /// The display size before rotation; nil to derive it from the sequence parameter set.
  public var displaySize: PictureSize?
  /// The pixel aspect ratio; nil for that of the sequence parameter set.
  public var pixelAspectRatio: ExactRatio?
  /// The colour information; nil for that of the sequence parameter set.
  public var colour: ColourInformationBox?
  /// The bit rate; nil to measure it, if the `moov` is written last.
  public var bitRate: BitRateBox?
  /// Whether samples can contain parameter sets: uses `avc3` and `hev1` instead of `avc1` and `hvc1`.
  public var parameterSetsInSamples = false
  /// The number of priming samples of audio at the beginning, which are decoded but not presented, in units of the sampling rate.
  /// Timestamps include them: with an encoder delay of 1024 samples, the first timestamp is −1024.
  public var primingSamples: UInt32 = 0
  /// When to write a `cslg`; only used in movies with sample tables.
  public var compositionToDecode = CompositionToDecodePolicy.negativeOffsets
  /// The name in `hdlr`.
  public var name: String?
  /// The track ID: nonzero and unique; nil for the next unused one.
  public var trackID: UInt32?
  /// The alternate group; a player presents one track of each group. 0 for none.
  public var alternateGroup: Int16 = 0
  /// Whether the track is enabled by default.
  public var isEnabled = true

  /// Settings with defaults for a format.
  public init(_ format: MovieFormat) { self.format = format }
}

extension MovieInputSettings {
  /// Creates the blueprint of the track.
  /// - Parameters:
  ///   - formats: the formats of its sample descriptions, in order.
  ///   - measured: the bit rate to use if the settings have none.
  func blueprint(
    id: UInt32, timescale: UInt32, formats: [MovieFormat], measured: BitRateBox? = nil
  ) throws(SyntaxError) -> TrackBlueprint {
    var track = TrackBlueprint()
    if format.isVideo {
      let size = shownSize
      track = try .video(entries: [], width: 0, height: 0, timescale: timescale)
      (track.width, track.height) = (UInt32(size.width) << 16, UInt32(size.height) << 16)
      track.matrix = TransformationMatrix(rotation: rotation, width: track.width, height: track.height)
    } else if format.handler == "soun" {
      track = try .audio(entries: [], timescale: timescale)
    } else {
      track.timescale = timescale
      track.handler.handlerType = format.handler
      var builder = BoxBuilder()
      if format.handler == "subt" { try builder.box(SubtitleMediaHeaderBox()) } else { try builder.box(NullMediaHeaderBox()) }
      track.mediaHeader = builder.bytes
    }
    track.trackID = trackID ?? id
    track.alternateGroup = alternateGroup
    track.flags = isEnabled ? 3 : 2
    track.compositionToDecode = compositionToDecode
    if let name { track.handler.name = TerminatedString(name) }
    try setLanguage(&track)
    track.sampleDescriptions = try descriptions(formats, measured)
    if primingSamples > 0 {
      let rate = format.sampleRate ?? timescale
      track.priming = MediaTime(value: Int64(primingSamples), timescale: max(1, rate))?.value(in: timescale) ?? 0
      track.rollDistance = -1
    }
    return track
  }

  /// Builds the `stsd` box of formats.
  func descriptions(_ formats: [MovieFormat], _ measured: BitRateBox?) throws(SyntaxError) -> [UInt8] {
    var entries: [[UInt8]] = []
    for format in formats { entries.append(try entry(format, bitRate ?? measured)) }
    return try TrackBlueprint.stsd(entries)
  }

  private func entry(_ format: MovieFormat, _ bitRate: BitRateBox?) throws(SyntaxError) -> [UInt8] {
    switch format {
    case .avc(let record):
      let picture = PictureDescription(format)
      return try SampleEntryBuilding.avc(
        record, type: parameterSetsInSamples ? "avc3" : "avc1", pixelAspectRatio: picture.shape(pixelAspectRatio),
        colour: colour ?? picture.colour,
        bitRate: bitRate)
    case .hevc(var record):
      let picture = PictureDescription(format)
      for index in record.arrays.indices where [32, 33, 34].contains(record.arrays[index].nalUnitType) {
        record.arrays[index].arrayCompleteness = !parameterSetsInSamples
      }
      return try SampleEntryBuilding.hevc(
        record, type: parameterSetsInSamples ? "hev1" : "hvc1", pixelAspectRatio: picture.shape(pixelAspectRatio),
        colour: colour ?? picture.colour,
        bitRate: bitRate)
    case .aac(let config):
      return try SampleEntryBuilding.aac(
        config, bufferSize: bitRate?.bufferSizeDB ?? 0, maxBitrate: bitRate?.maxBitrate ?? 0, avgBitrate: bitRate?.avgBitrate ?? 0)
    case .mp3(let rate, let channels): return try SampleEntryBuilding.mp3(sampleRate: rate, channels: channels)
    case .entry(_, let box): return box
    }
  }

  /// The display size in whole pixels, clamped to 65,535.
  private var shownSize: PictureSize {
    if let displaySize { return PictureSize(width: displaySize.width.inSixteenBits, height: displaySize.height.inSixteenBits) }
    let picture = PictureDescription(format)
    guard let size = picture.size else { return PictureSize(width: 0, height: 0) }
    return PictureSize(width: picture.shownWidth(size.width, pixelAspectRatio), height: size.height.inSixteenBits)
  }

  private func setLanguage(_ track: inout TrackBlueprint) throws(SyntaxError) {
    guard let language else { return }
    if let packed = PackedLanguage(language) {
      track.language = packed
      return
    }
    var box = ExtendedLanguageBox()
    box.extendedLanguage = TerminatedString(language)
    var builder = BoxBuilder()
    try builder.box(box)
    track.furtherMediaBoxes = builder.bytes
  }
}

extension Int {
  /// The number clamped to 0...65,535.
  var inSixteenBits: Int { Swift.max(0, Swift.min(0xFFFF, self)) }
}

extension TransformationMatrix {
  /// Creates the matrix that rotates a picture clockwise by 90, 180 or 270 degrees and moves it back to the origin; identity for any other
  /// angle. Width and height are 16.16 fixed-point numbers.
  public init(rotation: Int, width: UInt32, height: UInt32) {
    self.init()
    let (width, height) = (Int32(clamping: width), Int32(clamping: height))
    switch rotation {
    case 90: values = [0, 0x10000, 0, -0x10000, 0, 0, height, 0, 0x4000_0000]
    case 180: values = [-0x10000, 0, 0, 0, -0x10000, 0, width, height, 0x4000_0000]
    case 270: values = [0, -0x10000, 0, 0x10000, 0, 0, 0, width, 0x4000_0000]
    default: break
    }
  }
}
