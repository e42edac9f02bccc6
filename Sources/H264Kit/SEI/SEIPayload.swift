import BitstreamKit

/// The payload of an SEI message, by type.
///
/// ITU-T H.264 (08/2021) D.1.1 `sei_payload( )`. A new payload kind needs its own file, and a case and a row of `structures` here.
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

  /// Whether the payload is raw bytes.
  public var isOther: Bool {
    if case .other = self { return true }
    return false
  }

  /// Codes a payload as one structure.
  private typealias Coding = @Sendable (inout SEIPayload, inout SyntaxCoder, ParameterSets) throws(SyntaxError) -> Void

  /// The structures by payloadType.
  private static let structures: [(type: UInt32, code: Coding)] = [
    (0, walking(BufferingPeriod.self)),
    (1, walking(PicTiming.self)),
    (2, walking(PanScanRect.self)),
    (3, walking(FillerPayload.self)),
    (4, walking(UserDataRegisteredITUTT35.self)),
    (5, walking(UserDataUnregistered.self)),
    (6, walking(RecoveryPoint.self)),
    (7, walking(DecRefPicMarkingRepetition.self)),
    (8, walking(SparePic.self)),
    (9, walking(SceneInfo.self)),
    (13, walking(FullFrameFreeze.self)),
    (14, walking(FullFrameFreezeRelease.self)),
    (15, walking(FullFrameSnapshot.self)),
    (16, walking(ProgressiveRefinementSegmentStart.self)),
    (17, walking(ProgressiveRefinementSegmentEnd.self)),
    (19, walking(FilmGrainCharacteristics.self)),
    (20, walking(DeblockingFilterDisplayPreference.self)),
    (21, walking(StereoVideoInfo.self)),
    (23, walking(ToneMappingInfo.self)),
    (45, walking(FramePackingArrangement.self)),
    (47, walking(DisplayOrientation.self)),
    (56, walking(GreenMetadata.self)),
    (137, walking(MasteringDisplayColourVolume.self)),
    (144, walking(ContentLightLevelInfo.self)),
    (147, walking(AlternativeTransferCharacteristics.self)),
    (148, walking(AmbientViewingEnvironment.self)),
  ]

  private static func walking<S: SEIPayloadStructure>(_ structure: S.Type) -> Coding {
    { (payload, c, sets) throws(SyntaxError) in try payload.walk(&c, structure, sets) }
  }

  /// Whether payloads of this type have a parser.
  public static func isTyped(_ type: UInt32) -> Bool { structures.contains { $0.type == type } }

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
  /// Codes the elements, which do not depend on parameter sets.
  public mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) { try syntax(&c) }
}
