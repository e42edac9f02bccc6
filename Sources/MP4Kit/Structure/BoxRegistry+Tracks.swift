import BitstreamKit

extension BoxRegistry {
  /// Track boxes other than sample tables: media headers for other media types, apertures, references.
  static func visitTrackBox<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "elng": visitor.visit(ExtendedLanguageBox.self)
    case "nmhd": visitor.visit(NullMediaHeaderBox.self)
    case "sthd": visitor.visit(SubtitleMediaHeaderBox.self)
    case "hmhd": visitor.visit(HintMediaHeaderBox.self)
    case "gmin": visitor.visit(BaseMediaInfoBox.self)
    case "text": visitor.visit(TextMediaHeaderBox.self)
    case "tcmi": visitor.visit(TimecodeMediaInformationBox.self)
    case "gpmd": visitor.visit(GoProMediaHeaderBox.self)
    case "clef", "prof", "enof": visitor.visit(TrackApertureBox.self)
    case "load": visitor.visit(TrackLoadBox.self)
    case "urn ": visitor.visit(DataEntryUrnBox.self)
    case "alis", "rsrc": visitor.visit(DataEntryAliasBox.self)
    case "imdt": visitor.visit(DataEntryImdaBox.self)
    case "snim": visitor.visit(DataEntrySeqNumImdaBox.self)
    case "iods": visitor.visit(ObjectDescriptorBox.self)
    default: return false
    }
    return true
  }

  /// Track references and track groups, of any type.
  static func visitReference<V: BoxVisitor>(_ type: FourCC, _ context: BoxContext, _ visitor: inout V) -> Bool? {
    switch (context.container, type) {
    case ("trgr", "ster"): visitor.visit(StereoVideoGroupBox.self)
    case ("trgr", _): visitor.visit(TrackGroupTypeBox.self)
    default: visitor.visit(TrackReferenceTypeBox.self)
    }
    return true
  }

  /// Children of the QuickTime `wave` box. They share type names with sample entries but have other layouts.
  static func visitInWave<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool? {
    switch type {
    case "mp4a", "samr", "sawb", "sawp", "QDM2", "QDMC", "Qclp", "QDCA", "QDCP", ".mp3", "mp3 ", "ima4", "MAC3", "MAC6":
      visitor.visit(DecoderParameterBox.self)
    case FourCC(rawValue: 0): visitor.visit(TerminatorBox.self)
    default: return nil
    }
    return true
  }

  /// Keys of timed metadata: the box types are numbers.
  static func visitInTimedMetadata<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool? {
    visitor.visit(ContainerBox.self)
    return true
  }
}
