import BitstreamKit

extension BoxRegistry {
  /// ISO/IEC 14496-12, 8.10, and iTunes, QuickTime and 3GPP metadata.
  static func visitMetadataBox<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "data": visitor.visit(MetadataValueBox.self)
    case "mean", "name": visitor.visit(ItemKeyBox.self)
    case "itif": visitor.visit(ItemInformationBox.self)
    case "keys": visitor.visit(MetadataItemKeysBox.self)
    case "ID32": visitor.visit(ID3v2Box.self)
    case "xml ": visitor.visit(XMLBox.self)
    case "bxml": visitor.visit(BinaryXMLBox.self)
    case "tlou", "alou": visitor.visit(LoudnessBaseBox.self)
    case "mere": visitor.visit(MetaboxRelationBox.self)
    default: return visitHintStatistics(type, &visitor)
    }
    return true
  }

  /// Children of metadata boxes, of any type.
  static func visitInMetadata<V: BoxVisitor>(_ type: FourCC, _ context: BoxContext, _ visitor: inout V) -> Bool? {
    switch (context.container, type) {
    case (_, "free"), (_, "skip"): return nil
    case ("ilst", _):
      // Child types are item names or key indices; each child is a container.
      visitor.visit(ContainerBox.self)
      return true
    case ("udta", _): return visitUserData(type, &visitor) ? true : nil
    default: return nil
    }
  }

  /// ISO/IEC 14496-12, 8.10.2; 3GPP TS 26.244, clause 8; QuickTime user data.
  private static func visitUserData<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "cprt", "titl", "dscp", "perf", "auth", "gnre", "coll", "swre": visitor.visit(UserDataTextBox.self)
    case "yrrc": visitor.visit(RecordingYearBox.self)
    case "albm": visitor.visit(AlbumBox.self)
    case "rtng": visitor.visit(RatingBox.self)
    case "clsf": visitor.visit(ClassificationBox.self)
    case "kywd": visitor.visit(KeywordsBox.self)
    case "loci": visitor.visit(LocationInformationBox.self)
    case "name": visitor.visit(UserDataNameBox.self)
    case "tagc": visitor.visit(MediaCharacteristicTagBox.self)
    case "WLOC": visitor.visit(WindowLocationBox.self)
    case "AllF", "SelO": visitor.visit(PlaybackFlagBox.self)
    case "LOOP": visitor.visit(LoopingBox.self)
    case "ptv ": visitor.visit(PrintToVideoBox.self)
    case "chpl": visitor.visit(ChapterListBox.self)
    case "Xtra": visitor.visit(XtraBox.self)
    default:
      guard type.rawValue >> 24 == 0xA9 else { return false }
      visitor.visit(InternationalTextBox.self)
    }
    return true
  }

  /// ISO/IEC 14496-12, 9.1: children of `hinf` and `hnti` in user data.
  private static func visitHintStatistics<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "trpy", "nump", "tpyl", "dmed", "dimm", "drep": visitor.visit(HintStatistics64Box.self)
    case "totl", "npck", "tpay", "pmax", "dmax": visitor.visit(HintStatistics32Box.self)
    case "tmin", "tmax": visitor.visit(HintRelativeTimeBox.self)
    case "maxr": visitor.visit(HintMaximumRateBox.self)
    case "payt": visitor.visit(HintPayloadBox.self)
    case "rtp ": visitor.visit(RTPMovieHintInformationBox.self)
    case "sdp ": visitor.visit(RTPTrackHintInformationBox.self)
    default: return false
    }
    return true
  }
}
