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
    case "md5i": visitor.visit(MD5IntegrityBox.self)
    case "gitn": visitor.visit(GroupIdToNameBox.self)
    default: return visitItemProperty(type, &visitor)
    }
    return true
  }

  /// Item properties: children of `ipco`.
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
    case "brnd": visitor.visit(FileTypeBox.self)
    case "jpgC": visitor.visit(JPEGConfigurationBox.self)
    case "mskC": visitor.visit(MaskConfigurationProperty.self)
    case "oinf": visitor.visit(OperatingPointsInformationProperty.self)
    case "tols": visitor.visit(TargetOlsProperty.self)
    case "spid": visitor.visit(VvcSubpicIDProperty.self)
    case "spor": visitor.visit(VvcSubpicOrderProperty.self)
    default: return visitShotProperty(type, &visitor)
    }
    return true
  }

  /// Item properties in `ipco` for image series and slide shows.
  private static func visitShotProperty<V: BoxVisitor>(_ type: FourCC, _ visitor: inout V) -> Bool {
    switch type {
    case "aebr": visitor.visit(AutoExposureProperty.self)
    case "afbr": visitor.visit(FlashExposureProperty.self)
    case "dobr": visitor.visit(DepthOfFieldProperty.self)
    case "fobr": visitor.visit(FocusProperty.self)
    case "wbbr": visitor.visit(WhiteBalanceProperty.self)
    case "pano": visitor.visit(PanoramaProperty.self)
    case "wipe": visitor.visit(WipeTransitionEffectProperty.self)
    case "zoom": visitor.visit(ZoomTransitionEffectProperty.self)
    case "fade": visitor.visit(FadeTransitionEffectProperty.self)
    case "splt": visitor.visit(SplitTransitionEffectProperty.self)
    case "stpe": visitor.visit(SuggestedTransitionPeriodProperty.self)
    case "ssld": visitor.visit(SuggestedTimeDisplayDurationProperty.self)
    default: return false
    }
    return true
  }

  /// Item references and entity groups, of any type.
  static func visitItemReference<V: BoxVisitor>(_ type: FourCC, _ context: BoxContext, _ visitor: inout V) -> Bool? {
    switch type {
    case "free", "skip": return nil
    case "pymd" where context.container == "grpl": visitor.visit(ImagePyramidEntityGroupBox.self)
    case "acgl" where context.container == "grpl": visitor.visit(SubpicCommonGroupBox.self)
    case "swtk" where context.container == "grpl": visitor.visit(SwitchableTracksGroupBox.self)
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
