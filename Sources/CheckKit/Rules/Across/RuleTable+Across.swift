extension RuleTable {
  /// The rules that compare a container with the bitstreams in it.
  static func across() -> [MovieRule] {
    [
      AVCProfileMismatch(), EntrySizeMismatch(), AspectMismatch(), ColourMismatch(), SyncMismatch(), InBandSets(),
      BitRateMismatch(), LengthSizeReserved(), FrameRateMismatch(), SoundRateMismatch(), StartOffset(), EndOffset(),
    ]
  }
}
