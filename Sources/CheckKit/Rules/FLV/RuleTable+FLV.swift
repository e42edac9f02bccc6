extension RuleTable {
  /// The rules about FLV files.
  static func flv() -> [TagRule] {
    [
      FLVDataOffset(), FLVLargeHeader(), FLVVersion(), FLVHeaderReserved(), FLVTagReserved(), FLVNoStreams(), FLVUndeclared(),
      FLVDeclaredMissing(), FLVNoTag(), FLVPreviousTagSize(), FLVPreviousTagSizeMissing(), FLVUnknownTagType(), FLVEmptyTag(),
      FLVStreamID(), FLVTrailingData(), FLVTruncated(), FLVTagBody(), FLVLargeTag(), FLVFirstTimestamp(),
      FLVTimestampBackwards(), FLVTimestampExtension(), FLVScriptTimestamp(), FLVTimestampJump(), FLVSoundGap(), FLVSoundDrift(),
      FLVInterleaving(),
      FLVCompositionOrder(), FLVStartOffset(),
      FLVEndOffset(), FLVExtendedTimestamps(), FLVUnknownSoundFormat(), FLVReservedSoundFormat(), FLVAACSoundFlags(),
      FLVNellymoserStereo(), FLVPlatformPCM(), FLVAudioFormatChanged(), FLVUnknownAudioFourCC(), FLVUnknownFrameType(),
      FLVUnknownVideoCodec(), FLVLegacyHEVC(), FLVUnknownVideoFourCC(), FLVJPEG(), FLVVideoCodecChanged(), FLVFirstFrame(),
      FLVNoKeyFrame(), FLVOnlyKeyFrames(), FLVKeyFrameInterval(), FLVRTMPKeyFrameInterval(), FLVKeyFrameFlag(), FLVByteStreamFormat(),
      FLVConfiguration(),
      FLVNegativeComposition(), FLVLargeComposition(), FLVHeaderComposition(), FLVUnknownPacketType(), FLVMediaBeforeHeader(),
      FLVRepeatedHeader(), FLVChangedHeader(), FLVAfterEnd(), FLVNoPictureSize(), FLVScriptUnparsable(), FLVScriptName(),
      FLVScriptNameEmpty(), FLVScriptUnknown(), FLVScriptTrailing(), FLVScriptUnterminated(), FLVDuplicateKey(), FLVArrayLength(),
      FLVMetadataMissing(), FLVMetadataNotFirst(), FLVMetadataTimestamp(), FLVMetadataRepeated(), FLVMetadataType(), FLVLastSecond(),
      FLVDuration(), FLVFilesize(), FLVPictureSize(), FLVSizeMissing(), FLVFramerate(), FLVVideoRate(), FLVAudioRate(),
      FLVVideoCodecID(), FLVAudioCodecID(), FLVStereo(), FLVSampleRate(), FLVHasStreams(), FLVStreamProperty(), FLVLastTimestamp(),
      FLVLastKeyTimestamp(), FLVCanSeekToEnd(), FLVHasKeyframes(), FLVStreamSizes(), FLVAudioDelay(), FLVValueType(), FLVIndexShape(),
      FLVIndexLength(), FLVIndexPosition(), FLVIndexTime(), FLVIndexOrder(),
    ]
  }
}
