import BitstreamKit
import MP4Kit
import Testing

/// The meaning of a type depends on its parent.
@Suite struct BoxRegistryTests {
  struct Name: BoxVisitor {
    var name = ""
    mutating func visit<B: Box>(_ type: B.Type) { name = "\(B.self)" }
  }

  @Test(arguments: [
    ("gnre" as FourCC, "udta" as FourCC, 0 as UInt8, "UserDataTextBox"), ("gnre", "ilst", 0, "ContainerBox"),
    ("name", "udta", 0, "UserDataNameBox"),
    ("name", "----", 0, "ItemKeyBox"), ("©nam", "udta", 0, "InternationalTextBox"), ("©nam", "ilst", 0, "ContainerBox"),
    ("thmb", "udta", 0, "ThumbnailBox"), ("thmb", "iref", 0, "SingleItemTypeReferenceBox"),
    ("thmb", "iref", 1, "SingleItemTypeReferenceBoxLarge"), ("altr", "grpl", 0, "EntityToGroupBox"),
    ("pymd", "grpl", 0, "ImagePyramidEntityGroupBox"), ("pymd", "iref", 0, "SingleItemTypeReferenceBox"),
    ("keys", "meta", 0, "MetadataItemKeysBox"), ("stri", "strk", 0, "SubTrackInformationBox"), ("free", "ilst", 0, "FreeSpaceBox"),
    ("free", "iref", 0, "FreeSpaceBox"), ("meta", "udta", 0, "MetaBox"), ("what", "udta", 0, ""),
  ]) func aBoxIsWhatItsPlaceSays(type: FourCC, container: FourCC, version: UInt8, name: String) {
    var visitor = Name()
    let isKnown = BoxRegistry.visit(BoxHeader(type), in: BoxContext(in: container, version: version), &visitor)
    #expect(visitor.name == name)
    #expect(isKnown == !name.isEmpty)
  }
}
