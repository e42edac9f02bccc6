import BitstreamKit

/// The payload of an SEI message, by type.
///
/// ITU-T H.264 (08/2021) D.1.1 `sei_payload( )`. A new payload kind needs its own file, and a case and one line here.
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
  /// payloadType 7.
  case decRefPicMarkingRepetition(DecRefPicMarkingRepetition)
  /// payloadType 8.
  case sparePic(SparePic)
  /// payloadType 9.
  case sceneInfo(SceneInfo)
  /// payloadType 13.
  case fullFrameFreeze(FullFrameFreeze)
  /// payloadType 14.
  case fullFrameFreezeRelease(FullFrameFreezeRelease)
  /// payloadType 15.
  case fullFrameSnapshot(FullFrameSnapshot)
  /// payloadType 16.
  case progressiveRefinementSegmentStart(ProgressiveRefinementSegmentStart)
  /// payloadType 17.
  case progressiveRefinementSegmentEnd(ProgressiveRefinementSegmentEnd)
  /// payloadType 19.
  case filmGrainCharacteristics(FilmGrainCharacteristics)
  /// payloadType 20.
  case deblockingFilterDisplayPreference(DeblockingFilterDisplayPreference)
  /// payloadType 21.
  case stereoVideoInfo(StereoVideoInfo)
  /// payloadType 23.
  case toneMappingInfo(ToneMappingInfo)
  /// payloadType 45.
  case framePackingArrangement(FramePackingArrangement)
  /// payloadType 47.
  case displayOrientation(DisplayOrientation)
  /// payloadType 56.
  case greenMetadata(GreenMetadata)
  /// payloadType 137.
  case masteringDisplayColourVolume(MasteringDisplayColourVolume)
  /// payloadType 144.
  case contentLightLevelInfo(ContentLightLevelInfo)
  /// payloadType 147.
  case alternativeTransferCharacteristics(AlternativeTransferCharacteristics)
  /// payloadType 148.
  case ambientViewingEnvironment(AmbientViewingEnvironment)
  /// The raw bytes of a type without a parser, or of a payload that violates its structure.
  case other(BitString)

  /// Whether payloads of this type have a parser.
  public static func isTyped(_ type: UInt32) -> Bool {
    switch type {
    case 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 14, 15, 16, 17, 19, 20, 21, 23, 45, 47, 56, 137, 144, 147, 148: true
    default: false
    }
  }

  /// Whether the payload is raw bytes.
  public var isOther: Bool {
    if case .other = self { return true }
    return false
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
    case 7: try walk(&c, DecRefPicMarkingRepetition.self, sets)
    case 8: try walk(&c, SparePic.self, sets)
    case 9: try walk(&c, SceneInfo.self, sets)
    case 13: try walk(&c, FullFrameFreeze.self, sets)
    case 14: try walk(&c, FullFrameFreezeRelease.self, sets)
    case 15: try walk(&c, FullFrameSnapshot.self, sets)
    case 16: try walk(&c, ProgressiveRefinementSegmentStart.self, sets)
    case 17: try walk(&c, ProgressiveRefinementSegmentEnd.self, sets)
    case 19: try walk(&c, FilmGrainCharacteristics.self, sets)
    case 20: try walk(&c, DeblockingFilterDisplayPreference.self, sets)
    case 21: try walk(&c, StereoVideoInfo.self, sets)
    case 23: try walk(&c, ToneMappingInfo.self, sets)
    case 45: try walk(&c, FramePackingArrangement.self, sets)
    case 47: try walk(&c, DisplayOrientation.self, sets)
    case 56: try walk(&c, GreenMetadata.self, sets)
    case 137: try walk(&c, MasteringDisplayColourVolume.self, sets)
    case 144: try walk(&c, ContentLightLevelInfo.self, sets)
    case 147: try walk(&c, AlternativeTransferCharacteristics.self, sets)
    case 148: try walk(&c, AmbientViewingEnvironment.self, sets)
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
  /// Codes the elements, which do not depend on parameter sets.
  public mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) { try syntax(&c) }
}
