extension RuleTable {
  /// The rules about MP4, QuickTime and HEIF files.
  static func movie() -> [MovieRule] {
    [
      BoxSize(), NotABox(), MissingBox(), BoxFields(), BoxLimit(), UnreadableSamples(), RepeatedBox(), MisplacedBox(),
      FileTypeNotFirst(), FileTypeMissing(), MovieMissing(), NoTrack(), IndexAfterMedia(), TrackIDZero(), TrackIDRepeated(),
      NextTrackID(), ZeroTimescale(), MovieRate(), HandlerMissing(), InvalidLanguage(), NoDescription(), DescriptionIndex(),
      TimeToSampleCount(), CompositionCount(), SyncOrder(), EmptySyncTable(), ChunkRuns(), SampleOutsideFile(),
      SampleOutsideMediaData(), EmptySample(), ZeroDuration(), DuplicatePresentation(), MediaDuration(), TrackDuration(),
      MovieDuration(), EditBeyondMedia(), ComplexEdits(), CoarseInterleaving(),
    ]
  }
}
