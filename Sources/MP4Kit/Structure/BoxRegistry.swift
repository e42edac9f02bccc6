import BitstreamKit

/// A visitor that receives the Swift type of a box.
public protocol BoxVisitor {
  /// Called with the type that parses the box.
  mutating func visit<B: Box>(_ type: B.Type)
}

/// Maps box types to Swift types, one line per box. Boxes are grouped by the clause or standard that defines them.
public enum BoxRegistry {
  /// Calls `visitor` with the Swift type of a box.
  /// - Returns: false if the box type is unknown; `visitor` is then not called.
  @discardableResult public static func visit<V: BoxVisitor>(
    _ header: BoxHeader, in context: BoxContext, _ visitor: inout V
  ) -> Bool {
    if let known = visitByPlace(header.type, context, &visitor) { return known }
    if header.userType != nil { return visitUserTypeBox(header, context, &visitor) }
    let type = header.type
    return visitContainer(type, &visitor) || visitMovieBox(type, &visitor) || visitSampleTableBox(type, &visitor)
      || visitFragmentBox(type, &visitor) || visitSampleEntryPart(type, &visitor) || visitTrackBox(type, &visitor)
      || visitProtectionBox(type, &visitor) || visitSampleGroupBox(type, &visitor) || visitSegmentBox(type, &visitor)
      || visitMetadataBox(type, &visitor) || visitItemBox(type, &visitor) || visitCompressedBox(type, &visitor)
      || visitLayerBox(type, &visitor)
  }

  /// Boxes whose meaning depends on the parent box; nil if the type alone decides.
  private static func visitByPlace<V: BoxVisitor>(_ type: FourCC, _ context: BoxContext, _ visitor: inout V) -> Bool? {
    switch context.container {
    case "stsd": return visitSampleEntry(type, context, &visitor)
    case "wave": return visitInWave(type, &visitor)
    case "tref", "trgr": return visitReference(type, context, &visitor)
    case "iref", "grpl": return visitItemReference(type, context, &visitor)
    case "mebx" where type == "keys", "keys" where context.handler == "meta": return visitInTimedMetadata(type, &visitor)
    case "ilst", "keys", "udta": return visitInMetadata(type, context, &visitor)
    case "strk": return visitInSubTrack(type, &visitor)
    default: return nil
    }
  }

  /// Containers without fields.
  private static func visitContainer<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "moov", "cmov", "trak", "mdia", "minf", "dinf", "stbl", "edts", "udta", "mvex", "moof", "traf", "mfra", "strk", "strd", "meco",
      "sinf", "schi", "rinf", "tapt", "gmhd", "tmcd", "tref", "trgr", "wave", "sv3d", "proj", "vexu", "eyes", "cams", "cmfy", "pack",
      "vttc", "vtte", "ilst", "hnti", "hinf", "uinf", "etyp", "otyp", "iprp", "ipco", "grpl", "paen", "scrb", "ludt", "cinf":
      visitor.visit(ContainerBox.self)
    case "free", "skip", "wide": visitor.visit(FreeSpaceBox.self)
    default: return false
    }
    return true
  }

  /// ISO/IEC 14496-12, clauses 4 and 8.1 to 8.11.
  private static func visitMovieBox<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "ftyp", "styp", "ttyp": visitor.visit(FileTypeBox.self)
    case "mvhd": visitor.visit(MovieHeaderBox.self)
    case "tkhd": visitor.visit(TrackHeaderBox.self)
    case "mdhd": visitor.visit(MediaHeaderBox.self)
    case "hdlr": visitor.visit(HandlerBox.self)
    case "elst": visitor.visit(EditListBox.self)
    case "dref": visitor.visit(DataReferenceBox.self)
    case "url ": visitor.visit(DataEntryUrlBox.self)
    case "vmhd": visitor.visit(VideoMediaHeaderBox.self)
    case "smhd": visitor.visit(SoundMediaHeaderBox.self)
    case "meta": visitor.visit(MetaBox.self)
    default: return false
    }
    return true
  }

  /// ISO/IEC 14496-12, 8.5 to 8.7.
  private static func visitSampleTableBox<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "stsd": visitor.visit(SampleDescriptionBox.self)
    case "stts": visitor.visit(TimeToSampleBox.self)
    case "ctts": visitor.visit(CompositionOffsetBox.self)
    case "cslg": visitor.visit(CompositionToDecodeBox.self)
    case "stss": visitor.visit(SyncSampleBox.self)
    case "sdtp": visitor.visit(SampleDependencyTypeBox.self)
    case "stsz": visitor.visit(SampleSizeBox.self)
    case "stz2": visitor.visit(CompactSampleSizeBox.self)
    case "stsc": visitor.visit(SampleToChunkBox.self)
    case "stco": visitor.visit(ChunkOffsetBox.self)
    case "co64": visitor.visit(ChunkLargeOffsetBox.self)
    default: return false
    }
    return true
  }

  /// ISO/IEC 14496-12, 8.19, and QuickTime compressed movies.
  private static func visitCompressedBox<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "dcom": visitor.visit(DataCompressionBox.self)
    case "cmvd": visitor.visit(CompressedMovieDataBox.self)
    case "!mov", "!mof", "!six", "!ssx": visitor.visit(CompressedBox.self)
    default: return false
    }
    return true
  }

  /// ISO/IEC 14496-12, 8.8.
  private static func visitFragmentBox<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "mehd": visitor.visit(MovieExtendsHeaderBox.self)
    case "trex": visitor.visit(TrackExtendsBox.self)
    case "mfhd": visitor.visit(MovieFragmentHeaderBox.self)
    case "tfhd": visitor.visit(TrackFragmentHeaderBox.self)
    case "tfdt": visitor.visit(TrackFragmentBaseMediaDecodeTimeBox.self)
    case "trun": visitor.visit(TrackRunBox.self)
    default: return false
    }
    return true
  }
}
