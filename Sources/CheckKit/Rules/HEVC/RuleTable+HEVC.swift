extension RuleTable {
  /// The rules about H.265 streams.
  static func hevc() -> [HEVCRule] {
    [
      HEVCTruncated(), HEVCValueOutOfRange(), HEVCMalformed(), HEVCUnresolved(), HEVCForbiddenBit(), HEVCEmptyUnit(),
      HEVCTemporalIdZero(), HEVCReservedType(), HEVCZeroByteMissing(), HEVCEmulationPrevention(), HEVCTrailingBytes(),
      HEVCDelimiterNotFirst(), HEVCDelimiterMissing(), HEVCDelimiterType(), HEVCUnitsInsidePicture(), HEVCSuffixBeforePicture(),
      HEVCFillerValue(),
      HEVCAfterEndOfSequence(),
      HEVCStreamEndNotLast(), HEVCFirstPictureNotIRAP(), HEVCNoPicture(), HEVCSkippedLeading(), HEVCLeadingOrder(),
      HEVCLeadingNotAllowed(), HEVCOrderAgainstIRAP(), HEVCIRAPTemporalId(), HEVCSwitchingTemporalId(), HEVCSetTemporalId(),
      HEVCTemporalIdAboveSet(), HEVCTemporalNesting(), HEVCDuplicatePOC(), HEVCReorderExceeded(), HEVCLatencyExceeded(),
      HEVCSetChanged(), HEVCUnusedSet(), HEVCUnknownProfile(), HEVCUnknownLevel(), HEVCCompatibilityFlag(), HEVCProfileFormat(),
      HEVCProfileBlockSize(), HEVCPictureAlignment(), HEVCCroppedAway(), HEVCLevelPictureSize(), HEVCLevelRate(), HEVCLevelTiles(),
      HEVCLevelSegments(), HEVCBufferingAboveLevel(), HEVCSubLayerOrder(), HEVCAboveVPS(), HEVCVideoSetMissing(),
      HEVCVideoSetTiming(), HEVCReservedAspect(), HEVCReservedColour(), HEVCRGBMatrix(), HEVCZeroTiming(), HEVCOddRate(),
      HEVCHRDRate(), HEVCMissingPicTiming(), HEVCMissingBufferingPeriod(), HEVCMissingSlices(), HEVCTimingWithoutHRD(),
      HEVCPictureStructure(),
      HEVCMasteringTransfer(), HEVCLightLevel(),
      HEVCLightAboveMastering(),
      HEVCMasteringLuminance(), HEVCHashConflict(), HEVCActiveSets(), HEVCActiveSetsOrder(), HEVCUnreadMessage(), HEVCMessagePlace(),
      HEVCHRDConformance(), HEVCRecoveryPoint(), HEVCNestedType(), HEVCReferenceMissing(), HEVCReferenceExcluded(), HEVCReferenceCount(),
      HEVCPictureBuffer(),
      HEVCProfileDiffers(),
      HEVCLayersWithoutExtension(), HEVCOrderCountStep(), HEVCCompressionRatio(),
    ]
  }
}
