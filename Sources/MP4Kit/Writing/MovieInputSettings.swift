import AACKit
import BitstreamKit
import H264Kit
import HEVCKit

/// What is to be written about a track, besides its samples.
public struct MovieInputSettings: Sendable {
  /// What its samples are, from the first on.
  public var format: MovieFormat
  /// Units in a second of its times, 1 to 2^32 − 1; nil for the sampling frequency of sound, and for anything else the time scale of the
  /// first time that is appended (and is not the start of the session), doubled up to 10,000. Times that fall between two units go to the
  /// nearer one.
  public var timescale: UInt32?
  /// Three letters of ISO 639-2 (`eng`) or a tag of BCP 47 (`en-GB`); nil for one that nobody knows.
  public var language: String?
  /// By how much a player turns the picture clockwise: 0, 90, 180 or 270 degrees.
  public var rotation = 0
  /// As it is to be shown, before it is turned; nil for what the sequence parameter set says.
  public var displaySize: PictureSize?
  /// Width over height of a pixel; nil for what the sequence parameter set says.
  public var pixelAspectRatio: ExactRatio?
  /// What its numbers mean as colours; nil for what the sequence parameter set says.
  public var colour: ColourInformationBox?
  /// Bits in a second; nil to have them counted, in a file whose `moov` is written last.
  public var bitRate: BitRateBox?
  /// Parameter sets may stand in the samples: `avc3` and `hev1` in place of `avc1` and `hvc1`.
  public var parameterSetsInSamples = false
  /// How many samples of sound at the beginning are there for the decoder alone and not to be heard, in units of the sampling frequency.
  /// Times count them: those of an encoder that delays by 1024 begin at −1024.
  public var primingSamples: UInt32 = 0
  /// When a `cslg` says how composition and decoding times relate, in a movie whose samples stand in tables.
  public var compositionToDecode = CompositionToDecodePolicy.negativeOffsets
  /// What the handler is called.
  public var name: String?
  /// Not 0, and different for each track; nil for the next number.
  public var trackID: UInt32?
  /// Of several tracks of one group, not 0, a player shows one. The first of them is enabled.
  public var alternateGroup: Int16 = 0
  /// Whether a player shows it without being asked.
  public var isEnabled = true

  /// A track of samples of a format.
  public init(_ format: MovieFormat) { self.format = format }
}

extension MovieInputSettings {
  /// The blueprint of the track.
  /// - Parameters:
  ///   - formats: the descriptions that its samples go by.
  ///   - measured: the bit rate where the settings say none.
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

  /// The `stsd` box of formats.
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
        record, type: parameterSetsInSamples ? "avc3" : "avc1", pixelAspectRatio: shape(picture), colour: colour ?? picture.colour,
        bitRate: bitRate)
    case .hevc(var record):
      let picture = PictureDescription(format)
      for index in record.arrays.indices where [32, 33, 34].contains(record.arrays[index].nalUnitType) {
        record.arrays[index].arrayCompleteness = !parameterSetsInSamples
      }
      return try SampleEntryBuilding.hevc(
        record, type: parameterSetsInSamples ? "hev1" : "hvc1", pixelAspectRatio: shape(picture), colour: colour ?? picture.colour,
        bitRate: bitRate)
    case .aac(let config):
      return try SampleEntryBuilding.aac(
        config, bufferSize: bitRate?.bufferSizeDB ?? 0, maxBitrate: bitRate?.maxBitrate ?? 0, avgBitrate: bitRate?.avgBitrate ?? 0)
    case .mp3(let rate, let channels): return try SampleEntryBuilding.mp3(sampleRate: rate, channels: channels)
    case .entry(_, let box): return box
    }
  }

  /// Pixels that are not square.
  private func shape(_ picture: PictureDescription) -> PixelAspectRatioBox? {
    guard let ratio = (pixelAspectRatio ?? picture.pixelAspectRatio)?.reduced, ratio.numerator != ratio.denominator,
      let width = UInt32(exactly: ratio.numerator), let height = UInt32(exactly: ratio.denominator), width > 0
    else { return nil }
    var box = PixelAspectRatioBox()
    (box.hSpacing, box.vSpacing) = (width, height)
    return box
  }

  /// In whole pixels, at most 65,535 each way.
  private var shownSize: PictureSize {
    if let displaySize { return PictureSize(width: displaySize.width.inSixteenBits, height: displaySize.height.inSixteenBits) }
    let picture = PictureDescription(format)
    guard let size = picture.size else { return PictureSize(width: 0, height: 0) }
    var width = size.width
    if let ratio = (pixelAspectRatio ?? picture.pixelAspectRatio)?.reduced, ratio.numerator < 1 << 20, ratio.denominator < 1 << 20 {
      width = (width.inSixteenBits * Int(ratio.numerator) + Int(ratio.denominator) / 2) / Int(ratio.denominator)
    }
    return PictureSize(width: width.inSixteenBits, height: size.height.inSixteenBits)
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
  /// The number, or the nearest that sixteen bits hold.
  fileprivate var inSixteenBits: Int { Swift.max(0, Swift.min(0xFFFF, self)) }
}

extension TransformationMatrix {
  /// The matrix that turns a picture of a size clockwise by 90, 180 or 270 degrees and puts it back to where it was; any other angle
  /// changes nothing. Width and height have 16 bits behind the point.
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
