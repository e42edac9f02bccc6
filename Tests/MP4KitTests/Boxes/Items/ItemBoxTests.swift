import BitstreamKit
import MP4Kit
import TestSupport
import Testing

@Suite struct ItemBoxTests {
  @Test func partsThatTakeNoBytesTakeNoMemory() throws {
    // Offsets and lengths of 0 bytes, one item of 65535 extents.
    #expect(throws: SyntaxError.self) { try ItemLocationBox(parsing: hex("00000000 0000 0001 0001 0000 ffff")) }
    #expect(try ItemLocationBox(parsing: hex("00000000 0000 0001 0001 0000 0001")).items[0].extents == [ItemLocationBox.Extent()])
  }

  @Test func anItemMayLackWhatIsOptional() throws {
    let encoding = hex("02000000 0001 0000 6d696d65 00 612f6200 67")
    #expect(try ItemInfoEntry(parsing: encoding).contentEncoding == TerminatedString(bytes: [0x67], isTerminated: false))
    #expect(try ItemInfoEntry(parsing: encoding).encoded() == encoding)
    #expect(try ItemInfoEntry(parsing: hex("02000000 0001 0000 6d696d65 00 612f6200")).contentEncoding == nil)
    #expect(try ItemInfoEntry(parsing: hex("02000001 0001 0000 68766331 00")).isHidden)
    let extended = try ItemInfoEntry(parsing: hex("01000000 0001 0000 4100 4200 4300 6664656c 01"))
    #expect(extended.itemExtension?.extensionType == "fdel")
    #expect(extended.contentType == "B")
  }

  @Test func dataOfDerivedImages() throws {
    checkLaws(ImageGrid.self)
    checkLaws(ImageOverlay.self)
    let grid = try ImageGrid(parsing: hex("00 00 01 02 0140 00f0"))
    #expect((grid.rows, grid.columns) == (2, 3))
    #expect(grid.size == PictureSize(width: 320, height: 240))
    #expect(try ImageGrid(parsing: hex("00 01 00 ff 00012345 00000001")).size == PictureSize(width: 0x12345, height: 1))
    #expect(throws: SyntaxError.self) { try ImageGrid(parsing: hex("01 00 01 02 0140 00f0")) }
    #expect(throws: SyntaxError.self) { try ImageGrid(parsing: hex("00 01 01 02 0140 00f0")) }
    let overlay = try ImageOverlay(parsing: hex("00 00 ffff 8000 0000 ffff 0140 00f0 fff0 0002 0010 ffff"))
    #expect(overlay.canvasFillValue == [0xFFFF, 0x8000, 0, 0xFFFF])
    #expect(overlay.places.map(\.horizontalOffset) == [-16, 16])
    #expect(overlay.places.map(\.verticalOffset) == [2, -1])
    #expect(throws: SyntaxError.self) { try ImageOverlay(parsing: hex("00 00 ffff 8000 0000 ffff 0140 00f0 fff0")) }
  }

  @Test func referencesInACircleAreListed() throws {
    // An iref of version 1 in which items 1 and 2 are derived from each other.
    let references = hex("0000000e 64696d67 0001 0001 0002") + hex("0000000e 64696d67 0002 0001 0001")
    var tree = try BoxTree(MemorySource(hex("00000028 69726566 00000000") + references))
    #expect(tree.findings.isEmpty)
    #expect(try tree.find("iref/dimg").map { try Array(tree.read(SingleItemTypeReferenceBox.self, at: $0).toItemIDs) } == [[2], [1]])
    var large = try BoxTree(MemorySource(hex("0000001e 69726566 01000000 00000012 6463646c 00000001 0001 00000002")))
    #expect(try large.read(SingleItemTypeReferenceBoxLarge.self, at: "iref/dcdl")?.toItemIDs.first == 2)
  }

  @Test(.enabled(if: Places.corpus != nil)) func realPicturesAreTakenApart() throws {
    var file = try BoxTree(MemorySource(try Places.corpusFile("mp4/heif/clap_irot_imir_non_essential.avif")))
    let extents = try file.require(ImageSpatialExtentsProperty.self, at: "meta/iprp/ipco/ispe")
    #expect((extents.imageWidth, extents.imageHeight) == (12, 34))
    #expect(try file.require(ImageRotation.self, at: "meta/iprp/ipco/irot").degrees == 90)
    #expect(try file.require(ImageMirror.self, at: "meta/iprp/ipco/imir").axis == 1)
    #expect(try file.require(AuxiliaryTypeProperty.self, at: "meta/iprp/ipco/auxC").isAlpha)
    #expect(try file.require(PixelInformationProperty.self, at: "meta/iprp/ipco/pixi").bitsPerChannel == [10, 10, 10])
    let properties = try file.require(ItemPropertyAssociationBox.self, at: "meta/iprp/ipma")
    #expect(properties.entries.map(\.itemID) == [1, 2])
    #expect(properties.entries[0].associations.map(\.propertyIndex) == [1, 2, 3, 4, 5, 6, 7])
    #expect(properties.entries[0].associations.filter(\.essential).map(\.propertyIndex) == [3])
    let places = try file.require(ItemLocationBox.self, at: "meta/iloc")
    #expect(places.items.map { $0.extents.map(\.extentOffset) } == [[0x21D], [0x1EB]])
    #expect(places.items.map(\.byteCount) == [0x70, 0x32])
    let infos = file.find("meta/iinf/infe")
    #expect(try infos.map { try file.read(ItemInfoEntry.self, at: $0).itemName } == ["Color", "Alpha"])
    let alpha = try file.require(SingleItemTypeReferenceBox.self, at: "meta/iref/auxl")
    #expect(alpha.fromItemID == 2)
    #expect(Array(alpha.toItemIDs) == [1])
  }

  @Test(.enabled(if: Places.corpus != nil)) func groupsOfRealPicturesAreRead() throws {
    var pyramid = try BoxTree(MemorySource(try Places.corpusFile("mp4/heif/pyramid_pymd.avif")))
    let sizes = try pyramid.require(ImagePyramidEntityGroupBox.self, at: "meta/grpl/pymd")
    #expect(sizes.entityIDs == [1, 2, 3])
    #expect((sizes.tileSizeX, sizes.tileSizeY) == (512, 512))
    #expect(sizes.layers.map(\.layerBinning) == [4, 2, 1])
    var gainmap = try BoxTree(MemorySource(try Places.corpusFile("mp4/heif/color_grid_alpha_grid_gainmap_nogrid.avif")))
    let group = try gainmap.require(EntityToGroupBox.self, at: "meta/grpl/altr")
    #expect(Array(group.entityIDs) == [27, 1])
    #expect(gainmap.find("meta/iref/dimg").count == 3)
  }
}
