import BitstreamKit
import MP4Kit
import TestSupport

/// A file with one image item of H.265, whose parts can be replaced.
private struct Image: Sendable {
  var brands = ["heic", "mif1", "heic"]
  var handler = "pict"
  var primary: UInt8 = 1
  var extentEnd: UInt8 = 4
  var hasExtents = true
  var reference: UInt8?
  var method: UInt8 = 1
  var hasPixels = false
  /// entry_count of `iinf`, and extent_count of `iloc`, which is left out if it is nil.
  var (entryCount, extentCount): (UInt8, UInt8?) = (1, 1)
  var more: [UInt8] = []
  /// The type and the configuration of the item, and its data.
  var (type, configuration) = ("hvc1", makeBox("hvcC", [1] + [UInt8](repeating: 0, count: 22)))
  var data: [UInt8] = [1, 2, 3, 4]

  /// An AV1 image that is its sequence header alone (AV1 5.5.1, reduced_still_picture_header): 64 x 64, 8 bits.
  static var av1: Image {
    var image = Image()
    (image.brands, image.type) = (["avif", "mif1", "avif"], "av01")
    image.configuration = makeBox("av1C", [0x81, 0, 0x0C, 0])
    // The size takes 7 bits each; no tools, 4:2:0, and the trailing bit.
    image.data = [0x0A, 6, 0x18, 0x19, 0x9F, 0xBF, 0, 2]
    image.extentEnd = UInt8(image.data.count)
    return image
  }

  /// A file of the Multi-Image Application Format.
  static var interchange: Image {
    var image = Image()
    image.brands.append("miaf")
    (image.method, image.hasPixels) = (0, true)
    return image
  }

  var bytes: [UInt8] {
    let type = makeBox("ftyp", Array(brands[0].utf8) + [0, 0, 0, 0] + brands.dropFirst().flatMap { Array($0.utf8) })
    let hdlr = makeBox("hdlr", [UInt8](repeating: 0, count: 8) + Array(handler.utf8) + [UInt8](repeating: 0, count: 13))
    let pitm = makeBox("pitm", [0, 0, 0, 0, 0, primary])
    let infe = makeBox("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array(self.type.utf8) + [0])
    let iinf = makeBox("iinf", [0, 0, 0, 0, 0, entryCount] + infe)
    // Item 1, one extent in idat, or at the beginning of the file.
    let extent: [UInt8] = extentCount == 0 ? [] : [0, 0, 0, 0, 0, 0, 0, extentEnd]
    let iloc = extentCount.map { makeBox("iloc", [1, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, method, 0, 0, 0, $0] + extent) } ?? []
    let properties =
      configuration
      + (hasExtents ? makeBox("ispe", [0, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 64]) : makeBox("pasp", [0, 0, 0, 1, 0, 0, 0, 1]))
      + (hasPixels ? makeBox("pixi", [0, 0, 0, 0, 3, 8, 8, 8]) : [])
    let ipma = makeBox("ipma", [0, 0, 0, 0, 0, 0, 0, 1, 0, 1] + (hasPixels ? [3, 0x81, 0x02, 0x03] : [2, 0x81, 0x02]))
    let iprp = makeBox("iprp", makeBox("ipco", properties) + ipma)
    let iref = reference.map { makeBox("iref", [0, 0, 0, 0] + makeBox("thmb", [0, 1, 0, 1, 0, $0])) } ?? []
    let idat = makeBox("idat", data)
    return type + makeBox("meta", [0, 0, 0, 0] + hdlr + pitm + iloc + iinf + iprp + iref + idat + more)
  }
}

private func image(_ rule: String, _ name: String, _ change: @escaping @Sendable (inout Image) -> Void) -> RuleCase {
  RuleCase(rule: rule, name: name, good: { Image().bytes }) { _ in
    var copy = Image()
    change(&copy)
    return copy.bytes
  }
}

private func av1(_ name: String, _ change: @escaping @Sendable (inout Image) -> Void) -> RuleCase {
  RuleCase(rule: "heif.picture", name: name, good: { Image.av1.bytes }) { _ in
    var copy = Image.av1
    change(&copy)
    return copy.bytes
  }
}

private func interchange(_ name: String, _ change: @escaping @Sendable (inout Image) -> Void) -> RuleCase {
  RuleCase(rule: "heif.miaf", name: name, good: { Image.interchange.bytes }) { _ in
    var copy = Image.interchange
    change(&copy)
    return copy.bytes
  }
}

/// A file with one image of H.265, 128 x 96, in two extents.
private struct Coded: Sendable {
  var width: UInt8 = 128
  var bits: UInt8 = 8
  /// The length of the first NAL unit, more than it is.
  var more: UInt32 = 0
  var hasSets = true
  /// Bytes that the second extent lacks.
  var missing: UInt32 = 0
  /// Whether the data is one extent, and the record states what its sets do.
  var isWhole = false
  /// The level that such a record states; nil for that of the set.
  var level: UInt8?
  /// Bytes in the middle of the slice that are zero.
  var zeros = 0

  func bytes() throws -> [UInt8] {
    let units = StreamEdit(try Places.fixture("opengop.hevc")).units
    var slice = units.first { (16...21).contains($0[0] >> 1 & 63) } ?? []
    slice.replaceSubrange(100..<100 + zeros, with: [UInt8](repeating: 0, count: zeros))
    func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    let arrays = [32, 33, 34].flatMap { type -> [UInt8] in
      let set = units.first { Int($0[0] >> 1 & 63) == type } ?? []
      return [0x80 | UInt8(type), 0, 1, UInt8(set.count >> 8), UInt8(set.count & 255)] + set
    }
    // Lengths of four bytes.
    var record = [1] + [UInt8](repeating: 0, count: 20) + [3] + (hasSets ? [3] + arrays : [0])
    if isWhole {
      let box = try BoxEdit(remuxed(try Places.fixture("opengop.hevc"))).box("moov/trak[0]/mdia/minf/stbl/stsd/hvc1/hvcC")
      record = Array(box[8...])
      if let level { record[12] = level }
    }
    let data = word(slice.count + Int(more)) + slice
    let type = makeBox("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8))
    let hdlr = makeBox("hdlr", [UInt8](repeating: 0, count: 8) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
    let infe = makeBox("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array("hvc1".utf8) + [0])
    let properties =
      makeBox("hvcC", record) + makeBox("ispe", [0, 0, 0, 0] + word(Int(width)) + word(96))
      + makeBox("pixi", [0, 0, 0, 0, 3, bits, bits, bits])
    let ipma = makeBox("ipma", [0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 3, 0x81, 0x02, 0x03])
    func meta(_ start: Int) -> [UInt8] {
      // The first of two extents ends in the middle of the length.
      let extents =
        isWhole ? word(start) + word(data.count) : word(start) + word(2) + word(start + 12) + word(data.count - 2 - Int(missing))
      return makeBox(
        "meta",
        [0, 0, 0, 0] + hdlr + makeBox("pitm", [0, 0, 0, 0, 0, 1])
          + makeBox("iloc", [1, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, isWhole ? 1 : 2] + extents)
          + makeBox("iinf", [0, 0, 0, 0, 0, 1] + infe)
          + makeBox("iprp", makeBox("ipco", properties) + ipma))
    }
    let start = type.count + meta(0).count + 8
    if isWhole { return type + meta(start) + makeBox("mdat", data) }
    return type + meta(start) + makeBox("mdat", Array(data[..<2]) + [UInt8](repeating: 0xEE, count: 10) + data[2...])
  }
}

/// A file whose item 1 has two extents in its mdat: 2 bytes, and after 10 bytes that are not its own the rest of the file.
func makeSplitImage() throws -> [UInt8] { try Coded().bytes() }

/// The image in one extent, with a record that fits.
func makeWholeImage() throws -> [UInt8] {
  var image = Coded()
  image.isWhole = true
  return try image.bytes()
}

private func whole(_ rule: String, _ name: String, _ change: @escaping @Sendable (inout Coded) -> Void) -> RuleCase {
  RuleCase(rule: rule, name: name, good: makeWholeImage) { _ in
    var copy = Coded()
    copy.isWhole = true
    change(&copy)
    return try copy.bytes()
  }
}

private func coded(_ name: String, _ change: @escaping @Sendable (inout Coded) -> Void) -> RuleCase {
  RuleCase(rule: "heif.picture", name: name, good: { try Coded().bytes() }) { _ in
    var copy = Coded()
    change(&copy)
    return try copy.bytes()
  }
}

/// A grid of one tile, which is an image of 64 x 64 samples, or an overlay of it, and an auxiliary image.
private struct Grid: Sendable {
  var columns: UInt8 = 1
  var width: UInt8 = 64
  var hasAuxiliaryType = true
  var hidden: UInt8 = 0
  var tile = "hvc1"
  var isInterchange = false
  /// Whether the extent of the layout has its length, and does not go to the end.
  var hasLength = true
  /// The fields of an overlay instead of a grid.
  var overlay: [UInt8]?

  /// An overlay of the image, which begins at a place of a canvas.
  static func overlay(x: Int8 = 0, canvas: UInt8 = 64, placeCount: Int = 1, version: UInt8 = 0) -> Grid {
    var grid = Grid()
    let place: [UInt8] = [x < 0 ? 0xFF : 0, UInt8(bitPattern: x), 0, 0]
    grid.overlay = [version, 0] + [UInt8](repeating: 0, count: 8) + [0, canvas, 0, 64] + (0..<placeCount).flatMap { _ in place }
    return grid
  }

  var bytes: [UInt8] {
    let layout = overlay ?? [0, 0, 0, columns - 1, 0, width, 0, 64]
    let brands = "mif1heic" + (isInterchange ? "miaf" : "")
    let type = makeBox("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array(brands.utf8))
    let hdlr = makeBox("hdlr", [UInt8](repeating: 0, count: 8) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
    let pitm = makeBox("pitm", [0, 0, 0, 0, 0, 1])
    func entry(_ type: String, _ id: UInt8, _ flags: UInt8 = 0) -> [UInt8] {
      makeBox("infe", [2, 0, 0, flags, 0, id, 0, 0] + Array(type.utf8) + [0])
    }
    let infe = entry(overlay == nil ? "grid" : "iovl", 1, hidden) + entry(tile, 2) + entry("hvc1", 3)
    let iinf = makeBox("iinf", [0, 0, 0, 0, 0, 3] + infe)
    // The layout has the first bytes of idat, the others the next ones.
    func location(_ id: UInt8, _ offset: UInt8, _ size: UInt8) -> [UInt8] {
      [0, id, 0, id == 1 || !isInterchange ? 1 : 0, 0, 0, 0, 1, 0, 0, 0, offset, 0, 0, 0, size]
    }
    let places = location(1, 0, hasLength ? UInt8(layout.count) : 0) + [2, 3].flatMap { location($0, UInt8(layout.count), 4) }
    let iloc = makeBox("iloc", [1, 0, 0, 0, 0x44, 0, 0, 3] + places)
    let properties =
      makeBox("hvcC", [1] + [UInt8](repeating: 0, count: 22)) + makeBox("ispe", [0, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 64])
      + makeBox("auxC", [0, 0, 0, 0] + Array("urn:mpeg:hevc:2015:auxid:1".utf8) + [0])
    let ipma = makeBox(
      "ipma", [0, 0, 0, 0, 0, 0, 0, 3, 0, 1, 1, 2, 0, 2, 2, 0x81, 2, 0, 3] + (hasAuxiliaryType ? [3, 0x81, 2, 3] : [2, 0x81, 2]))
    let iprp = makeBox("iprp", makeBox("ipco", properties) + ipma)
    let iref = makeBox("iref", [0, 0, 0, 0] + makeBox("dimg", [0, 1, 0, 1, 0, 2]) + makeBox("auxl", [0, 3, 0, 1, 0, 1]))
    let idat = makeBox("idat", layout + [1, 2, 3, 4])
    return type + makeBox("meta", [0, 0, 0, 0] + hdlr + pitm + iloc + iinf + iprp + iref + idat)
  }
}

/// A file whose item 1 is a grid of one row, 64 samples high.
func makeGridImage(columns: UInt8, width: UInt8) -> [UInt8] {
  var grid = Grid()
  (grid.columns, grid.width) = (columns, width)
  return grid.bytes
}

private func grid(_ name: String, _ change: @escaping @Sendable (inout Grid) -> Void) -> RuleCase {
  RuleCase(rule: "heif.derivation", name: name, good: { Grid().bytes }) { _ in
    var copy = Grid()
    change(&copy)
    return copy.bytes
  }
}

private func overlay(_ name: String, _ bad: Grid) -> RuleCase {
  RuleCase(rule: "heif.derivation", name: name, good: { Grid.overlay().bytes }) { _ in bad.bytes }
}

extension RuleCase {
  static let images: [RuleCase] = [
    image("heif.brand", "a sequence without moov") { $0.brands.append("msf1") },
    image("heif.handler", "handler vide") { $0.handler = "vide" },
    image("heif.items", "the primary item does not exist") { $0.primary = 7 },
    image("heif.property", "no ispe") { $0.hasExtents = false },
    image("heif.location", "an extent beyond idat") { $0.extentEnd = 200 },
    image("heif.items", "no iloc") { $0.extentCount = nil },
    image("heif.location", "no extent") { $0.extentCount = 0 },
    image("heif.items", "entry_count is 2") { $0.entryCount = 2 },
    coded("another size than the parameter sets") { $0.width = 200 },
    coded("another bit depth than the parameter sets") { $0.bits = 10 },
    coded("a unit longer than the item") { $0.more = 1 },
    av1("an AV1 image of 128 columns whose ispe has 64") { $0.data[4] = 0xBF },
    av1("an AV1 image of 10 bits by its av1C") { $0.configuration[10] = 0x4C },
    coded("an item that is cut off") { $0.missing = 9 },
    coded("no parameter sets") { $0.hasSets = false },
    whole("across.hevc-configuration", "an item whose record states level 7.5") { $0.level = 225 },
    whole("hevc.emulation-prevention", "an item with zeros in its slice") { $0.zeros = 40 },
    grid("a grid of two tiles that has one") { $0.columns = 2 },
    grid("a grid of two tiles that has one, without a length") { ($0.columns, $0.hasLength) = (2, false) },
    grid("a grid that its tiles do not cover") { $0.width = 80 },
    grid("an auxiliary image without a type") { $0.hasAuxiliaryType = false },
    grid("a hidden primary item") { $0.hidden = 1 },
    overlay("an overlay to the left of its canvas", .overlay(x: -64)),
    overlay("an overlay of another size than its ispe", .overlay(canvas: 80)),
    overlay("an overlay of another version", .overlay(version: 1)),
    overlay("an overlay with places of two images that has one", .overlay(placeCount: 2)),
    interchange("a coded image in idat") { $0.method = 1 },
    interchange("a box of XML") { $0.more = makeBox("xml ", [0, 0, 0, 0] + Array("<a/>".utf8) + [0]) },
    interchange("a primary item that is a thumbnail") { $0.reference = 1 },
    RuleCase(
      rule: "heif.miaf", name: "a grid of a grid", also: ["heif.derivation"],
      good: {
        var grid = Grid()
        grid.isInterchange = true
        return grid.bytes
      }
    ) { _ in
      var grid = Grid()
      (grid.isInterchange, grid.tile) = (true, "grid")
      return grid.bytes
    },
    image("heif.reference", "a thumbnail of an item that does not exist") { $0.reference = 9 },
    image("heif.reference", "a thumbnail of an item that does not exist, beside a group") {
      $0.reference = 9
      $0.more = makeBox("grpl", makeBox("altr", [0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1]))
    },
    image("heif.reference", "a group of an item that does not exist") {
      $0.more = makeBox("grpl", makeBox("altr", [0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 9]))
    },
  ]
}
