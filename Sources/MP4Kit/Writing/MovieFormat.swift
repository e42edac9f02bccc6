import AACKit
import BitstreamKit
import H264Kit
import HEVCKit
import NALKit

/// The format of a track's samples, with the decoder configuration.
public enum MovieFormat: Sendable, Equatable {
  /// H.264: access units of length-prefixed NAL units.
  case avc(AVCDecoderConfigurationRecord)
  /// H.265: access units of length-prefixed NAL units.
  case hevc(HEVCDecoderConfigurationRecord)
  /// AAC without ADTS headers.
  case aac(AudioSpecificConfig)
  /// MPEG-1 or MPEG-2 audio: frames with their headers.
  case mp3(sampleRate: UInt32, channels: UInt32)
  /// Any other format: a complete sample entry box for a track with this handler (`vide`, `soun`, `text`, …).
  case entry(handler: FourCC, [UInt8])

  /// Creates an H.264 format from parameter sets: NAL units of types 7, 8 and 13 without start codes, in any order; others are ignored.
  /// - Throws: `SyntaxError` if there is no sequence or no picture parameter set, or a set is malformed.
  public static func avc(parameterSets: [[UInt8]]) throws(SyntaxError) -> MovieFormat {
    let record = try AVCDecoderConfigurationRecord(parameterSetsOf: parameterSets)
    try require(record.pictureParameterSets, "picture")
    let sets = record.parameterSets().sets
    for unit in record.pictureParameterSets { _ = try H264Kit.PicParameterSet(nalUnit: unit, sets: sets, policy: .lenient) }
    return .avc(record)
  }

  /// Creates an H.265 format from parameter sets: NAL units of types 32, 33 and 34 without start codes, in any order; others are ignored.
  /// - Throws: `SyntaxError` if there is no video, no sequence or no picture parameter set, or a set is malformed.
  public static func hevc(parameterSets: [[UInt8]]) throws(SyntaxError) -> MovieFormat {
    let record = try HEVCDecoderConfigurationRecord(parameterSetsOf: parameterSets)
    try require(record.nalUnits(of: .vps), "video")
    try require(record.nalUnits(of: .pps), "picture")
    return .hevc(record)
  }

  private static func require(_ units: [[UInt8]], _ kind: StaticString) throws(SyntaxError) {
    if units.isEmpty { throw SyntaxError(.inconsistent("there is no \(kind) parameter set"), element: "nalUnit") }
  }

  /// Creates an AAC format from the bytes of an AudioSpecificConfig.
  /// - Throws: `SyntaxError` if they are malformed.
  public static func aac(audioSpecificConfig: [UInt8]) throws(SyntaxError) -> MovieFormat {
    .aac(try AudioSpecificConfig(parsing: audioSpecificConfig))
  }

  /// The handler type of the track.
  public var handler: FourCC {
    switch self {
    case .avc, .hevc: "vide"
    case .aac, .mp3: "soun"
    case .entry(let handler, _): handler
    }
  }

  /// Whether this is a video format.
  public var isVideo: Bool { handler == "vide" }

  /// The audio sampling rate in Hz; nil if unknown.
  public var sampleRate: UInt32? {
    switch self {
    case .aac(let config): config.sampleRate ?? config.coreSampleRate
    case .mp3(let rate, _): rate
    default: nil
    }
  }

  /// The number of audio samples in a frame; nil if it is unknown or varies.
  package var samplesPerFrame: UInt32? {
    switch self {
    case .aac(let config): config.samplesPerFrame.flatMap { UInt32(exactly: $0) }
    case .mp3(let rate, _): rate < 32000 ? 576 : 1152
    default: nil
    }
  }

  /// The parameter sets of the decoder configuration, in decoding order.
  var parameterSets: [[UInt8]] {
    switch self {
    case .avc(let record):
      record.sequenceParameterSets + (record.highProfileExtension?.sequenceParameterSetExts ?? []) + record.pictureParameterSets
    case .hevc(let record): ([.vps, .sps, .pps] as [HEVCKit.NALUnitType]).flatMap { record.nalUnits(of: $0) }
    default: []
    }
  }

  /// The size in bytes of the NAL unit lengths; nil for formats without NAL units.
  var lengthSize: Int? {
    switch self {
    case .avc(let record): record.lengthSize.rawValue
    case .hevc(let record): Int(record.lengthSizeMinusOne & 3) + 1
    default: nil
    }
  }
}

/// The properties of a sequence parameter set that are repeated in the sample entry and track header.
struct PictureDescription: Equatable {
  /// The size of the decoded picture after cropping.
  var size: PictureSize?
  /// The sample aspect ratio; nil if absent.
  var pixelAspectRatio: ExactRatio?
  /// The colour description; nil if absent.
  var colour: ColourInformationBox?

  /// - Parameter format: a video format.
  init(_ format: MovieFormat) {
    switch format {
    case .avc(let record):
      guard let set = record.parameterSets().sets.firstSeqParameterSet else { return }
      (size, pixelAspectRatio) = (set.croppedSize, set.sampleAspectRatio)
      guard let signal = set.vuiParameters?.videoSignalType, let colour = signal.colourDescription else { return }
      self.colour = Self.colour(
        colour.colourPrimaries, colour.transferCharacteristics, colour.matrixCoefficients, signal.videoFullRangeFlag)
    case .hevc(let record):
      guard let set = record.parameterSets().sets.firstSeqParameterSet else { return }
      (size, pixelAspectRatio) = (set.croppedSize, set.sampleAspectRatio)
      guard let signal = set.vuiParameters?.videoSignalType, let colour = signal.colourDescription else { return }
      self.colour = Self.colour(colour.colourPrimaries, colour.transferCharacteristics, colour.matrixCoeffs, signal.videoFullRangeFlag)
    default: break
    }
  }

  /// The box of a sample aspect ratio, that of the pictures unless another one is given; nil for square pixels.
  func shape(_ other: ExactRatio?) -> PixelAspectRatioBox? {
    guard let ratio = (other ?? pixelAspectRatio)?.reduced, ratio.numerator != ratio.denominator,
      let width = UInt32(exactly: ratio.numerator), let height = UInt32(exactly: ratio.denominator), width > 0
    else { return nil }
    var box = PixelAspectRatioBox()
    (box.hSpacing, box.vSpacing) = (width, height)
    return box
  }

  /// A width in square pixels, rounded and clamped to 65,535.
  func shownWidth(_ width: Int, _ other: ExactRatio?) -> Int {
    guard let ratio = (other ?? pixelAspectRatio)?.reduced, ratio.numerator < 1 << 20, ratio.denominator < 1 << 20, ratio.denominator > 0
    else { return width.inSixteenBits }
    let square = (UInt64(width.inSixteenBits) * ratio.numerator + ratio.denominator / 2) / ratio.denominator
    return Int(clamping: square).inSixteenBits
  }

  private static func colour(_ primaries: UInt8, _ transfer: UInt8, _ matrix: UInt8, _ isFull: Bool) -> ColourInformationBox {
    var box = ColourInformationBox()
    box.codePoints?.colourPrimaries = UInt16(primaries)
    box.codePoints?.transferCharacteristics = UInt16(transfer)
    box.codePoints?.matrixCoefficients = UInt16(matrix)
    box.range?.fullRangeFlag = isFull
    return box
  }
}

extension MovieFormat {
  /// The pixel aspect ratio and colour that the parameter sets state; nil for square pixels, and without a colour description.
  package var picture: (shape: PixelAspectRatioBox?, colour: ColourInformationBox?) {
    let picture = PictureDescription(self)
    return (picture.shape(nil), picture.colour)
  }

  /// A width of pictures in square pixels, by the sample aspect ratio of the parameter sets.
  package func shownWidth(_ width: UInt32) -> UInt32 { UInt32(PictureDescription(self).shownWidth(Int(clamping: width), nil)) }
}
