import BitstreamKit

extension BoxRegistry {
  /// What a track holds beside its samples: media headers of other kinds, apertures, references.
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

  /// References between tracks, and groups of them: any type.
  static func visitReference<V: BoxVisitor>(_ type: FourCC, _ context: BoxContext, _ visitor: inout V) -> Bool? {
    switch (context.container, type) {
    case ("trgr", "ster"): visitor.visit(StereoVideoGroupBox.self)
    case ("trgr", _): visitor.visit(TrackGroupTypeBox.self)
    default: visitor.visit(TrackReferenceTypeBox.self)
    }
    return true
  }

  /// QuickTime's box of decoder parameters: the types of sample entries, in other forms.
  static func visitInWave<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool? {
    switch type {
    case "mp4a", "samr", "sawb", "sawp", "QDM2", "QDMC", "Qclp", "QDCA", "QDCP", ".mp3", "mp3 ", "ima4", "MAC3", "MAC6":
      visitor.visit(DecoderParameterBox.self)
    case FourCC(rawValue: 0): visitor.visit(TerminatorBox.self)
    default: return nil
    }
    return true
  }

  /// What timed metadata says of its keys: boxes whose types are numbers.
  static func visitInTimedMetadata<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool? {
    visitor.visit(ContainerBox.self)
    return true
  }
}
