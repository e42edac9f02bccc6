import BitstreamKit
import MP4Kit
import RemuxKit

/// A file of brand `miaf` has what the format forbids.
final class ImageInterchange: MovieRule {
  override var page: RulePage {
    RulePage(
      "heif.miaf", .error, "a file of brand miaf has what the brand forbids",
      clause: """
        ISO/IEC 23000-22 7.2.1.4 (XML), 7.2.1.7 (construction_method), 7.3.2 (the primary item), 7.3.9 and 7.3.11.1 (the order of \
        derivations)
        """,
      cause:
        "The writer copies the brands of other files, or an editor added something of its own. Readers of the format do not look for it.",
      remedy: "Write the image again, or leave out the brand.")
  }

  private static let limit = 1024

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    guard file.brands.contains("miaf"), let place = file.first("meta"),
      var tree = try? BoxTree(file.source, from: place.offset, to: place.end), let images = try? ImageCollection(file.source)
    else { return }
    for type in ["xml ", "bxml"] as [FourCC] {
      for node in tree.find("meta/\(type)").prefix(1) {
        run.find(self, "meta has a box '\(type)'", at: tree.nodes[node].place.offset, path: "meta/\(type)")
      }
    }
    var types: [UInt32: FourCC] = [:]
    for item in images.items { types[item.id] = item.type }
    checkPlaces(&tree, types, run)
    checkPrimary(&tree, images.primary?.id, run)
    for item in images.items.prefix(Self.limit) {
      if let why = Self.wrong(item, images, types) {
        run.find(self, "item \(item.id) \(why)", at: place.offset, size: place.size, path: "meta/iref")
      }
    }
  }

  private func checkPlaces(_ tree: inout BoxTree<AnyByteSource>, _ types: [UInt32: FourCC], _ run: CheckRun) {
    guard let node = tree.find("meta/iloc").first, let box = try? tree.read(ItemLocationBox.self, at: node) else { return }
    for item in box.items.prefix(Self.limit) {
      guard let type = types[item.itemID], let method = item.constructionMethod else { continue }
      let most = Self.isCoded(type) ? 0 : Self.isDerived(type) ? 1 : UInt8.max
      if method > most {
        run.find(
          self, "item \(item.itemID), '\(type)', has construction_method \(method)", at: tree.nodes[node].place.offset, path: "meta/iloc")
      }
    }
  }

  private func checkPrimary(_ tree: inout BoxTree<AnyByteSource>, _ primary: UInt32?, _ run: CheckRun) {
    guard let primary else { return }
    for type in ["thmb", "auxl"] as [FourCC] {
      for node in tree.find("meta/iref/\(type)").prefix(Self.limit) {
        let place = tree.nodes[node].place
        let from =
          place.context.containerVersion == 0
          ? (try? tree.read(SingleItemTypeReferenceBox.self, at: node)).map { UInt32($0.fromItemID) }
          : (try? tree.read(SingleItemTypeReferenceBoxLarge.self, at: node)).map { $0.fromItemID }
        if from == primary {
          let what = type == "thmb" ? "a thumbnail" : "an auxiliary image"
          run.find(self, "item \(primary) is the primary item and \(what)", at: place.offset, path: "meta/iref/\(type)")
        }
      }
    }
  }

  /// What is wrong with the images that an item is derived from: they are coded images, then an identity, a grid, an identity, an overlay
  /// and an identity, each of which may be left out.
  private static func wrong(_ item: ImageItem, _ images: ImageCollection, _ types: [UInt32: FourCC]) -> String? {
    for part in item.parts.prefix(limit) {
      guard var type = types[part] else { continue }
      if item.type == "iden", type == "iden" { return "is the identity of item \(part), which is an identity too" }
      if type == "iden", let inner = images.items.first(where: { $0.id == part })?.parts.first, let base = types[inner] { type = base }
      switch (item.type, type) {
      case ("grid", "grid"), ("grid", "iovl"), ("iovl", "iovl"): return "is '\(item.type)', derived from '\(type)' in item \(part)"
      default: continue
      }
    }
    return nil
  }

  private static func isCoded(_ type: FourCC) -> Bool {
    switch type {
    case "av01", "hvc1", "hev1", "avc1", "vvc1", "evc1", "jpeg", "j2k1": true
    default: false
    }
  }

  private static func isDerived(_ type: FourCC) -> Bool { type == "grid" || type == "iovl" || type == "iden" }
}
