// Names for files that import HEVCKit too, which has types of the same names: the specifications share them.

/// `AccessUnitDelimiter` of H264Kit.
public typealias H264AccessUnitDelimiter = AccessUnitDelimiter

/// `BufferingPeriod` of H264Kit.
public typealias H264BufferingPeriod = BufferingPeriod

/// `DisplayOrder` of H264Kit.
public typealias H264DisplayOrder = DisplayOrder

/// `DisplayOrientation` of H264Kit.
public typealias H264DisplayOrientation = DisplayOrientation

/// `FieldKind` of H264Kit.
public typealias H264FieldKind = FieldKind

/// `FillerData` of H264Kit.
public typealias H264FillerData = FillerData

/// `FilmGrainCharacteristics` of H264Kit.
public typealias H264FilmGrainCharacteristics = FilmGrainCharacteristics

/// `FramePackingArrangement` of H264Kit.
public typealias H264FramePackingArrangement = FramePackingArrangement

/// `GreenMetadata` of H264Kit.
public typealias H264GreenMetadata = GreenMetadata

/// `HRDParameters` of H264Kit.
public typealias H264HRDParameters = HRDParameters

/// `NALUnit` of H264Kit.
public typealias H264NALUnit = NALUnit

/// `NALUnitHeader` of H264Kit.
public typealias H264NALUnitHeader = NALUnitHeader

/// `NALUnitPayload` of H264Kit.
public typealias H264NALUnitPayload = NALUnitPayload

/// `NALUnitType` of H264Kit.
public typealias H264NALUnitType = NALUnitType

/// `PanScanRect` of H264Kit.
public typealias H264PanScanRect = PanScanRect

/// `ParameterSets` of H264Kit.
public typealias H264ParameterSets = ParameterSets

/// `PicParameterSet` of H264Kit.
public typealias H264PicParameterSet = PicParameterSet

/// `PicTiming` of H264Kit.
public typealias H264PicTiming = PicTiming

/// `Picture` of H264Kit.
public typealias H264Picture = Picture

/// `PictureParser` of H264Kit.
public typealias H264PictureParser = PictureParser

/// `PictureType` of H264Kit.
public typealias H264PictureType = PictureType

/// `PredWeightTable` of H264Kit.
public typealias H264PredWeightTable = PredWeightTable

/// `ProgressiveRefinementSegmentStart` of H264Kit.
public typealias H264ProgressiveRefinementSegmentStart = ProgressiveRefinementSegmentStart

/// `RandomAccess` of H264Kit.
public typealias H264RandomAccess = RandomAccess

/// `RecoveryPoint` of H264Kit.
public typealias H264RecoveryPoint = RecoveryPoint

/// `SEIMessage` of H264Kit.
public typealias H264SEIMessage = SEIMessage

/// `SEIPayload` of H264Kit.
public typealias H264SEIPayload = SEIPayload

/// `SEIPayloadStructure` of H264Kit.
public typealias H264SEIPayloadStructure = SEIPayloadStructure

/// `SEIPayloadType` of H264Kit.
public typealias H264SEIPayloadType = SEIPayloadType

/// `SceneInfo` of H264Kit.
public typealias H264SceneInfo = SceneInfo

/// `SeqParameterSet` of H264Kit.
public typealias H264SeqParameterSet = SeqParameterSet

/// `SliceContext` of H264Kit.
public typealias H264SliceContext = SliceContext

/// `SliceHeader` of H264Kit.
public typealias H264SliceHeader = SliceHeader

/// `StreamEditor` of H264Kit.
public typealias H264StreamEditor = StreamEditor

/// `SupplementalEnhancementInformation` of H264Kit.
public typealias H264SupplementalEnhancementInformation = SupplementalEnhancementInformation

/// `ToneMappingInfo` of H264Kit.
public typealias H264ToneMappingInfo = ToneMappingInfo

/// `VUIParameters` of H264Kit.
public typealias H264VUIParameters = VUIParameters
