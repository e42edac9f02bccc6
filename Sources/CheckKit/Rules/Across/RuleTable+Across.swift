extension RuleTable {
  /// The rules that compare a container with the bitstreams in it.
  static func across() -> [MovieRule] {
    [
      AVCProfileMismatch(), HEVCConfigurationMismatch(), EntrySizeMismatch(), TrackSizeMismatch(), AspectMismatch(), ColourMismatch(),
      ColourRange(),
      SyncMismatch(),
      InBandSets(),
      BitRateMismatch(), LengthSizeReserved(), RecordReserved(), FrameRateMismatch(), SoundRateMismatch(), StartOffset(), EndOffset(),
      CompositionOrder(), DependencyFlags(), RandomAccessGroups(), FieldMismatch(), LevelRates(), SoundDrift(), HighSampleRate(),
      PrimingMismatch(),
    ]
  }
}
