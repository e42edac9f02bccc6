import BitstreamKit
import MP4Kit
import TestSupport
import Testing

/// An image file in parts; each test breaks one of them.
private struct Picture {
  var fileType: [String] = ["avif", "\0\0\0\0", "avif", "mif1", "miaf"]
  var startsWithFileType = true
  var meta: [(type: FourCC, bytes: [UInt8])] = [
    ("hdlr", hex("00000000 00000000 70696374 00000000 00000000 00000000 00")), ("pitm", hex("00000000 0001")),
    ("iloc", hex("00000000 4400 0001 0001 0000 0001 00000000 00000004")), ("iinf", hex("00000000 0001") + Self.item(1)),
  ]
  /// ispe, pixi, av1C, colr nclx, clap, irot, imir, lsel, a1op, a1lx, colr prof: numbers 1 to 11.
  var properties: [(type: FourCC, bytes: [UInt8])] = [
    ("ispe", hex("00000000 00000001 00000001")), ("pixi", hex("00000000 03 080808")), ("av1C", hex("81000c00")),
    ("colr", hex("6e636c78 0001 000d 0006 80")), ("clap", hex("00000001 00000001 00000001 00000001 00000000 00000001 00000000 00000001")),
    ("irot", [1]), ("imir", [0]), ("lsel", [0, 0]), ("a1op", [0]), ("a1lx", [0, 0, 0, 0]), ("colr", hex("70726f66 00")),
  ]
  /// For each item, the indices of its properties, negative if essential.
  var associations: [(item: UInt8, properties: [Int])] = [(1, [1, 2, -3, 4])]
  var secondAssociations = false

  static func item(_ id: UInt8, _ type: String = "av01") -> [UInt8] { box("infe", [2, 0, 0, 0, 0, id, 0, 0] + Array(type.utf8) + [0]) }

  static func box(_ type: FourCC, _ content: [UInt8]) -> [UInt8] {
    BoxHeader(type, size: UInt64(content.count + 8)).encoded + content
  }

  var bytes: [UInt8] {
    var ipma: [UInt8] = [0, 0, 0, 0, 0, 0, 0, UInt8(associations.count)]
    for entry in associations {
      ipma += [0, entry.item, UInt8(entry.properties.count)]
      for number in entry.properties { ipma.append(number < 0 ? 0x80 | UInt8(-number == 100 ? 0 : -number) : UInt8(number)) }
    }
    var parts = meta
    let ipco = Self.box("ipco", properties.flatMap { Self.box($0.type, $0.bytes) })
    let lists = Self.box("ipma", ipma)
    parts.append(("iprp", ipco + lists + (secondAssociations ? lists : [])))
    let type = Self.box("ftyp", fileType.flatMap { Array($0.utf8) })
    let content = Self.box("meta", [0, 0, 0, 0] + parts.flatMap { Self.box($0.type, $0.bytes) })
    return (startsWithFileType ? type + content : content + type) + Self.box("mdat", [0, 0, 0, 0])
  }

  var findings: [String] {
    get throws {
      var check = FileCheck()
      var walker = BoxWalker(MemorySource(bytes))
      while let place = try walker.next() { check.note(place) }
      return try (walker.findings + check.findings(in: MemorySource(bytes))).map(\.description)
    }
  }
}

@Suite struct PictureCheckTests {
  @Test func aGoodPictureHasNoFindings() throws {
    #expect(try Picture().findings == [])
    var turned = Picture()
    turned.associations = [(1, [1, 2, -3, 4, 11, -5, -6, -7, -8, -9, 10])]
    #expect(try turned.findings == [])
  }

  /// The error, the expected message, and the change that causes it.
  private static let broken: [(name: String, message: String, change: @Sendable (inout Picture) -> Void)] = [
    ("no ispe", "item 1 is av01, but has no ispe", { $0.associations = [(1, [2, -3])] }),
    ("two ispe", "more than one ispe", { $0.associations = [(1, [1, 1, 2, -3])] }),
    ("no av1C", "has no av1C", { $0.associations = [(1, [1, 2])] }),
    ("no pixi", "has no pixi property", { $0.associations = [(1, [1, -3])] }),
    ("no properties", "item 1 is av01, but has no ispe", { $0.associations = [] }),
    ("colr twice", "more than one colr of type nclx", { $0.associations = [(1, [1, 2, -3, 4, 4])] }),
    ("hdlr not first", "must be the first box in meta, but pitm", { $0.meta.swapAt(0, 1) }),
    ("hdlr twice", "more than one hdlr box", { $0.meta.insert($0.meta[0], at: 1) }),
    ("pitm twice", "more than one pitm box", { $0.meta.append($0.meta[1]) }),
    ("iloc twice", "more than one iloc box", { $0.meta.append($0.meta[2]) }),
    ("iinf twice", "more than one iinf box", { $0.meta.append($0.meta[3]) }),
    ("item twice", "item 1 is described twice", { $0.meta[3].bytes = hex("00000000 0002") + Picture.item(1) + Picture.item(1) }),
    (
      "item not located", "item 2 is av01, but is not listed",
      {
        $0.meta[3].bytes = hex("00000000 0002") + Picture.item(1) + Picture.item(2)
        $0.associations.append((2, [1, 2, -3]))
      }
    ),
    (
      "item located twice", "item 1 is listed twice",
      {
        $0.meta[2].bytes = hex("00000000 4400 0002") + hex("0001 0000 0001 00000000 00000004") + hex("0001 0000 0001 00000000 00000004")
      }
    ),
    (
      "construction method", "construction method 3", { $0.meta[2].bytes = hex("01000000 4400 0001 0001 0003 0000 0001 00000000 00000004") }
    ),
    ("iloc sizes", "offset_size is 3, must be 0, 4 or 8", { $0.meta[2].bytes = hex("00000000 3400 0001 0001 0000 0001 000000 00000004") }),
    ("associated twice", "item 1 is listed twice", { $0.associations.append((1, [1])) }),
    ("associations out of order", "item 1 is listed after item 2", { $0.associations.insert((2, [1]), at: 0) }),
    ("essential nothing", "marks property 0", { $0.associations = [(1, [1, 2, -3, -100])] }),
    ("ipma twice", "a second ipma box of version 0", { $0.secondAssociations = true }),
    ("lsel", "lsel, which is not marked essential", { $0.associations = [(1, [1, 2, -3, 8])] }),
    ("a1op", "a1op, which is not marked essential", { $0.associations = [(1, [1, 2, -3, 9])] }),
    ("a1lx", "a1lx, which must not be marked essential", { $0.associations = [(1, [1, 2, -3, -10])] }),
    ("irot not essential", "irot, which is not marked essential", { $0.associations = [(1, [1, 2, -3, 6])] }),
    ("clap before ispe", "has clap before its ispe", { $0.associations = [(1, [-5, 1, 2, -3])] }),
    ("imir before irot", "has imir before irot", { $0.associations = [(1, [1, 2, -3, -7, -6])] }),
    ("irot before clap", "has irot before clap", { $0.associations = [(1, [1, 2, -3, -6, -5])] }),
    ("ftyp not first", "ftyp at byte", { $0.startsWithFileType = false }),
    ("no mif1", "has brand avif, but not mif1", { $0.fileType = ["avif", "\0\0\0\0", "avif", "miaf"] }),
    ("no miaf", "has brand avif, but not miaf", { $0.fileType = ["avif", "\0\0\0\0", "avif", "mif1"] }),
  ]

  @Test(arguments: broken.indices) func whatIsBrokenIsNamed(_ index: Int) throws {
    let (name, message, change) = Self.broken[index]
    var picture = Picture()
    change(&picture)
    let found = try picture.findings
    #expect(found.contains { $0.contains(message) }, "\(name): \(found)")
  }

  /// Images with one known error or none, from the tests of other programs.
  @Test(.enabled(if: Places.corpus != nil)) func realPicturesHaveFewFindings() throws {
    var text = ""
    for path in Places.corpusFiles("mp4/heif") {
      var check = FileCheck()
      var source = try BoxWalker(MemorySource(Places.corpusFile(path)))
      while let place = try source.next() { check.note(place) }
      for finding in try check.findings(in: MemorySource(Places.corpusFile(path))) { text += "\(path): \(finding)\n" }
    }
    try Golden.check(text, "heif-findings.txt")
  }
}
