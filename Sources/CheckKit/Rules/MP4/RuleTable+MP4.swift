extension RuleTable {
  /// The rules about MP4, QuickTime and HEIF files: their boxes, items, bitstreams, and what players need.
  static func movie() -> [MovieRule] { boxes() + protection() + images() + across() + targets() }

  private static func boxes() -> [MovieRule] {
    [
      BoxSize(), NotABox(), MissingBox(), BoxFields(), BoxLimit(), UnreadableSamples(), RepeatedBox(), MisplacedBox(),
      FileTypeNotFirst(), FileTypeMissing(), MovieMissing(), MovieHidden(), NoTrack(), IndexAfterMedia(), TrackIDZero(), TrackIDRepeated(),
      NextTrackID(), ZeroTimescale(), MovieRate(), HandlerMismatch(), MediaHeaderMismatch(), InvalidLanguage(), NoDescription(),
      DescriptionIndex(),
      SampleCount(), RowsLeft(), CompositionVersion(), SyncOrder(), EmptySyncTable(), ChunkRuns(), ChunkOverlap(), TracksOverlap(),
      ChunkOrder(),
      SampleOutsideFile(),
      SampleOutsideMediaData(), EmptySample(), BlankSamples(), ByteStreamFormat(), SampleWithoutPicture(), ZeroDuration(),
      DuplicatePresentation(), MediaDuration(), TrackDuration(),
      MovieDuration(), EditBeyondMedia(), ComplexEdits(), EmptyLastEdit(), CoarseInterleaving(), FragmentWithoutMovie(), SegmentAlone(),
      FragmentWithoutDefaults(), FragmentOrder(), FragmentTimeGap(), FragmentTimeOverlap(), FragmentWithoutTime(),
      FragmentDataOutside(), FragmentDuration(), SegmentIndexSizes(), SegmentIndexTimes(), SegmentIndexTimescale(),
      RandomAccessOffsets(), RandomAccessTable(),
      UnknownBox(), MandatoryTrackBox(),
      DataReferenceIndex(), DataReference(), TrackReferences(), CodecConfigurationMissing(), StreamType(), AudioConfiguration(),
      SampleGroups(), EntryTypes(), TrackDisabled(),
      DisplayMatrix(),
      UnevenPresentation(), UndefinedFlags(), ReservedFields(), ShortEdit(),
      FragmentNumberGap(),
      SegmentIndexAccess(),
    ]
  }
}
