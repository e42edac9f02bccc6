extension RuleTable {
  /// The rules about H.264 streams.
  static func h264() -> [H264Rule] {
    [
      H264Truncated(), H264ValueOutOfRange(), H264Malformed(), H264Unsupported(), H264ForbiddenBit(), H264EmptyUnit(),
      H264ReferenceIdcZero(), H264ReferenceIdcNotZero(), H264ReservedType(), H264ZeroByteMissing(), H264EmulationPrevention(),
      H264TrailingBytes(), H264DelimiterNotFirst(), H264DelimiterMissing(), H264DelimiterType(), H264UnitsInsidePicture(),
      H264FillerBeforePicture(), H264FillerValue(), H264AfterEndOfSequence(), H264StreamEndNotLast(),
      H264FirstPictureNotIDR(),
      H264NoPicture(), H264FrameNumGap(), H264IDRPicIDRepeated(), H264IDRNumbers(), H264NoReferences(), H264DirectInference(),
      H264DuplicatePOC(), H264SetChanged(), H264UnusedSet(),
      H264UnknownProfile(), H264UnknownLevel(), H264ReservedBits(), H264CroppedAway(), H264LevelPictureSize(), H264LevelRate(),
      H264InterlacedLevel(),
      H264LevelReferences(), H264BufferingAboveLevel(), H264BufferingBelowReferences(), H264ReorderAboveBuffering(),
      H264ReorderExceeded(), H264PictureBuffer(), H264ReferenceMissing(), H264ProfileTools(), H264ProfileSlices(), H264ReservedAspect(),
      H264ReservedColour(),
      H264RGBMatrix(),
      H264ZeroTiming(), H264OddRate(), H264HRDRate(), H264LowDelayRate(), H264PictureStructure(), H264MasteringTransfer(), H264LightLevel(),
      H264LightAboveMastering(),
      H264MasteringLuminance(), H264BufferingPeriodOrder(), H264UnreadMessage(), H264MissingPicTiming(), H264MissingBufferingPeriod(),
      H264MissingSlices(),
      H264HRDConformance(),
      H264TimingWithoutHRD(),
      H264RecoveryPoint(), H264OrderCountStep(), H264OrderCountType(),
      H264ExtensionWithoutSet(), H264LevelBitRate(),
      H264CompressionRatio(), H264ZeroWords(),
    ]
  }
}
