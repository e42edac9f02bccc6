import BitstreamKit
import NALKit

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

  /// How a structure is coded.
  private struct Coding: Sendable {
    /// Codes a payload as the structure.
    let code: @Sendable (inout SEIPayload, inout SyntaxCoder, ParameterSets) throws(SyntaxError) -> Void
    /// Whether a payload is the structure.
    let isOf: @Sendable (SEIPayload) -> Bool
  }

  /// The structures by payloadType.
  private static let structures: [(type: UInt32, coding: Coding)] = [
    (0, walking(Self.bufferingPeriod) { if case .bufferingPeriod(let held) = $0 { held } else { nil } }),
    (1, walking(Self.picTiming) { if case .picTiming(let held) = $0 { held } else { nil } }),
    (2, walking(Self.panScanRect) { if case .panScanRect(let held) = $0 { held } else { nil } }),
    (3, walking(Self.fillerPayload) { if case .fillerPayload(let held) = $0 { held } else { nil } }),
    (4, walking(Self.userDataRegisteredITUTT35) { if case .userDataRegisteredITUTT35(let held) = $0 { held } else { nil } }),
    (5, walking(Self.userDataUnregistered) { if case .userDataUnregistered(let held) = $0 { held } else { nil } }),
    (6, walking(Self.recoveryPoint) { if case .recoveryPoint(let held) = $0 { held } else { nil } }),
    (7, walking(Self.decRefPicMarkingRepetition) { if case .decRefPicMarkingRepetition(let held) = $0 { held } else { nil } }),
    (8, walking(Self.sparePic) { if case .sparePic(let held) = $0 { held } else { nil } }),
    (9, walking(Self.sceneInfo) { if case .sceneInfo(let held) = $0 { held } else { nil } }),
    (13, walking(Self.fullFrameFreeze) { if case .fullFrameFreeze(let held) = $0 { held } else { nil } }),
    (14, walking(Self.fullFrameFreezeRelease) { if case .fullFrameFreezeRelease(let held) = $0 { held } else { nil } }),
    (15, walking(Self.fullFrameSnapshot) { if case .fullFrameSnapshot(let held) = $0 { held } else { nil } }),
    (
      16,
      walking(Self.progressiveRefinementSegmentStart) {
        if case .progressiveRefinementSegmentStart(let held) = $0 { held } else { nil }
      }
    ),
    (
      17,
      walking(Self.progressiveRefinementSegmentEnd) { if case .progressiveRefinementSegmentEnd(let held) = $0 { held } else { nil } }
    ),
    (19, walking(Self.filmGrainCharacteristics) { if case .filmGrainCharacteristics(let held) = $0 { held } else { nil } }),
    (
      20,
      walking(Self.deblockingFilterDisplayPreference) {
        if case .deblockingFilterDisplayPreference(let held) = $0 { held } else { nil }
      }
    ),
    (21, walking(Self.stereoVideoInfo) { if case .stereoVideoInfo(let held) = $0 { held } else { nil } }),
    (23, walking(Self.toneMappingInfo) { if case .toneMappingInfo(let held) = $0 { held } else { nil } }),
    (45, walking(Self.framePackingArrangement) { if case .framePackingArrangement(let held) = $0 { held } else { nil } }),
    (47, walking(Self.displayOrientation) { if case .displayOrientation(let held) = $0 { held } else { nil } }),
    (56, walking(Self.greenMetadata) { if case .greenMetadata(let held) = $0 { held } else { nil } }),
    (137, walking(Self.masteringDisplayColourVolume) { if case .masteringDisplayColourVolume(let held) = $0 { held } else { nil } }),
    (144, walking(Self.contentLightLevelInfo) { if case .contentLightLevelInfo(let held) = $0 { held } else { nil } }),
    (
      147,
      walking(Self.alternativeTransferCharacteristics) {
        if case .alternativeTransferCharacteristics(let held) = $0 { held } else { nil }
      }
    ),
    (148, walking(Self.ambientViewingEnvironment) { if case .ambientViewingEnvironment(let held) = $0 { held } else { nil } }),
  ]

  /// - Parameters:
  ///   - payload: the payload of a structure.
  ///   - structure: the structure of a payload; nil if it is of another kind.
  private static func walking<S: Syntax>(
    _ payload: @escaping @Sendable (S) -> SEIPayload, _ structure: @escaping @Sendable (SEIPayload) -> S?
  ) -> Coding {
    Coding { (value, c, _) throws(SyntaxError) in
      var held = structure(value)
      try c.when(true, &held, S()) { (c, s) throws(SyntaxError) in try c.nested(&s) }
      if let held { value = payload(held) }
    } isOf: {
      structure($0) != nil
    }
  }

  private static func walking<S: SEIPayloadStructure>(
    _ payload: @escaping @Sendable (S) -> SEIPayload, _ structure: @escaping @Sendable (SEIPayload) -> S?
  ) -> Coding {
    Coding { (value, c, sets) throws(SyntaxError) in
      var held = structure(value)
      try c.when(true, &held, S()) { (c, s) throws(SyntaxError) in
        try c.structure(S.structureName, &s) { (c, s) throws(SyntaxError) in try s.syntax(&c, sets: sets) }
      }
      if let held { value = payload(held) }
    } isOf: {
      structure($0) != nil
    }
  }

  /// The payloadType of the structure; nil for raw bytes, which do not tell it.
  public var payloadType: UInt32? { Self.structures.first { $0.coding.isOf(self) }?.type }

  /// Whether payloads of this type have a parser.
  public static func isTyped(_ type: UInt32) -> Bool { structures.contains { $0.type == type } }

  /// Codes a payload of a type that has a parser.
  mutating func syntax(_ c: inout SyntaxCoder, type: UInt32, sets: ParameterSets) throws(SyntaxError) {
    guard let structure = Self.structures.first(where: { $0.type == type }) else { return try other(&c) }
    try structure.coding.code(&self, &c, sets)
  }

  /// Codes raw bytes.
  mutating func other(_ c: inout SyntaxCoder) throws(SyntaxError) {
    var held: BitString?
    if case .other(let bits) = self { held = bits }
    try c.when(true, &held, .empty) { (c, bits) throws(SyntaxError) in try c.rest("payload_byte", &bits) }
    if let held { self = .other(held) }
  }
}

/// A structure that is the payload of an SEI message and depends on parameter sets. The others conform to `Syntax`.
public protocol SEIPayloadStructure: Equatable, Sendable {
  /// The structure's name in the specification.
  static var structureName: StaticString { get }
  /// Creates the smallest legal structure.
  init()
  /// Codes every element, using the given parameter sets.
  mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError)
}
