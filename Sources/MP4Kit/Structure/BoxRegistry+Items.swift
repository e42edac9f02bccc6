import BitstreamKit

extension BoxRegistry {
  /// ISO/IEC 14496-12, 8.11, and ISO/IEC 23008-12.
  static func visitItemBox<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "pitm": visitor.visit(PrimaryItemBox.self)
    case "iloc": visitor.visit(ItemLocationBox.self)
    case "iinf": visitor.visit(ItemInfoBox.self)
    case "infe": visitor.visit(ItemInfoEntry.self)
    case "iref": visitor.visit(ItemReferenceBox.self)
    case "ipma": visitor.visit(ItemPropertyAssociationBox.self)
    case "idat": visitor.visit(ItemDataBox.self)
    case "fiin": visitor.visit(FDItemInformationBox.self)
    case "fpar": visitor.visit(FilePartitionBox.self)
    case "fecr", "fire": visitor.visit(ReservoirBox.self)
    case "segr": visitor.visit(FDSessionGroupBox.self)
    case "gitn": visitor.visit(GroupIdToNameBox.self)
    default: return visitItemProperty(type, &visitor)
    }
    return true
  }

  /// What stands in `ipco`.
  private static func visitItemProperty<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "ispe": visitor.visit(ImageSpatialExtentsProperty.self)
    case "pixi": visitor.visit(PixelInformationProperty.self)
    case "irot": visitor.visit(ImageRotation.self)
    case "imir": visitor.visit(ImageMirror.self)
    case "auxC": visitor.visit(AuxiliaryTypeProperty.self)
    case "rloc": visitor.visit(RelativeLocationProperty.self)
    case "lsel": visitor.visit(LayerSelectorProperty.self)
    case "a1op": visitor.visit(OperatingPointSelectorProperty.self)
    case "a1lx": visitor.visit(AV1LayeredImageIndexingProperty.self)
    case "crtt": visitor.visit(CreationTimeProperty.self)
    case "mdft": visitor.visit(ModificationTimeProperty.self)
    case "udes": visitor.visit(UserDescriptionProperty.self)
    case "altt": visitor.visit(AccessibilityTextProperty.self)
    case "iscl": visitor.visit(ImageScaling.self)
    case "rref": visitor.visit(RequiredReferenceTypesProperty.self)
    default: return false
    }
    return true
  }

  /// References between items, and groups of them: any type.
  static func visitItemReference<V: BoxVisitor>(_ type: FourCC, _ context: BoxContext, _ visitor: inout V) -> Bool? {
    switch type {
    case "free", "skip": return nil
    case "pymd" where context.container == "grpl": visitor.visit(ImagePyramidEntityGroupBox.self)
    default:
      if context.container == "grpl" {
        visitor.visit(EntityToGroupBox.self)
      } else if context.containerVersion == 0 {
        visitor.visit(SingleItemTypeReferenceBox.self)
      } else {
        visitor.visit(SingleItemTypeReferenceBoxLarge.self)
      }
    }
    return true
  }
}
