// Names for files that import H264Kit too, which has types of the same names: the specifications share them.

/// `AccessUnitDelimiter` of HEVCKit.
public typealias HEVCAccessUnitDelimiter = AccessUnitDelimiter

/// `BufferingPeriod` of HEVCKit.
public typealias HEVCBufferingPeriod = BufferingPeriod

/// `DisplayOrder` of HEVCKit.
public typealias HEVCDisplayOrder = DisplayOrder

/// `DisplayOrientation` of HEVCKit.
public typealias HEVCDisplayOrientation = DisplayOrientation

/// `FieldKind` of HEVCKit.
public typealias HEVCFieldKind = FieldKind

/// `FillerData` of HEVCKit.
public typealias HEVCFillerData = FillerData

/// `FilmGrainCharacteristics` of HEVCKit.
public typealias HEVCFilmGrainCharacteristics = FilmGrainCharacteristics

/// `FramePackingArrangement` of HEVCKit.
public typealias HEVCFramePackingArrangement = FramePackingArrangement

/// `GreenMetadata` of HEVCKit.
public typealias HEVCGreenMetadata = GreenMetadata

/// `HRDParameters` of HEVCKit.
public typealias HEVCHRDParameters = HRDParameters

/// `NALUnit` of HEVCKit.
public typealias HEVCNALUnit = NALUnit

/// `NALUnitHeader` of HEVCKit.
public typealias HEVCNALUnitHeader = NALUnitHeader

/// `NALUnitPayload` of HEVCKit.
public typealias HEVCNALUnitPayload = NALUnitPayload

/// `NALUnitType` of HEVCKit.
public typealias HEVCNALUnitType = NALUnitType

/// `PanScanRect` of HEVCKit.
public typealias HEVCPanScanRect = PanScanRect

/// `ParameterSets` of HEVCKit.
public typealias HEVCParameterSets = ParameterSets

/// `PicParameterSet` of HEVCKit.
public typealias HEVCPicParameterSet = PicParameterSet

/// `PicTiming` of HEVCKit.
public typealias HEVCPicTiming = PicTiming

/// `Picture` of HEVCKit.
public typealias HEVCPicture = Picture

/// `PictureParser` of HEVCKit.
public typealias HEVCPictureParser = PictureParser

/// `PictureType` of HEVCKit.
public typealias HEVCPictureType = PictureType

/// `PredWeightTable` of HEVCKit.
public typealias HEVCPredWeightTable = PredWeightTable

/// `ProgressiveRefinementSegmentStart` of HEVCKit.
public typealias HEVCProgressiveRefinementSegmentStart = ProgressiveRefinementSegmentStart

/// `RandomAccess` of HEVCKit.
public typealias HEVCRandomAccess = RandomAccess

/// `RecoveryPoint` of HEVCKit.
public typealias HEVCRecoveryPoint = RecoveryPoint

/// `SEIMessage` of HEVCKit.
public typealias HEVCSEIMessage = SEIMessage

/// `SEIPayload` of HEVCKit.
public typealias HEVCSEIPayload = SEIPayload

/// `SEIPayloadStructure` of HEVCKit.
public typealias HEVCSEIPayloadStructure = SEIPayloadStructure

/// `SEIPayloadType` of HEVCKit.
public typealias HEVCSEIPayloadType = SEIPayloadType

/// `SceneInfo` of HEVCKit.
public typealias HEVCSceneInfo = SceneInfo

/// `SeqParameterSet` of HEVCKit.
public typealias HEVCSeqParameterSet = SeqParameterSet

/// `SliceContext` of HEVCKit.
public typealias HEVCSliceContext = SliceContext

/// `SliceHeader` of HEVCKit.
public typealias HEVCSliceHeader = SliceHeader

/// `StreamEditor` of HEVCKit.
public typealias HEVCStreamEditor = StreamEditor

/// `SupplementalEnhancementInformation` of HEVCKit.
public typealias HEVCSupplementalEnhancementInformation = SupplementalEnhancementInformation

/// `ToneMappingInfo` of HEVCKit.
public typealias HEVCToneMappingInfo = ToneMappingInfo

/// `VUIParameters` of HEVCKit.
public typealias HEVCVUIParameters = VUIParameters
