import BitstreamKit

extension BoxRegistry {
  /// What stands in `stsd`: by its type where that is known, else by what the track carries.
  static func visitSampleEntry<V: BoxVisitor>(_ type: FourCC, _ context: BoxContext, _ visitor: inout V) -> Bool {
    switch type {
    case "avc1", "avc2", "avc3", "avc4", "hvc1", "hev1", "encv": visitor.visit(VisualSampleEntry.self)
    case "mp4a", "enca":
      visitAudio(context, &visitor)
    default: return visitByHandler(context, &visitor)
    }
    return true
  }

  private static func visitAudio<V: BoxVisitor>(_ context: BoxContext, _ visitor: inout V) {
    if context.containerVersion == 1 { visitor.visit(AudioSampleEntryV1.self) } else { visitor.visit(AudioSampleEntry.self) }
  }

  private static func visitByHandler<V: BoxVisitor>(_ context: BoxContext, _ visitor: inout V) -> Bool {
    switch context.handler {
    case "vide", "pict", "auxv": visitor.visit(VisualSampleEntry.self)
    case "soun": visitAudio(context, &visitor)
    default: return false
    }
    return true
  }

  /// What sample entries hold: configurations and what else is said about the coded samples.
  static func visitSampleEntryPart<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "avcC": visitor.visit(AVCConfigurationBox.self)
    case "hvcC": visitor.visit(HEVCConfigurationBox.self)
    case "esds": visitor.visit(ESDBox.self)
    case "btrt": visitor.visit(BitRateBox.self)
    case "pasp": visitor.visit(PixelAspectRatioBox.self)
    case "colr": visitor.visit(ColourInformationBox.self)
    default: return false
    }
    return true
  }
}
