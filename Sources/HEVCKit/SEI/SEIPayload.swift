import BitstreamKit
import NALKit

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
    case .bufferingPeriod(let period): sets.activate(period.bpSeqParameterSetId)
    case .activeParameterSets(let active): sets.activate(active.activeSeqParameterSetId.first)
    default: break
    }
  }

  /// The SEI units that may have payloads of a type.
  private enum Place {
    case prefix, suffix, either
  }

  /// How a structure is coded.
  private struct Coding: Sendable {
    /// Codes a payload as the structure.
    let code: @Sendable (inout SEIPayload, inout SyntaxCoder, ParameterSets) throws(SyntaxError) -> Void
    /// Whether a payload is the structure.
    let isOf: @Sendable (SEIPayload) -> Bool
  }

  /// The structures by payloadType.
  private static let structures: [(type: UInt32, place: Place, coding: Coding)] = [
    (0, .prefix, walking(Self.bufferingPeriod) { if case .bufferingPeriod(let held) = $0 { held } else { nil } }),
    (1, .prefix, walking(Self.picTiming) { if case .picTiming(let held) = $0 { held } else { nil } }),
    (2, .prefix, walking(Self.panScanRect) { if case .panScanRect(let held) = $0 { held } else { nil } }),
    (3, .either, walking(Self.fillerPayload) { if case .fillerPayload(let held) = $0 { held } else { nil } }),
    (4, .either, walking(Self.userDataRegisteredITUTT35) { if case .userDataRegisteredITUTT35(let held) = $0 { held } else { nil } }),
    (5, .either, walking(Self.userDataUnregistered) { if case .userDataUnregistered(let held) = $0 { held } else { nil } }),
    (6, .prefix, walking(Self.recoveryPoint) { if case .recoveryPoint(let held) = $0 { held } else { nil } }),
    (9, .prefix, walking(Self.sceneInfo) { if case .sceneInfo(let held) = $0 { held } else { nil } }),
    (15, .prefix, walking(Self.pictureSnapshot) { if case .pictureSnapshot(let held) = $0 { held } else { nil } }),
    (
      16, .prefix,
      walking(Self.progressiveRefinementSegmentStart) {
        if case .progressiveRefinementSegmentStart(let held) = $0 { held } else { nil }
      }
    ),
    (
      17, .either,
      walking(Self.progressiveRefinementSegmentEnd) { if case .progressiveRefinementSegmentEnd(let held) = $0 { held } else { nil } }
    ),
    (19, .prefix, walking(Self.filmGrainCharacteristics) { if case .filmGrainCharacteristics(let held) = $0 { held } else { nil } }),
    (23, .prefix, walking(Self.toneMappingInfo) { if case .toneMappingInfo(let held) = $0 { held } else { nil } }),
    (45, .prefix, walking(Self.framePackingArrangement) { if case .framePackingArrangement(let held) = $0 { held } else { nil } }),
    (47, .prefix, walking(Self.displayOrientation) { if case .displayOrientation(let held) = $0 { held } else { nil } }),
    (56, .prefix, walking(Self.greenMetadata) { if case .greenMetadata(let held) = $0 { held } else { nil } }),
    (128, .prefix, walking(Self.structureOfPicturesInfo) { if case .structureOfPicturesInfo(let held) = $0 { held } else { nil } }),
    (129, .prefix, walking(Self.activeParameterSets) { if case .activeParameterSets(let held) = $0 { held } else { nil } }),
    (130, .prefix, walking(Self.decodingUnitInfo) { if case .decodingUnitInfo(let held) = $0 { held } else { nil } }),
    (
      131, .prefix,
      walking(Self.temporalSubLayerZeroIndex) { if case .temporalSubLayerZeroIndex(let held) = $0 { held } else { nil } }
    ),
    (132, .suffix, walking(Self.decodedPictureHash) { if case .decodedPictureHash(let held) = $0 { held } else { nil } }),
    (134, .prefix, walking(Self.regionRefreshInfo) { if case .regionRefreshInfo(let held) = $0 { held } else { nil } }),
    (135, .prefix, walking(Self.noDisplay) { if case .noDisplay(let held) = $0 { held } else { nil } }),
    (136, .prefix, walking(Self.timeCode) { if case .timeCode(let held) = $0 { held } else { nil } }),
    (
      137, .prefix,
      walking(Self.masteringDisplayColourVolume) { if case .masteringDisplayColourVolume(let held) = $0 { held } else { nil } }
    ),
    (141, .prefix, walking(Self.kneeFunctionInfo) { if case .kneeFunctionInfo(let held) = $0 { held } else { nil } }),
    (144, .prefix, walking(Self.contentLightLevelInfo) { if case .contentLightLevelInfo(let held) = $0 { held } else { nil } }),
    (
      147, .prefix,
      walking(Self.alternativeTransferCharacteristics) {
        if case .alternativeTransferCharacteristics(let held) = $0 { held } else { nil }
      }
    ),
    (
      148, .prefix,
      walking(Self.ambientViewingEnvironment) { if case .ambientViewingEnvironment(let held) = $0 { held } else { nil } }
    ),
    (149, .prefix, walking(Self.contentColourVolume) { if case .contentColourVolume(let held) = $0 { held } else { nil } }),
    (165, .prefix, walking(Self.alphaChannelInfo) { if case .alphaChannelInfo(let held) = $0 { held } else { nil } }),
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
  public static func isTyped(_ type: UInt32, isSuffix: Bool) -> Bool {
    structures.contains { $0.type == type && $0.place != (isSuffix ? .prefix : .suffix) }
  }

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
