import BitstreamKit
import MP4Kit
import RemuxKit

/// Describes the items of a HEIF file.
struct InfoImages {
  /// Number of items described individually in text output; JSON has all of them.
  private static let maxSections = 32

  private let collection: ImageCollection

  init(_ collection: ImageCollection) { self.collection = collection }

  /// Adds a line that counts the items by role.
  func describe(_ section: inout InfoSection) {
    let items = collection.items
    func count(_ role: ImageItem.Role) -> Int { items.count { $0.role == role } }
    var words: [String] = []
    func add(_ number: Int, _ what: String) {
      if number > 0 { words.append(counted(number, what)) }
    }
    add(count(.primary) + count(.picture), "picture")
    add(count(.part), "hidden part")
    add(count(.thumbnail), "thumbnail")
    add(count(.auxiliary), "auxiliary picture")
    add(count(.metadata), "metadata item")
    section.add(InfoItem("item_count", .number(Int64(items.count + collection.leftOut)), "Items", words.joined(separator: ", ")))
    if let primary = collection.primaryID { section.add(InfoItem("primary_item", .number(Int64(primary)))) }
  }

  /// The sections of text output: one per item, except for derived parts such as tiles, and one for metadata.
  var sections: [InfoSection] {
    let shown = collection.items.lazy.filter { $0.role != .part && $0.role != .metadata }
    return shown.prefix(Self.maxSections).map { describe($0) } + metadata
  }

  /// One section per item, for JSON.
  var allSections: [InfoSection] { collection.items.map { describe($0) } }

  /// A section with one line per metadata item.
  private var metadata: [InfoSection] {
    let items = collection.items.lazy.filter { $0.role == .metadata }.prefix(Self.maxSections)
    if items.isEmpty { return [] }
    var section = InfoSection(title: "Metadata")
    for item in items {
      let target = item.targets.first.map { " about item \($0)" } ?? ""
      let size = item.byteCount.map { ", \($0) bytes" } ?? ""
      section.add(InfoItem("item", .number(Int64(item.id)), "Item", "\(item.id): \(item.kindName)\(target)\(size)"))
    }
    return [section]
  }

  private func describe(_ item: ImageItem) -> InfoSection {
    var section = InfoSection(title: "Item \(item.id), \(item.role.name)")
    section.add(InfoItem("id", .number(Int64(item.id))))
    section.add(InfoItem("role", .text(item.role.name.description)))
    section.add(InfoItem("type", .text(item.type.description)))
    section.add(InfoItem("hidden", .flag(item.isHidden)))
    if !item.name.isEmpty { section.add(InfoItem("name", item.name, "Name")) }
    if let type = item.contentType { section.add(InfoItem("content_type", .text(type))) }
    if let codec = item.codec {
      for each in codec.items(named: item.kindName) { section.add(each) }
    } else {
      section.add(InfoItem("kind", item.kindName, "Kind"))
    }
    picture(item, &section)
    if let type = item.auxiliaryType {
      section.add(InfoItem("auxiliary_type", .text(type), "Auxiliary", item.isAlpha ? "alpha (\(type))" : type))
    }
    if !item.targets.isEmpty {
      let ids = item.targets.prefix(64).map { "\($0)" }.joined(separator: ", ")
      section.add(InfoItem("targets", .list(item.targets.map { .number(Int64($0)) }), "Of item", ids))
    }
    if !item.parts.isEmpty {
      let few = item.parts.prefix(4).map { "\($0)" }.joined(separator: ", ")
      let words = item.parts.count > 4 ? "\(item.parts.count) items: \(few), …" : "items \(few)"
      section.add(InfoItem("made_of", .list(item.parts.map { .number(Int64($0)) }), "Made of", words))
    }
    if let bytes = item.byteCount { section.add(InfoItem("bytes", .number(Int64(clamping: bytes)), "Size", InfoWords.size(bytes))) }
    return section
  }

  private func picture(_ item: ImageItem, _ section: inout InfoSection) {
    if let size = item.size ?? item.grid?.size ?? item.overlay?.size ?? item.codec?.size {
      var items: [InfoItem] = [InfoItem("width", .number(Int64(size.width))), InfoItem("height", .number(Int64(size.height)))]
      var words = "\(size.width)x\(size.height)"
      items.append(InfoItem("rotation", .number(Int64(item.rotation))))
      if item.isCropped {
        items.append(InfoItem("cropped", .flag(true)))
        words += ", cropped"
        if let shown = item.aperture {
          items.append(InfoItem("cropped_width", .number(Int64(shown.width))))
          items.append(InfoItem("cropped_height", .number(Int64(shown.height))))
          words += " to \(shown.width)x\(shown.height)"
        }
      }
      if item.rotation != 0 { words += ", rotated by \(item.rotation) degrees counter-clockwise" }
      if let axis = item.mirrorAxis {
        items.append(InfoItem("mirrored", .text(axis == 0 ? "top_bottom" : "left_right")))
        words += axis == 0 ? ", mirrored top to bottom" : ", mirrored left to right"
      }
      section.add(InfoItem("picture", .object(items), "Picture", words))
    }
    if let grid = item.grid {
      let tile = collection.items.first { $0.id == item.parts.first }
      var words = "\(grid.columns)x\(grid.rows) tiles"
      if let size = tile?.size { words += " of \(size.width)x\(size.height)" }
      if let codec = tile?.codec, let text = codec.codecString { words += " (\(text))" }
      var items = [InfoItem("columns", .number(Int64(grid.columns))), InfoItem("rows", .number(Int64(grid.rows)))]
      if let text = tile?.codec?.codecString { items.append(InfoItem("tile_codec_string", .text(text))) }
      section.add(InfoItem("grid", .object(items), "Grid", words))
    }
    if let format = item.codec?.format {
      section.add(format)
    } else if !item.bitsPerChannel.isEmpty {
      let words = item.bitsPerChannel.map { "\($0)" }.joined(separator: ", ") + " bits"
      section.add(InfoItem("bits_per_channel", .list(item.bitsPerChannel.map { .number(Int64($0)) }), "Format", words))
    }
    if let colour = item.colour {
      section.add(infoColour(colour.primaries, colour.transfer, colour.matrix, isFull: item.isFullRange, source: "container"))
    } else if let colour = item.codec?.colour {
      section.add(infoColour(colour.primaries, colour.transfer, colour.matrix, isFull: item.codec?.isFullRange, source: "stream"))
    }
    if let bytes = item.profileByteCount {
      section.add(InfoItem("icc_profile_bytes", .number(Int64(bytes)), "ICC profile", "\(bytes) bytes"))
    }
  }
}
