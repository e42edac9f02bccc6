import AACKit
import BitstreamKit
import H264Kit
import HEVCKit
import RemuxKit

/// Values from parameter sets and decoder configurations.
extension ProbeStream {
  /// - Parameter isSeen: whether the stream has a picture. Without one ffprobe prints nothing from an H.264 SPS.
  mutating func apply(_ configuration: MediaConfiguration, isSeen: Bool) {
    switch configuration {
    case .avc(let record):
      if let sps = record.parameterSets().sets.firstSeqParameterSet { apply(sps, isSeen: isSeen) }
    case .hevc(let record):
      if let sps = record.parameterSets().sets.firstSeqParameterSet { apply(sps, isSeen: isSeen) }
    case .aac(let config): apply(config, isSeen: isSeen)
    case .box, .none: break
    }
  }

  private mutating func apply(_ sps: H264Kit.SeqParameterSet, isSeen: Bool) {
    guard isSeen, var video else { return }
    profile = Self.h264Profile(sps)
    video.level = sps.isLevel1b ? 9 : Int(sps.levelIdc)
    if sps.levelIdc == 11, sps.isLevel1b { video.level = 11 }
    if let size = sps.croppedSize {
      (video.width, video.height) = (size.width, size.height)
      // ffprobe prints the cropped size for both, since the coded size is no longer available.
      (video.codedWidth, video.codedHeight) = (size.width, size.height)
    }
    let vui = sps.vuiParameters
    if let restriction = vui?.bitstreamRestriction { video.hasBFrames = Int(restriction.maxNumReorderFrames) }
    if video.sampleAspectRatio == nil { video.sampleAspectRatio = sps.sampleAspectRatio.flatMap(Self.aspect) }
    if let signal = vui?.videoSignalType {
      video.range = signal.videoFullRangeFlag ? "pc" : "tv"
      if let colour = signal.colourDescription {
        video.primaries = ProbeColour.primaries(Int(colour.colourPrimaries))
        video.transfer = ProbeColour.transfer(Int(colour.transferCharacteristics))
        video.space = ProbeColour.space(Int(colour.matrixCoefficients))
      }
    }
    let isFull = vui?.videoSignalType?.videoFullRangeFlag == true
    // Monochrome is reported as 4:2:0: ffmpeg's decoder outputs chroma planes of 128 unless a decoder flag is set.
    video.pixelFormat = Self.pixelFormat(
      chroma: max(1, Int(sps.chromaFormatIdc)), depth: sps.bitDepthLuma, isFull: isFull,
      isRGB: vui?.videoSignalType?.colourDescription?.matrixCoefficients == 0)
    // ffprobe prints a chroma location only if there is a VUI.
    if vui != nil {
      video.chromaLocation = ProbeColour.location(Int(vui?.chromaLocInfo?.chromaSampleLocTypeTopField ?? 0))
    }
    if video.fieldOrder == nil {
      video.fieldOrder = sps.mbAdaptiveFrameFieldFlag == true ? "tt" : "progressive"
      video.needsFieldOrder = !sps.frameMbsOnlyFlag || vui?.picStructPresentFlag == true
    }
    bitsPerRawSample = sps.bitDepthLuma
    self.video = video
  }

  private mutating func apply(_ sps: HEVCKit.SeqParameterSet, isSeen: Bool) {
    guard var video, let format = sps.format else { return }
    if let tier = sps.profileTierLevel {
      profile = tier.general.map(Self.hevcProfile)
      video.level = Int(tier.generalLevelIdc)
    }
    if let size = sps.croppedSize { (video.width, video.height) = (size.width, size.height) }
    (video.codedWidth, video.codedHeight) = (format.codedSize.width, format.codedSize.height)
    video.hasBFrames = sps.maxNumReorderPics ?? 0
    if video.sampleAspectRatio == nil { video.sampleAspectRatio = sps.sampleAspectRatio.flatMap(Self.aspect) }
    let signal = sps.vuiParameters?.videoSignalType
    // The stream overrides the container. Without the flag the range is limited.
    video.range = signal?.videoFullRangeFlag == true ? "pc" : "tv"
    let colour = signal?.colourDescription
    if signal != nil || colour != nil || video.primaries == nil {
      video.primaries = colour.flatMap { ProbeColour.primaries(Int($0.colourPrimaries)) }
      video.transfer = colour.flatMap { ProbeColour.transfer(Int($0.transferCharacteristics)) }
      video.space = colour.flatMap { ProbeColour.space(Int($0.matrixCoeffs)) }
    }
    video.pixelFormat = Self.pixelFormat(
      chroma: Int(format.chromaFormatIdc), depth: format.bitDepthLuma,
      isFull: signal?.videoFullRangeFlag == true && format.chromaFormatIdc == 1,
      isRGB: colour?.matrixCoeffs == 0)
    if format.chromaFormatIdc == 1 {
      video.chromaLocation = ProbeColour.location(Int(sps.vuiParameters?.chromaLocInfo?.chromaSampleLocTypeTopField ?? 0))
    }
    self.video = video
    if !isSeen, let rate = sps.frameRate { realFrameRate = ProbeRatio(rate) }
  }

  private mutating func apply(_ config: AudioSpecificConfig, isSeen: Bool) {
    guard var audio else { return }
    if isSeen { profile = Self.aacProfile(config) }
    audio.sampleRate = config.sampleRate.map { Int($0) } ?? audio.sampleRate
    audio.channels = config.channelCount ?? audio.channels
    let element = config.gaSpecificConfig?.programConfigElement
    audio.layout = element.map { ProbeChannelLayout.name(of: $0) } ?? ProbeColour.layout(audio.channels)
    self.audio = audio
  }

  private static func aspect(_ ratio: ExactRatio) -> ProbeRatio? {
    ratio.numerator == 0 ? nil : ProbeRatio(ratio)
  }

  static func pixelFormat(chroma: Int, depth: Int, isFull: Bool, isRGB: Bool) -> String? {
    let suffix: String
    switch depth {
    case 8: suffix = ""
    case 9, 10, 12, 14: suffix = "\(depth)le"
    default: return nil
    }
    switch chroma {
    case 0: return "gray" + suffix
    case 3 where isRGB: return "gbrp" + suffix
    case 1, 2, 3: return (isFull && depth == 8 ? "yuvj" : "yuv") + ["420p", "422p", "444p"][chroma - 1] + suffix
    default: return nil
    }
  }

  private static func h264Profile(_ sps: H264Kit.SeqParameterSet) -> String {
    switch sps.profileIdc {
    case 66: sps.constraintSet1Flag ? "Constrained Baseline" : "Baseline"
    case 77: "Main"
    case 88: "Extended"
    case 100: "High"
    case 110: sps.constraintSet3Flag ? "High 10 Intra" : "High 10"
    case 122: sps.constraintSet3Flag ? "High 4:2:2 Intra" : "High 4:2:2"
    case 144: "High 4:4:4"
    case 244: sps.constraintSet3Flag ? "High 4:4:4 Intra" : "High 4:4:4 Predictive"
    case 44: "CAVLC 4:4:4"
    case 118: "Multiview High"
    case 128: "Stereo High"
    default: "\(sps.profileIdc)"
    }
  }

  private static func hevcProfile(_ profile: ProfileInformation) -> String {
    var number = Int(profile.profileIdc)
    if number == 0 { number = Int((1...4 as ClosedRange<UInt8>).first { profile.conforms(to: $0) } ?? 0) }
    switch number {
    case 1: return "Main"
    case 2: return "Main 10"
    case 3: return "Main Still Picture"
    case 4: return "Rext"
    default: return "\(number)"
    }
  }

  private static func aacProfile(_ config: AudioSpecificConfig) -> String? {
    switch config.overallAudioObjectType.rawValue {
    case 1: "Main"
    case 2: "LC"
    case 3: "SSR"
    case 4: "LTP"
    case 5: "HE-AAC"
    case 29: "HE-AACv2"
    case 23: "LD"
    case 39: "ELD"
    default: nil
    }
  }
}
