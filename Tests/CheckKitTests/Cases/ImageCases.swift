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

  var bytes: [UInt8] {
    let type = makeBox("ftyp", Array(brands[0].utf8) + [0, 0, 0, 0] + brands.dropFirst().flatMap { Array($0.utf8) })
    let hdlr = makeBox("hdlr", [UInt8](repeating: 0, count: 8) + Array(handler.utf8) + [UInt8](repeating: 0, count: 13))
    let pitm = makeBox("pitm", [0, 0, 0, 0, 0, primary])
    let infe = makeBox("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array("hvc1".utf8) + [0])
    let iinf = makeBox("iinf", [0, 0, 0, 0, 0, 1] + infe)
    // Item 1, one extent in idat.
    let iloc = makeBox("iloc", [1, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, extentEnd])
    let properties =
      makeBox("hvcC", [1] + [UInt8](repeating: 0, count: 22))
      + (hasExtents ? makeBox("ispe", [0, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 64]) : makeBox("pasp", [0, 0, 0, 1, 0, 0, 0, 1]))
    let ipma = makeBox("ipma", [0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 2, 0x81, 0x02])
    let iprp = makeBox("iprp", makeBox("ipco", properties) + ipma)
    let iref = reference.map { makeBox("iref", [0, 0, 0, 0] + makeBox("thmb", [0, 1, 0, 1, 0, $0])) } ?? []
    let idat = makeBox("idat", [1, 2, 3, 4])
    return type + makeBox("meta", [0, 0, 0, 0] + hdlr + pitm + iloc + iinf + iprp + iref + idat)
  }
}

private func image(_ rule: String, _ name: String, _ change: @escaping @Sendable (inout Image) -> Void) -> RuleCase {
  RuleCase(rule: rule, name: name, good: { Image().bytes }) { _ in
    var copy = Image()
    change(&copy)
    return copy.bytes
  }
}

extension RuleCase {
  static let images: [RuleCase] = [
    image("heif.brand", "a sequence without moov") { $0.brands.append("msf1") },
    image("heif.handler", "handler vide") { $0.handler = "vide" },
    image("heif.items", "the primary item does not exist") { $0.primary = 7 },
    image("heif.property", "no ispe") { $0.hasExtents = false },
    image("heif.location", "an extent beyond idat") { $0.extentEnd = 200 },
    image("heif.reference", "a thumbnail of an item that does not exist") { $0.reference = 9 },
  ]
}
