import BitstreamKit
import MP4Kit
import RemuxKit
import TestSupport
import Testing

/// A HEIF file with five items: a grid of two tiles as the primary item, its thumbnail, its alpha, and its Exif.
private func makeImages() -> [UInt8] {
  func infe(_ id: UInt8, _ type: String, isHidden: Bool = false, _ more: [UInt8] = []) -> [UInt8] {
    makeBox("infe", hex("02 0000") + [isHidden ? 1 : 0, 0, id, 0, 0] + Array(type.utf8) + [0] + more)
  }
  let items =
    infe(1, "av01", isHidden: true) + infe(2, "av01", isHidden: true) + infe(3, "grid") + infe(4, "av01") + infe(5, "av01")
    + infe(6, "Exif")
    + infe(7, "mime", Array("application/rdf+xml".utf8) + [0])
  let properties = makeBox(
    "ipco", makeBox("av1C", hex("81 05 0c 00")), makeBox("ispe", hex("00000000 00000040 00000020")),
    makeBox("ispe", hex("00000000 00000080 00000020")), makeBox("colr", Array("nclx".utf8) + hex("0009 0010 0009 80")),
    makeBox("irot", [1]), makeBox("auxC", hex("00000000") + Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha".utf8) + [0]),
    makeBox("colr", Array("prof".utf8) + [UInt8](repeating: 7, count: 100)), makeBox("imir", [1]))
  let associations = makeBox(
    "ipma", hex("00000000 00000005 0001 02 8102 0002 02 8102 0003 05 03 04 85 07 88 0004 02 8102 0005 03 8102 86"))
  // The grid descriptor is in idat, the tiles are in the file.
  let iloc = makeBox(
    "iloc",
    hex("01000000 44 00 0003") + hex("0001 0000 0000 0001 00000000 0000000a") + hex("0003 0001 0000 0001 00000000 00000008")
      + hex("0006 0000 0000 0002 00000000 00000005 00000000 00000006"))
  let references = makeBox(
    "iref", hex("00000000"), makeBox("dimg", hex("0003 0002 0001 0002")), makeBox("thmb", hex("0004 0001 0003")),
    makeBox("auxl", hex("0005 0001 0003")), makeBox("cdsc", hex("0006 0001 0003")))
  let meta = makeBox(
    "meta", hex("00000000"), makeBox("hdlr", hex("00000000 00000000") + Array("pict".utf8) + [UInt8](repeating: 0, count: 13)),
    makeBox("pitm", hex("00000000 0003")), iloc, makeBox("iinf", hex("00000000 0007"), items), makeBox("iprp", properties, associations),
    references, makeBox("idat", hex("00 00 00 01 0080 0020")))
  return makeBox("ftyp", Array("avif".utf8) + hex("00000000") + Array("mif1".utf8)) + meta + makeBox("mdat", [1, 2, 3])
}

@Suite struct ImageCollectionTests {
  @Test func itemsAreDescribed() throws {
    let images = try #require(try ImageCollection(MemorySource(makeImages())))
    #expect(images.items.map { $0.role } == [.part, .part, .primary, .thumbnail, .auxiliary, .metadata, .metadata])
    let primary = try #require(images.primary)
    #expect(primary.id == 3)
    #expect(primary.grid?.rows == 1 && primary.grid?.columns == 2 && primary.grid?.size == PictureSize(width: 128, height: 32))
    #expect(primary.size == PictureSize(width: 128, height: 32))
    #expect(primary.parts == [1, 2])
    #expect(primary.colour == CodecDescription.Colour(primaries: 9, transfer: 16, matrix: 9))
    #expect(primary.isFullRange == true)
    #expect(primary.profileByteCount == 100)
    #expect(primary.rotation == 90)
    #expect(primary.mirrorAxis == 1)
    #expect(primary.byteCount == 8)
    #expect(images.items[0].codec?.codecString == "av01.0.05M.08")
    #expect(images.items[0].byteCount == 10)
    #expect(images.items[3].targets == [3])
    #expect(images.items[4].isAlpha)
    #expect(images.items[5].byteCount == 11)
    #expect(images.items[5].kindName == "Exif")
    #expect(images.items[6].kindName == "XMP")
  }

  @Test func aMovieHasNoImages() throws {
    #expect(try ImageCollection(MemorySource(Places.fixture("plain.mp4"))) == nil)
  }

  /// Every truncation and every flipped byte of the boxes gives a description or nil.
  @Test func damage() throws {
    let whole = makeImages()
    for count in stride(from: 0, to: whole.count, by: 7) { _ = try ImageCollection(MemorySource(Array(whole.prefix(count)))) }
    for place in whole.indices {
      var bytes = whole
      bytes[place] ^= 0xFF
      _ = try ImageCollection(MemorySource(bytes))
    }
  }

  /// Items, and whether the primary item has a size and a codec, for real files.
  @Test(
    .enabled(if: Places.corpus != nil),
    arguments: [
      ("mp4/heif/g2b_thumb.heic", "hvc1"), ("mp4/heif/g2b_alpha.heic", "hvc1"), ("mp4/heif/fq_white_1x1.avif", "av01"),
      ("mp4/heif/draw_points_idat.avif", "av01"),
    ]) func realFiles(_ path: String, _ prefix: String) throws
  {
    let images = try #require(try ImageCollection(MemorySource(Places.corpusFile(path))))
    let primary = try #require(images.primary)
    #expect(primary.size != nil)
    #expect(primary.codec?.codecString?.hasPrefix(prefix) == true)
    if path.contains("thumb") { #expect(images.items.contains { $0.role == .thumbnail }) }
    if path.contains("alpha") { #expect(images.items.contains { $0.isAlpha && $0.targets == [primary.id] }) }
  }
}
