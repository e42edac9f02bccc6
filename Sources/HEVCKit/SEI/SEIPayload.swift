import BitstreamKit

/// The payload of an SEI message, by type.
///
/// ITU-T H.265 (08/2021) D.2.1 `sei_payload( )`. A new payload kind needs its own file, and a case and a row of `structures` here.
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

  /// The SEI units that may have payloads of a type.
  private enum Place {
    case prefix, suffix, either
  }

  /// Codes a payload as one structure.
  private typealias Coding = @Sendable (inout SEIPayload, inout SyntaxCoder, ParameterSets) throws(SyntaxError) -> Void

  /// The structures by payloadType.
  private static let structures: [(type: UInt32, place: Place, code: Coding)] = [
    (0, .prefix, walking(BufferingPeriod.self)),
    (1, .prefix, walking(PicTiming.self)),
    (2, .prefix, walking(PanScanRect.self)),
    (3, .either, walking(FillerPayload.self)),
    (4, .either, walking(UserDataRegisteredITUTT35.self)),
    (5, .either, walking(UserDataUnregistered.self)),
    (6, .prefix, walking(RecoveryPoint.self)),
    (9, .prefix, walking(SceneInfo.self)),
    (15, .prefix, walking(PictureSnapshot.self)),
    (16, .prefix, walking(ProgressiveRefinementSegmentStart.self)),
    (17, .either, walking(ProgressiveRefinementSegmentEnd.self)),
    (19, .prefix, walking(FilmGrainCharacteristics.self)),
    (23, .prefix, walking(ToneMappingInfo.self)),
    (45, .prefix, walking(FramePackingArrangement.self)),
    (47, .prefix, walking(DisplayOrientation.self)),
    (56, .prefix, walking(GreenMetadata.self)),
    (128, .prefix, walking(StructureOfPicturesInfo.self)),
    (129, .prefix, walking(ActiveParameterSets.self)),
    (130, .prefix, walking(DecodingUnitInfo.self)),
    (131, .prefix, walking(TemporalSubLayerZeroIndex.self)),
    (132, .suffix, walking(DecodedPictureHash.self)),
    (134, .prefix, walking(RegionRefreshInfo.self)),
    (135, .prefix, walking(NoDisplay.self)),
    (136, .prefix, walking(TimeCode.self)),
    (137, .prefix, walking(MasteringDisplayColourVolume.self)),
    (141, .prefix, walking(KneeFunctionInfo.self)),
    (144, .prefix, walking(ContentLightLevelInfo.self)),
    (147, .prefix, walking(AlternativeTransferCharacteristics.self)),
    (148, .prefix, walking(AmbientViewingEnvironment.self)),
    (149, .prefix, walking(ContentColourVolume.self)),
    (165, .prefix, walking(AlphaChannelInfo.self)),
  ]

  private static func walking<S: SEIPayloadStructure>(_ structure: S.Type) -> Coding {
    { (payload, c, sets) throws(SyntaxError) in try payload.walk(&c, structure, sets) }
  }

  /// Whether payloads of this type have a parser.
  public static func isTyped(_ type: UInt32, isSuffix: Bool) -> Bool {
    structures.contains { $0.type == type && $0.place != (isSuffix ? .prefix : .suffix) }
  }

  /// Codes a payload of a type that has a parser.
  mutating func syntax(_ c: inout SyntaxCoder, type: UInt32, sets: ParameterSets) throws(SyntaxError) {
    guard let structure = Self.structures.first(where: { $0.type == type }) else { return try other(&c) }
    try structure.code(&self, &c, sets)
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
