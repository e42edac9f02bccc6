import BitstreamKit

extension BoxRegistry {
  /// ISO/IEC 14496-15: SVC tiers, MVC views, tiles and subpictures.
  static func visitLayerBox<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "iroi": visitor.visit(IroiInfoBox.self)
    case "ldep": visitor.visit(TierDependencyBox.self)
    case "svdr": visitor.visit(SVCDependencyRangeBox.self)
    case "svip": visitor.visit(InitialParameterSetBox.self)
    case "svpr": visitor.visit(PriorityRangeBox.self)
    case "tran": visitor.visit(TranscodingInfoBox.self)
    case "rrgn": visitor.visit(RectRegionBox.self)
    case "buff": visitor.visit(BufferingBox.self)
    case "tibr": visitor.visit(TierBitRateBox.self)
    case "tiri": visitor.visit(TierInfoBox.self)
    case "sstl": visitor.visit(SVCSubTrackLayerBox.self)
    case "stti": visitor.visit(SubTrackTierBox.self)
    case "sdep": visitor.visit(SampleDependencyBox.self)
    case "seii": visitor.visit(SeiInformationBox.self)
    case "seib", "vsib", "3sib": visitor.visit(ScalabilityInformationSEIBox.self)
    case "svcP", "mvcP": visitor.visit(PriorityAssignmentBox.self)
    case "qlif": visitor.visit(SVCPriorityLayerInfoBox.self)
    case "svmC": visitor.visit(SVCMetadataSampleConfigBox.self)
    default: return visitViewBox(type, &visitor)
    }
    return true
  }

  /// MVC views and their descriptions, and picture regions.
  private static func visitViewBox<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "mstv": visitor.visit(MVCSubTrackViewBox.self)
    case "mvcg": visitor.visit(MultiviewGroupBox.self)
    case "mvci": visitor.visit(MultiviewInformationBox.self)
    case "3dpr": visitor.visit(MVDDepthResolutionBox.self)
    case "mvra": visitor.visit(MultiviewRelationAttributeBox.self)
    case "stmg": visitor.visit(MVCSubTrackMultiviewGroupBox.self)
    case "swtc": visitor.visit(MultiviewGroupRelationBox.self)
    case "tstb": visitor.visit(TileSubTrackGroupBox.self)
    case "vwdi": visitor.visit(MultiviewSceneInfoBox.self)
    case "vwid": visitor.visit(ViewIdentifierBox.self)
    default: return false
    }
    return true
  }
}
