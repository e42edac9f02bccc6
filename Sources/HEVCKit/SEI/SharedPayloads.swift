import SEIKit

// Structures that H.264 and H.265 share stand in SEIKit; here they get their names and their places among this kit's payloads.

/// Closed captions as they travel in user data.
public typealias ATSCCaptionData = SEIKit.ATSCCaptionData
/// Bytes that mean nothing.
public typealias FillerPayload = SEIKit.FillerPayload
/// Data of an organisation that ITU-T T.35 registers.
public typealias UserDataRegisteredITUTT35 = SEIKit.UserDataRegisteredITUTT35
/// Data that a UUID names.
public typealias UserDataUnregistered = SEIKit.UserDataUnregistered
/// The segment of refinement is over.
public typealias ProgressiveRefinementSegmentEnd = SEIKit.ProgressiveRefinementSegmentEnd
/// The display that the video was graded on.
public typealias MasteringDisplayColourVolume = SEIKit.MasteringDisplayColourVolume
/// How bright the video gets, in candela a square metre.
public typealias ContentLightLevelInfo = SEIKit.ContentLightLevelInfo
/// A transfer function to be preferred to that of the VUI.
public typealias AlternativeTransferCharacteristics = SEIKit.AlternativeTransferCharacteristics
/// The light of the room that the video is meant for.
public typealias AmbientViewingEnvironment = SEIKit.AmbientViewingEnvironment

// Parts of payloads whose other parts differ.

/// One rectangle of `PanScanRect`.
public typealias PanScanRectangle = SEIKit.PanScanRectangle
/// What `FilmGrainCharacteristics` says of the grain.
public typealias FilmGrainModel = SEIKit.FilmGrainModel
/// What `ToneMappingInfo` maps to what.
public typealias ToneMapping = SEIKit.ToneMapping
/// What `FramePackingArrangement` says of the two pictures.
public typealias FramePacking = SEIKit.FramePacking

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
