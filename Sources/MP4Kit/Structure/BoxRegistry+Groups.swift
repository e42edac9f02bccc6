import BitstreamKit

extension BoxRegistry {
  /// ISO/IEC 14496-12, 8.9, and other boxes with information per sample.
  static func visitSampleGroupBox<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "sbgp": visitor.visit(SampleToGroupBox.self)
    case "sgpd": visitor.visit(SampleGroupDescriptionBox.self)
    case "csgp": visitor.visit(CompactSampleToGroupBox.self)
    case "subs": visitor.visit(SubSampleInformationBox.self)
    case "stdp": visitor.visit(DegradationPriorityBox.self)
    case "padb": visitor.visit(PaddingBitsBox.self)
    case "stsh": visitor.visit(ShadowSyncSampleBox.self)
    default: return false
    }
    return true
  }
}
