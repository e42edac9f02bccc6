import BitstreamKit

/// The payload of an SEI message, by type.
///
/// ITU-T H.265 (08/2021) D.2.1 `sei_payload( )`. A new payload kind needs its own file, and a case and one line here.
public enum SEIPayload: Equatable, Sendable {
  /// payloadType 0.
  case bufferingPeriod(BufferingPeriod)
  /// payloadType 1.
  case picTiming(PicTiming)
  /// payloadType 2.
  case panScanRect(PanScanRect)
  /// payloadType 3.
  case fillerPayload(FillerPayload)
  /// payloadType 4.
  case userDataRegisteredITUTT35(UserDataRegisteredITUTT35)
  /// payloadType 5.
  case userDataUnregistered(UserDataUnregistered)
  /// payloadType 6.
  case recoveryPoint(RecoveryPoint)
  /// payloadType 9.
  case sceneInfo(SceneInfo)
  /// payloadType 15.
  case pictureSnapshot(PictureSnapshot)
  /// payloadType 16.
  case progressiveRefinementSegmentStart(ProgressiveRefinementSegmentStart)
  /// payloadType 17.
  case progressiveRefinementSegmentEnd(ProgressiveRefinementSegmentEnd)
  /// payloadType 19.
  case filmGrainCharacteristics(FilmGrainCharacteristics)
  /// payloadType 23.
  case toneMappingInfo(ToneMappingInfo)
  /// payloadType 45.
  case framePackingArrangement(FramePackingArrangement)
  /// payloadType 47.
  case displayOrientation(DisplayOrientation)
  /// payloadType 56.
  case greenMetadata(GreenMetadata)
  /// payloadType 128.
  case structureOfPicturesInfo(StructureOfPicturesInfo)
  /// payloadType 129.
  case activeParameterSets(ActiveParameterSets)
  /// payloadType 130.
  case decodingUnitInfo(DecodingUnitInfo)
  /// payloadType 131.
  case temporalSubLayerZeroIndex(TemporalSubLayerZeroIndex)
  /// payloadType 132.
  case decodedPictureHash(DecodedPictureHash)
  /// payloadType 134.
  case regionRefreshInfo(RegionRefreshInfo)
  /// payloadType 135.
  case noDisplay(NoDisplay)
  /// payloadType 136.
  case timeCode(TimeCode)
  /// payloadType 137.
  case masteringDisplayColourVolume(MasteringDisplayColourVolume)
  /// payloadType 141.
  case kneeFunctionInfo(KneeFunctionInfo)
  /// payloadType 144.
  case contentLightLevelInfo(ContentLightLevelInfo)
  /// payloadType 147.
  case alternativeTransferCharacteristics(AlternativeTransferCharacteristics)
  /// payloadType 148.
  case ambientViewingEnvironment(AmbientViewingEnvironment)
  /// payloadType 149.
  case contentColourVolume(ContentColourVolume)
  /// payloadType 165.
  case alphaChannelInfo(AlphaChannelInfo)
  /// The raw bytes of a type without a parser, or of a payload that violates its structure.
  case other(BitString)

  /// Whether payloads of this type have a parser.
  public static func isTyped(_ type: UInt32, isSuffix: Bool) -> Bool {
    switch type {
    case 3, 4, 5, 17: true
    case 132: isSuffix
    case 0, 1, 2, 6, 9, 15, 16, 19, 23, 45, 47, 56, 128, 129, 130, 131, 134, 135, 136, 137, 141, 144, 147, 148, 149, 165:
      !isSuffix
    default: false
    }
  }

  /// Whether the payload is raw bytes.
  public var isOther: Bool {
    if case .other = self { return true }
    return false
  }

  /// Whether its last elements are in an extension, which must be followed by the payload's trailing bits.
  var hasExtension: Bool {
    if case .bufferingPeriod(let period) = self { return period.useAltCpbParamsFlag != nil }
    return false
  }

  /// Activates the sequence parameter set that the payload refers to, if any.
  func activate(in sets: inout ParameterSets) {
    switch self {
    case .bufferingPeriod(let period): sets.activeSeqParameterSetId = period.bpSeqParameterSetId
    case .activeParameterSets(let active): sets.activeSeqParameterSetId = active.activeSeqParameterSetId.first
    default: break
    }
  }

  /// Codes a payload of a type that has a parser.
  mutating func syntax(_ c: inout SyntaxCoder, type: UInt32, sets: ParameterSets) throws(SyntaxError) {
    switch type {
    case 0: try walk(&c, BufferingPeriod.self, sets)
    case 1: try walk(&c, PicTiming.self, sets)
    case 2: try walk(&c, PanScanRect.self, sets)
    case 3: try walk(&c, FillerPayload.self, sets)
    case 4: try walk(&c, UserDataRegisteredITUTT35.self, sets)
    case 5: try walk(&c, UserDataUnregistered.self, sets)
    case 6: try walk(&c, RecoveryPoint.self, sets)
    case 9: try walk(&c, SceneInfo.self, sets)
    case 15: try walk(&c, PictureSnapshot.self, sets)
    case 16: try walk(&c, ProgressiveRefinementSegmentStart.self, sets)
    case 17: try walk(&c, ProgressiveRefinementSegmentEnd.self, sets)
    case 19: try walk(&c, FilmGrainCharacteristics.self, sets)
    case 23: try walk(&c, ToneMappingInfo.self, sets)
    case 45: try walk(&c, FramePackingArrangement.self, sets)
    case 47: try walk(&c, DisplayOrientation.self, sets)
    case 56: try walk(&c, GreenMetadata.self, sets)
    case 128: try walk(&c, StructureOfPicturesInfo.self, sets)
    case 129: try walk(&c, ActiveParameterSets.self, sets)
    case 130: try walk(&c, DecodingUnitInfo.self, sets)
    case 131: try walk(&c, TemporalSubLayerZeroIndex.self, sets)
    case 132: try walk(&c, DecodedPictureHash.self, sets)
    case 134: try walk(&c, RegionRefreshInfo.self, sets)
    case 135: try walk(&c, NoDisplay.self, sets)
    case 136: try walk(&c, TimeCode.self, sets)
    case 137: try walk(&c, MasteringDisplayColourVolume.self, sets)
    case 141: try walk(&c, KneeFunctionInfo.self, sets)
    case 144: try walk(&c, ContentLightLevelInfo.self, sets)
    case 147: try walk(&c, AlternativeTransferCharacteristics.self, sets)
    case 148: try walk(&c, AmbientViewingEnvironment.self, sets)
    case 149: try walk(&c, ContentColourVolume.self, sets)
    case 165: try walk(&c, AlphaChannelInfo.self, sets)
    default: try other(&c)
    }
  }

  /// Codes a structure: the stored one, or a new one if the coder is parsing.
  mutating func walk<S: SEIPayloadStructure>(
    _ c: inout SyntaxCoder, _ structure: S.Type, _ sets: ParameterSets
  ) throws(SyntaxError) {
    var held = S(self)
    try c.when(true, &held, S()) { (c, s) throws(SyntaxError) in
      try c.structure(S.structureName, &s) { (c, s) throws(SyntaxError) in try s.syntax(&c, sets: sets) }
    }
    if let held { self = held.payload }
  }

  /// Codes raw bytes.
  mutating func other(_ c: inout SyntaxCoder) throws(SyntaxError) {
    var held: BitString?
    if case .other(let bits) = self { held = bits }
    try c.when(true, &held, .empty) { (c, bits) throws(SyntaxError) in try c.rest("payload_byte", &bits) }
    if let held { self = .other(held) }
  }
}

/// A structure that is the payload of an SEI message.
public protocol SEIPayloadStructure: Equatable, Sendable {
  /// The structure's name in the specification.
  static var structureName: StaticString { get }
  /// Creates the smallest legal structure.
  init()
  /// Extracts the structure from a payload; nil if the payload is of another kind.
  init?(_ payload: SEIPayload)
  /// The structure as a payload.
  var payload: SEIPayload { get }
  /// Codes every element, using the given parameter sets.
  mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError)
}

extension SEIPayloadStructure where Self: Syntax {
  /// Codes every element; ignores the parameter sets.
  public mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) { try syntax(&c) }
}
