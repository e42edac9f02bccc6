import AACKit
import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit

/// Properties of a track or picture derived from its codec configuration: profile, level, sample format, colour.
public struct CodecDescription: Sendable {
  /// Code points of ITU-T H.273.
  public struct Colour: Equatable, Sendable {
    /// `colour_primaries`.
    public var primaries: UInt8
    /// `transfer_characteristics`.
    public var transfer: UInt8
    /// `matrix_coefficients`.
    public var matrix: UInt8

    /// Creates a colour description from three code points.
    public init(primaries: UInt8, transfer: UInt8, matrix: UInt8) {
      (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
    }
  }

  /// The codec string of RFC 6381, such as `avc1.64001f`; nil if the configuration is incomplete.
  public private(set) var codecString: String?
  /// Profile name from the codec specification.
  public private(set) var profile: String?
  /// Level name from the codec specification, such as `4.1`.
  public private(set) var level: String?
  /// Tier name: `Main` or `High`.
  public private(set) var tier: String?
  /// Picture size after cropping, in pixels.
  public private(set) var size: PictureSize?
  /// Frames per second, if the configuration contains it.
  public private(set) var frameRate: ExactRatio?
  /// Sample aspect ratio, width to height.
  public private(set) var aspect: ExactRatio?
  /// Chroma format, such as `4:2:0`.
  public private(set) var chroma: StaticString?
  /// Luma bit depth.
  public private(set) var depth: Int?
  /// Colour description of the stream.
  public private(set) var colour: Colour?
  /// Whether samples use the full range of values; nil if unknown.
  public private(set) var isFullRange: Bool?
  /// Whether pictures may be coded as fields.
  public private(set) var isInterlaced = false
  /// Whether every picture is a field (field_seq_flag of H.265): a frame has two samples.
  private var hasFieldPictures = false
  /// The AAC configuration.
  public private(set) var sound: AudioSpecificConfig?
  /// The codec carried inside a container codec such as IAMF.
  public private(set) var innerCodec: FourCC?
  /// The codec name if the sample entry type alone does not identify it: from the object type of `esds`, or from the track kind for `raw `.
  public private(set) var name: String?

  /// The AV1 configuration; kept because the codec string also depends on the container's colour description.
  private var av1: AV1CodecConfigurationBox?

  /// Creates an empty description.
  public init() {}

  /// The frames per second of a track with this many pictures per second.
  package func frames(ofPictures rate: ExactRatio) -> ExactRatio {
    let (twice, overflow) = rate.denominator.multipliedReportingOverflow(by: 2)
    if !hasFieldPictures || overflow { return rate }
    return ExactRatio(rate.numerator, twice)?.reduced ?? rate
  }

  /// - Parameter entry: type of the sample entry or item, the first part of the codec string.
  public init(_ configuration: MediaConfiguration, entry: FourCC?) {
    switch configuration {
    case .avc(let record): apply(record, entry)
    case .hevc(let record): apply(record, entry)
    case .aac(let config):
      codecString = config.codecString
      profile = config.objectTypeName.description
      sound = config
    case .box(let type, let payload): apply(type, payload, entry)
    case .none: break
    }
  }

  /// Describes a sample entry; parses its configuration boxes until one yields a codec string.
  public init<S: ByteSource>(_ configuration: MediaConfiguration, _ description: SampleDescription, in tree: inout BoxTree<S>) {
    self.init(configuration, entry: description.codec)
    if let type = description.stream?.decoderConfig?.objectTypeIndication { name = MediaCodec.name(objectType: type)?.description }
    if description.codec == "raw ", description.visual != nil { name = "uncompressed video" }
    if codecString != nil { return }
    for child in tree.children(of: description.node) + tree.find("wave/esds", in: description.node) {
      let place = tree.nodes[child].place
      guard place.payloadSize <= 1 << 16, Self.isConfiguration(place.header.type) else { continue }
      if let payload = try? tree.payload(of: child) { apply(place.header.type, payload, description.codec) }
    }
    if codecString == nil { codecString = Self.plainString(description) }
  }

  /// The duration of a sample in units of `timescale` as the configuration states it, by its frame rate or by the length of AAC frames; nil
  /// if it does not.
  func sampleDuration(timescale: UInt32) -> UInt32? {
    let (count, rate): (UInt64, UInt64)
    if let frameRate {
      (count, rate) = (frameRate.denominator, frameRate.numerator)
    } else if let sound, let samples = sound.samplesPerFrame, let hertz = sound.sampleRate {
      (count, rate) = (UInt64(samples), UInt64(hertz))
    } else {
      return nil
    }
    let product = count.multipliedFullWidth(by: UInt64(timescale))
    guard rate > 0, product.high < rate else { return nil }
    let (quotient, remainder) = rate.dividingFullWidth(product)
    return UInt32(exactly: remainder >= rate - remainder ? quotient &+ 1 : quotient)
  }

  private static func isConfiguration(_ type: FourCC) -> Bool {
    switch type {
    case "avcC", "hvcC", "vvcC", "av1C", "vpcC", "evcC", "mhaC", "dac4", "iacb": true
    default: false
    }
  }

  /// Codec strings that depend only on the sample entry or on the object type of its `esds`.
  private static func plainString(_ description: SampleDescription) -> String? {
    switch description.codec {
    case "Opus", "fLaC", "ac-3", "ec-3", "alac", "mlpa", "dtsc", "dtse", "dtsh", "dtsl", "dtsx", "wvtt", "samr", "sawb", "ipcm", "fpcm":
      return description.codec.description
    case "mp4a", "mp4v", "mp4s":
      guard let type = description.stream?.decoderConfig?.objectTypeIndication else { return nil }
      let text = "\(description.codec)." + (type < 16 ? "0" : "") + String(type, radix: 16, uppercase: true)
      // ISO/IEC 14496-2, 6.2.2: profile_and_level_indication after the start code of the visual object sequence.
      guard type == 0x20, let info = description.stream?.decoderConfig?.decoderSpecificInfo, info.count > 4,
        info.starts(with: [0, 0, 1, 0xB0])
      else { return text }
      return "\(text).\(info[4])"
    default: return nil
    }
  }

  // MARK: - Boxes

  /// Applies a configuration box; ignores a box that cannot be parsed or is not a configuration.
  /// - Parameter payload: the bytes after the box header.
  public mutating func apply(_ type: FourCC, _ payload: [UInt8], _ entry: FourCC?) {
    switch type {
    case "avcC": if let box = try? AVCConfigurationBox(parsing: payload) { apply(box.config, entry) }
    case "hvcC": if let box = try? HEVCConfigurationBox(parsing: payload) { apply(box.config, entry) }
    case "vvcC": if let ptl = (try? VVCConfigurationBox(parsing: payload))?.ptl { apply(ptl, entry) }
    case "av1C": if let box = try? AV1CodecConfigurationBox(parsing: payload) { apply(box) }
    case "vpcC": if let box = try? VPCodecConfigurationBox(parsing: payload) { apply(box, entry) }
    case "evcC": if let box = try? EVCConfigurationBox(parsing: payload) { apply(box) }
    case "mhaC":
      guard let box = try? MHAConfigurationBox(parsing: payload) else { return }
      profile = box.profileName?.description
      level = box.level.map { "\($0)" }
      let code = box.mpegh3daProfileLevelIndication
      codecString = "\(entry ?? "mha1").0x" + (code < 16 ? "0" : "") + String(code, radix: 16, uppercase: true)
    case "dac4":
      guard let box = try? AC4SpecificBox(parsing: payload) else { return }
      level = box.firstPresentation.map { "\($0.level)" }
      codecString = box.codecString
    case "iacb":
      guard let summary = (try? IAConfigurationBox(parsing: payload))?.summary else { return }
      profile = summary.profileName?.description
      innerCodec = summary.codec
      codecString = summary.codecString
    case "dOps": codecString = "Opus"
    case "dfLa": codecString = "fLaC"
    case "dac3": codecString = "ac-3"
    case "dec3": codecString = "ec-3"
    default: break
    }
  }

  private mutating func apply(_ ptl: VVCConfigurationBox.ProfileAndFormat, _ entry: FourCC?) {
    let record = ptl.nativePTL
    profile = record.profileName?.description ?? "profile \(record.generalProfileIdc)"
    level = record.levelName
    tier = record.tierName.description
    codecString = record.codecString(sampleEntry: entry ?? "vvc1")
    chroma = CodePoints.chromaFormat(ptl.chromaFormatIdc)
    depth = Int(ptl.bitDepthMinus8) + 8
    if ptl.maxPictureWidth > 0, ptl.maxPictureHeight > 0 {
      size = PictureSize(width: Int(ptl.maxPictureWidth), height: Int(ptl.maxPictureHeight))
    }
  }

  private mutating func apply(_ box: AV1CodecConfigurationBox) {
    profile = box.profileName?.description ?? "profile \(box.seqProfile)"
    level = box.levelName
    tier = box.seqTier0 ? "High" : "Main"
    codecString = box.codecString()
    av1 = box
    chroma = CodePoints.chromaFormat(box.chromaFormatIdc)
    depth = box.bitDepth
  }

  private mutating func apply(_ box: VPCodecConfigurationBox, _ entry: FourCC?) {
    profile = "profile \(box.profile)"
    level = box.levelName
    codecString = box.codecString(sampleEntry: entry ?? "vp09")
    chroma = box.chromaFormatIdc.flatMap { CodePoints.chromaFormat($0) }
    depth = Int(box.bitDepth)
    isFullRange = box.videoFullRangeFlag
    if box.colourPrimaries != 2 || box.transferCharacteristics != 2 || box.matrixCoefficients != 2 {
      colour = Colour(primaries: box.colourPrimaries, transfer: box.transferCharacteristics, matrix: box.matrixCoefficients)
    }
  }

  private mutating func apply(_ box: EVCConfigurationBox) {
    profile = box.profileIdc == 0 ? "Baseline" : box.profileIdc == 1 ? "Main" : "profile \(box.profileIdc)"
    // ISO/IEC 23094-1, A.4: level_idc is 30 times the level.
    level = box.levelIdc % 3 == 0 ? "\(box.levelIdc / 30).\(box.levelIdc % 30 / 3)" : nil
    chroma = CodePoints.chromaFormat(box.chromaFormatIdc)
    depth = Int(box.bitDepthLumaMinus8) + 8
    size = PictureSize(width: Int(box.picWidthInLumaSamples), height: Int(box.picHeightInLumaSamples))
  }

  // MARK: - Parameter sets

  /// A sequence parameter set of either codec.
  package enum Sequence {
    case h264(H264Kit.SeqParameterSet)
    case hevc(HEVCKit.SeqParameterSet)
  }

  /// Adds what the configuration does not state because the parameter sets are among the samples.
  package mutating func complete(_ set: Sequence) {
    if size != nil { return }
    switch set {
    case .h264(let sps): apply(sps)
    case .hevc(let sps): apply(sps)
    }
  }

  private mutating func apply(_ record: AVCDecoderConfigurationRecord, _ entry: FourCC?) {
    codecString = record.codecString
    if let entry, entry == "avc3" || entry == "avc2" || entry == "avc4" {
      codecString = entry.description + record.codecString.dropFirst(4)
    }
    if let sps = record.parameterSets().sets.firstSeqParameterSet { apply(sps) }
  }

  private mutating func apply(_ record: HEVCDecoderConfigurationRecord, _ entry: FourCC?) {
    codecString = record.codecString(sampleEntry: entry == "hev1" ? "hev1" : "hvc1")
    if let sps = record.parameterSets().sets.firstSeqParameterSet { apply(sps) }
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
    colour = signal.colourDescription.map {
      Colour(primaries: $0.colourPrimaries, transfer: $0.transferCharacteristics, matrix: $0.matrixCoefficients)
    }
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
    hasFieldPictures = isInterlaced
    guard let signal = sps.vuiParameters?.videoSignalType else { return }
    isFullRange = signal.videoFullRangeFlag
    colour = signal.colourDescription.map {
      Colour(primaries: $0.colourPrimaries, transfer: $0.transferCharacteristics, matrix: $0.matrixCoeffs)
    }
  }
}

extension CodecDescription {
  /// Appends the container's colour description to the AV1 codec string, which includes it unless it has the default values.
  public mutating func refine(_ colour: Colour?, _ isFullRange: Bool?) {
    guard let av1, let colour else { return }
    codecString = av1.codecString(colour: (colour.primaries, colour.transfer, colour.matrix, isFullRange ?? false))
  }
}

extension MediaConfiguration {
  /// The duration of a sample in units of `timescale`, by the frame rate or the length of audio frames that the configuration states; nil if
  /// it states none.
  func sampleDuration(timescale: UInt32) -> UInt32? { CodecDescription(self, entry: nil).sampleDuration(timescale: timescale) }
}
