import BitstreamKit

extension BoxRegistry {
  /// ISO/IEC 14496-12, 8.8.9 to 8.8.15 and 8.16, and DASH events.
  static func visitSegmentBox<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "sidx": visitor.visit(SegmentIndexBox.self)
    case "ssix": visitor.visit(SubsegmentIndexBox.self)
    case "tfra": visitor.visit(TrackFragmentRandomAccessBox.self)
    case "mfro": visitor.visit(MovieFragmentRandomAccessOffsetBox.self)
    case "emsg": visitor.visit(DASHEventMessageBox.self)
    case "prft": visitor.visit(ProducerReferenceTimeBox.self)
    case "trep": visitor.visit(TrackExtensionPropertiesBox.self)
    case "assp": visitor.visit(AlternativeStartupSequencePropertiesBox.self)
    case "leva": visitor.visit(LevelAssignmentBox.self)
    case "pdin": visitor.visit(ProgressiveDownloadInfoBox.self)
    case "imda": visitor.visit(IdentifiedMediaDataBox.self)
    case "tyco": visitor.visit(TypeCombinationBox.self)
    default: return visitSelectionBox(type, &visitor)
    }
    return true
  }

  /// Selection of tracks and sub tracks.
  private static func visitSelectionBox<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "tsel": visitor.visit(TrackSelectionBox.self)
    case "kind": visitor.visit(KindBox.self)
    case "stsg": visitor.visit(SubTrackSampleGroupBox.self)
    case "thmb": visitor.visit(ThumbnailBox.self)
    case "ulst": visitor.visit(UUIDListBox.self)
    default: return false
    }
    return true
  }

  /// Sub track information: in a sample entry, `stri` is a different box.
  static func visitInSubTrack<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool? {
    guard type == "stri" else { return nil }
    visitor.visit(SubTrackInformationBox.self)
    return true
  }
}
