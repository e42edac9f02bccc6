import AACKit
import BitstreamKit
import H264Kit
import HEVCKit
import RemuxKit

/// What a configuration says about the coding of a track.
struct InfoCodec {
  private(set) var codecString: String?
  private(set) var profile: String?
  private(set) var level: String?
  private(set) var tier: String?
  private(set) var size: PictureSize?
  private(set) var frameRate: ExactRatio?
  private(set) var aspect: ExactRatio?
  private(set) var chroma: StaticString?
  private(set) var depth: Int?
  /// Code points of colour, as the stream has them: primaries, transfer, matrix.
  private(set) var colour: (primaries: UInt8, transfer: UInt8, matrix: UInt8)?
  private(set) var isFullRange: Bool?
  private(set) var isInterlaced = false
  private(set) var sound: AudioSpecificConfig?

  /// - Parameter entry: the sample entry's type, which stands in front of the codec string.
  init(_ configuration: MediaConfiguration, entry: FourCC?) {
    switch configuration {
    case .avc(let record):
      codecString = record.codecString
      if let entry, entry == "avc3" || entry == "avc2" || entry == "avc4" {
        codecString = entry.description + record.codecString.dropFirst(4)
      }
      if let sps = record.parameterSets().sets.firstSeqParameterSet { apply(sps) }
    case .hevc(let record):
      codecString = record.codecString(sampleEntry: entry == "hev1" ? "hev1" : "hvc1")
      if let sps = record.parameterSets().sets.firstSeqParameterSet { apply(sps) }
    case .aac(let config):
      codecString = config.codecString
      profile = config.objectTypeName.description
      sound = config
    case .box, .none: break
    }
  }

  private mutating func apply(_ sps: H264Kit.SeqParameterSet) {
    profile = sps.profileName ?? "profile \(sps.profileIdc)"
    level = sps.levelName
    size = sps.croppedSize
    frameRate = sps.frameRate
    aspect = sps.sampleAspectRatio
    chroma = CodePoints.chromaFormat(sps.chromaFormatIdc)
    depth = sps.bitDepthLuma
    isInterlaced = !sps.frameMbsOnlyFlag
    guard let signal = sps.vuiParameters?.videoSignalType else { return }
    isFullRange = signal.videoFullRangeFlag
    colour = signal.colourDescription.map { ($0.colourPrimaries, $0.transferCharacteristics, $0.matrixCoefficients) }
  }

  private mutating func apply(_ sps: HEVCKit.SeqParameterSet) {
    if let tiers = sps.profileTierLevel {
      profile = tiers.general?.profileName
      level = tiers.levelName
      tier = tiers.tierName
    }
    size = sps.croppedSize
    frameRate = sps.frameRate
    aspect = sps.sampleAspectRatio
    chroma = sps.chromaFormatIdc.flatMap { CodePoints.chromaFormat($0) }
    depth = sps.bitDepthLuma
    isInterlaced = sps.vuiParameters?.fieldSeqFlag == true
    guard let signal = sps.vuiParameters?.videoSignalType else { return }
    isFullRange = signal.videoFullRangeFlag
    colour = signal.colourDescription.map { ($0.colourPrimaries, $0.transferCharacteristics, $0.matrixCoeffs) }
  }

  /// The codec by its names.
  func items(_ codec: MediaCodec) -> [InfoItem] {
    var words = codec.name
    // AAC's profiles have its name in them.
    if let profile, profile.hasPrefix(codec.name) || profile.contains(codec.name) { words = "" }
    var items = [InfoItem("codec", .text(codec.name))]
    if let profile {
      words += words.isEmpty ? profile : " \(profile)"
      items.append(InfoItem("profile", .text(profile)))
    }
    if let level {
      words += ", level \(level)" + (tier.map { ", \($0) tier" } ?? "")
      items.append(InfoItem("level", .text(level)))
      if let tier { items.append(InfoItem("tier", .text(tier))) }
    }
    if let codecString {
      words += " (\(codecString))"
      items.append(InfoItem("codec_string", .text(codecString)))
    }
    items[0] = InfoItem("codec", .text(codec.name), "Codec", words)
    return items
  }

  /// How the samples of a picture are kept.
  var format: InfoItem? {
    guard let chroma, let depth else { return nil }
    let object: [InfoItem] = [
      InfoItem("chroma", .text(chroma.description)), InfoItem("bit_depth", .number(Int64(depth))),
      InfoItem("interlaced", .flag(isInterlaced)),
    ]
    return InfoItem("format", .object(object), "Format", "\(chroma), \(depth) bits" + (isInterlaced ? ", interlaced coding" : ""))
  }
}

/// Colours by their names.
func infoColour(_ primaries: UInt8, _ transfer: UInt8, _ matrix: UInt8, isFull: Bool?, source: String) -> InfoItem {
  func name(_ code: UInt8, _ name: StaticString?) -> String { name?.description ?? "reserved (\(code))" }
  let names = [
    name(primaries, CodePoints.colourPrimaries(primaries)), name(transfer, CodePoints.transferCharacteristics(transfer)),
    name(matrix, CodePoints.matrixCoefficients(matrix)),
  ]
  var items: [InfoItem] = [
    InfoItem("primaries", .text(names[0])), InfoItem("transfer", .text(names[1])), InfoItem("matrix", .text(names[2])),
    InfoItem("source", .text(source)),
  ]
  if let isFull { items.append(InfoItem("full_range", .flag(isFull))) }
  let same = names.allSatisfy { $0 == names[0] }
  let words = same ? names[0] : names.joined(separator: " / ")
  return InfoItem("colour", .object(items), "Colour", words + (isFull.map { $0 ? ", full range" : ", limited range" } ?? ""))
}
