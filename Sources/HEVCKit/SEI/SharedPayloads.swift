import NALKit

// Structures shared by H.264 and H.265 are defined in NALKit; this file re-exports them and adds their payload conformances.

/// ATSC closed captions carried in user data.
public typealias ATSCCaptionData = NALKit.ATSCCaptionData
/// Filler payload without meaning.
public typealias FillerPayload = NALKit.FillerPayload
/// User data registered by Rec. ITU-T T.35.
public typealias UserDataRegisteredITUTT35 = NALKit.UserDataRegisteredITUTT35
/// Unregistered user data identified by a UUID.
public typealias UserDataUnregistered = NALKit.UserDataUnregistered
/// End of a progressive refinement segment.
public typealias ProgressiveRefinementSegmentEnd = NALKit.ProgressiveRefinementSegmentEnd
/// Colour volume of the mastering display.
public typealias MasteringDisplayColourVolume = NALKit.MasteringDisplayColourVolume
/// Content light level, in cd/m².
public typealias ContentLightLevelInfo = NALKit.ContentLightLevelInfo
/// A transfer function preferred over that of the VUI.
public typealias AlternativeTransferCharacteristics = NALKit.AlternativeTransferCharacteristics
/// Ambient light of the intended viewing environment.
public typealias AmbientViewingEnvironment = NALKit.AmbientViewingEnvironment

// Shared parts of payloads that otherwise differ between H.264 and H.265.

/// A rectangle of `PanScanRect`.
public typealias PanScanRectangle = NALKit.PanScanRectangle
/// The grain model of `FilmGrainCharacteristics`.
public typealias FilmGrainModel = NALKit.FilmGrainModel
/// The mapping of `ToneMappingInfo`.
public typealias ToneMapping = NALKit.ToneMapping
/// The packing of `FramePackingArrangement`.
public typealias FramePacking = NALKit.FramePacking

extension FillerPayload: SEIPayloadStructure {
  public init?(_ payload: SEIPayload) {
    guard case .fillerPayload(let value) = payload else { return nil }
    self = value
  }

  public var payload: SEIPayload { .fillerPayload(self) }
}

extension UserDataRegisteredITUTT35: SEIPayloadStructure {
  public init?(_ payload: SEIPayload) {
    guard case .userDataRegisteredITUTT35(let value) = payload else { return nil }
    self = value
  }

  public var payload: SEIPayload { .userDataRegisteredITUTT35(self) }
}

extension UserDataUnregistered: SEIPayloadStructure {
  public init?(_ payload: SEIPayload) {
    guard case .userDataUnregistered(let value) = payload else { return nil }
    self = value
  }

  public var payload: SEIPayload { .userDataUnregistered(self) }
}

extension ProgressiveRefinementSegmentEnd: SEIPayloadStructure {
  public init?(_ payload: SEIPayload) {
    guard case .progressiveRefinementSegmentEnd(let value) = payload else { return nil }
    self = value
  }

  public var payload: SEIPayload { .progressiveRefinementSegmentEnd(self) }
}

extension MasteringDisplayColourVolume: SEIPayloadStructure {
  public init?(_ payload: SEIPayload) {
    guard case .masteringDisplayColourVolume(let value) = payload else { return nil }
    self = value
  }

  public var payload: SEIPayload { .masteringDisplayColourVolume(self) }
}

extension ContentLightLevelInfo: SEIPayloadStructure {
  public init?(_ payload: SEIPayload) {
    guard case .contentLightLevelInfo(let value) = payload else { return nil }
    self = value
  }

  public var payload: SEIPayload { .contentLightLevelInfo(self) }
}

extension AlternativeTransferCharacteristics: SEIPayloadStructure {
  public init?(_ payload: SEIPayload) {
    guard case .alternativeTransferCharacteristics(let value) = payload else { return nil }
    self = value
  }

  public var payload: SEIPayload { .alternativeTransferCharacteristics(self) }
}

extension AmbientViewingEnvironment: SEIPayloadStructure {
  public init?(_ payload: SEIPayload) {
    guard case .ambientViewingEnvironment(let value) = payload else { return nil }
    self = value
  }

  public var payload: SEIPayload { .ambientViewingEnvironment(self) }
}
