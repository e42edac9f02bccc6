import BitstreamKit
import MP4Kit
import RemuxKit

/// A derived or auxiliary image does not fit the images that it refers to.
final class ImageDerivation: MovieRule {
  override var page: RulePage {
    RulePage(
      "heif.derivation", .error, "a derived or auxiliary image does not fit the images that it refers to",
      clause: "ISO/IEC 23008-12:2022 6.4.2, 6.5.8 (auxC), 6.6.2.1 (iden), 6.6.2.3 (grid) and 6.6.2.4 (iovl)",
      cause:
        "An editor changed the tiles or their number and not the grid, or removed a property. Readers show a part of the image, or nothing.",
      remedy: "Write the image again with the editor that made it.")
  }

  private static let limit = 1024

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    guard let place = file.first("meta"), let images = try? ImageCollection(file.source) else { return }
    var sizes: [UInt32: PictureSize] = [:]
    for item in images.items { sizes[item.id] = item.size }
    for item in images.items.prefix(Self.limit) {
      for why in Self.wrong(item, sizes) {
        run.find(self, "item \(item.id) \(why)", at: place.offset, size: place.size, path: "meta")
      }
    }
    if let primary = images.primary, primary.isHidden {
      run.find(self, "item \(primary.id) is the primary item and hidden", at: place.offset, size: place.size, path: "meta/pitm")
    }
  }

  private static func wrong(_ item: ImageItem, _ sizes: [UInt32: PictureSize]) -> [String] {
    var found: [String] = []
    if item.parts.contains(item.id) { found.append("is derived from itself") }
    if item.type == "iden", item.parts.count != 1 { found.append("is the identity of \(item.parts.count) images, not of one") }
    if item.role == .auxiliary, item.auxiliaryType == nil { found.append("is an auxiliary image without auxC") }
    if item.offset != nil, item.type == "grid" && item.grid == nil || item.type == "iovl" && item.overlay == nil {
      found.append("has the type '\(item.type)', and its data cannot be read")
    }
    if let overlay = item.overlay { found += wrong(overlay, item, sizes) }
    guard let grid = item.grid else { return found }
    let (count, overflow) = grid.rows.multipliedReportingOverflow(by: grid.columns)
    if overflow || count != item.parts.count {
      return found + ["is a grid of \(grid.rows) x \(grid.columns) tiles, and refers to \(item.parts.count)"]
    }
    if let size = item.size, size != grid.size {
      found.append("is a grid of \(grid.size.width) x \(grid.size.height), its ispe states \(size.width) x \(size.height)")
    }
    let tiles = item.parts.compactMap { sizes[$0] }
    guard let first = tiles.first else { return found }
    if tiles.contains(where: { $0 != first }) { found.append("is a grid of tiles of different sizes") }
    let (width, height) = (Double(first.width) * Double(grid.columns), Double(first.height) * Double(grid.rows))
    if width < Double(grid.size.width) || height < Double(grid.size.height) {
      found.append("is a grid of \(grid.size.width) x \(grid.size.height), its tiles cover \(decimal(width)) x \(decimal(height))")
    }
    return found
  }

  private static func wrong(_ overlay: ImageOverlay, _ item: ImageItem, _ sizes: [UInt32: PictureSize]) -> [String] {
    var found: [String] = []
    if overlay.places.count != item.parts.count {
      found.append("is an overlay whose places are not those of \(counted(item.parts.count, "image"))")
    }
    if let size = item.size, size != overlay.size {
      found.append("is an overlay of \(overlay.size.width) x \(overlay.size.height), its ispe states \(size.width) x \(size.height)")
    }
    for (place, part) in zip(overlay.places, item.parts) {
      guard let size = sizes[part], found.count < 8 else { continue }
      let (right, bottom) = (Int64(place.horizontalOffset) + Int64(size.width), Int64(place.verticalOffset) + Int64(size.height))
      if right <= 0 || bottom <= 0 || place.horizontalOffset >= overlay.size.width || place.verticalOffset >= overlay.size.height {
        found.append("is an overlay with item \(part) outside of its canvas")
      }
    }
    return found
  }
}
