import AACKit
import BitstreamKit
import H264Kit
import HEVCKit

/// What the samples of a track are, with all that a decoder needs before the first of them.
public enum MovieFormat: Sendable, Equatable {
  /// H.264: access units of NAL units behind lengths.
  case avc(AVCDecoderConfigurationRecord)
  /// H.265: access units of NAL units behind lengths.
  case hevc(HEVCDecoderConfigurationRecord)
  /// AAC without headers of its own.
  case aac(AudioSpecificConfig)
  /// MPEG-1 or MPEG-2 audio, frames with their headers.
  case mp3(sampleRate: UInt32, channels: UInt32)
  /// Anything else: a sample entry box, whole, for a track of this handler (`vide`, `soun`, `text`, …).
  case entry(handler: FourCC, [UInt8])

  /// H.264 by its parameter sets: NAL units of types 7, 8 and 13 without start codes, in any order; others are left out.
  /// - Throws: where there is no sequence parameter set, or one cannot be read.
  public static func avc(parameterSets: [[UInt8]]) throws(SyntaxError) -> MovieFormat {
    .avc(try AVCDecoderConfigurationRecord(parameterSetsOf: parameterSets))
  }

  /// H.265 by its parameter sets: NAL units of types 32, 33 and 34 without start codes, in any order; others are left out.
  /// - Throws: where there is no sequence parameter set, or one cannot be read.
  public static func hevc(parameterSets: [[UInt8]]) throws(SyntaxError) -> MovieFormat {
    func units(_ type: UInt8) -> [[UInt8]] { parameterSets.filter { ($0.first ?? 0) >> 1 & 63 == type } }
    return .hevc(
      try HEVCDecoderConfigurationRecord(videoParameterSets: units(32), seqParameterSets: units(33), picParameterSets: units(34)))
  }

  /// AAC by the bytes of its AudioSpecificConfig.
  /// - Throws: where they are none.
  public static func aac(audioSpecificConfig: [UInt8]) throws(SyntaxError) -> MovieFormat {
    .aac(try AudioSpecificConfig(parsing: audioSpecificConfig))
  }

  /// The handler of its track.
  public var handler: FourCC {
    switch self {
    case .avc, .hevc: "vide"
    case .aac, .mp3: "soun"
    case .entry(let handler, _): handler
    }
  }

  /// Whether its samples are pictures.
  public var isVideo: Bool { handler == "vide" }

  /// Samples of sound in a second, where that is known.
  public var sampleRate: UInt32? {
    switch self {
    case .aac(let config): config.sampleRate ?? config.coreSampleRate
    case .mp3(let rate, _): rate
    default: nil
    }
  }

  /// How many samples of sound a sample of the track decodes to, where that is always the same.
  var samplesPerFrame: UInt32? {
    switch self {
    case .aac(let config): config.samplesPerFrame.flatMap { UInt32(exactly: $0) }
    case .mp3(let rate, _): rate < 32000 ? 576 : 1152
    default: nil
    }
  }

  /// The parameter sets of a configuration, in an order in which a decoder can take them.
  var parameterSets: [[UInt8]] {
    switch self {
    case .avc(let record):
      record.sequenceParameterSets + (record.highProfileExtension?.sequenceParameterSetExts ?? []) + record.pictureParameterSets
    case .hevc(let record): ([.vps, .sps, .pps] as [HEVCKit.NALUnitType]).flatMap { record.nalUnits(of: $0) }
    default: []
    }
  }

  /// The size of the lengths before NAL units; nil where there are none.
  var lengthSize: Int? {
    switch self {
    case .avc(let record): record.lengthSize.rawValue
    case .hevc(let record): Int(record.lengthSizeMinusOne & 3) + 1
    default: nil
    }
  }
}

/// What a sequence parameter set says that a sample entry and a track header repeat.
struct PictureDescription: Equatable {
  /// As it comes out of the decoder.
  var size: PictureSize?
  /// Width over height of a pixel; nil where nobody says.
  var pixelAspectRatio: ExactRatio?
  /// nil where nobody says.
  var colour: ColourInformationBox?

  /// - Parameter format: of video.
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

  private static func colour(_ primaries: UInt8, _ transfer: UInt8, _ matrix: UInt8, _ isFull: Bool) -> ColourInformationBox {
    var box = ColourInformationBox()
    box.codePoints?.colourPrimaries = UInt16(primaries)
    box.codePoints?.transferCharacteristics = UInt16(transfer)
    box.codePoints?.matrixCoefficients = UInt16(matrix)
    box.range?.fullRangeFlag = isFull
    return box
  }
}
