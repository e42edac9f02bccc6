import BitstreamKit
import MP4Kit
import NALKit

/// The images of a HEIF file (HEIC, AVIF and others), as described by its `meta` box. Coded images are not read.
public struct ImageCollection: Sendable {
  /// The largest `meta` box to read, in bytes.
  private static let maxBytes: UInt64 = 1 << 24
  /// The largest number of items to describe.
  public static let maxItems = 65536

  /// The items in the order of `iinf`.
  public private(set) var items: [ImageItem] = []
  /// `item_ID` of the primary item; nil if absent.
  public private(set) var primaryID: UInt32?
  /// Number of items in `iinf` beyond `maxItems`.
  public private(set) var leftOut = 0

  /// The primary item; nil if missing.
  public var primary: ImageItem? { primaryID.flatMap { id in items.first { $0.id == id } } }

  /// Parses the `meta` box of a file; nil if there is none, or if it has no image items.
  /// - Throws: `ByteError` if reading fails. A box that cannot be parsed counts as absent.
  public init?<Source: ByteSource>(_ source: Source) throws(ByteError) {
    var walker = BoxWalker(source)
    var meta: BoxPlace?
    var left = 64
    while meta == nil, left > 0, let place = try walker.next() {
      left -= 1
      if place.header.type == "meta" { meta = place }
      walker.leave(place)
    }
    guard let meta, meta.payloadSize <= Self.maxBytes else { return nil }
    var tree = try BoxTree(source, from: meta.offset, to: meta.end)
    guard tree["meta/iinf"] != nil else { return nil }
    readItems(&tree)
    var places: [UInt32: Int] = [:]
    for (place, item) in items.enumerated() where places[item.id] == nil { places[item.id] = place }
    readLocations(&tree, places)
    readProperties(&tree, places)
    readReferences(&tree, places)
    readLayouts(&tree)
    settleRoles()
    if !items.contains(where: { !$0.isMetadata }) { return nil }
  }

  private mutating func readItems<Source: ByteSource>(_ tree: inout BoxTree<Source>) {
    let entries = tree.find("meta/iinf/infe")
    items.reserveCapacity(min(entries.count, Self.maxItems))
    for node in entries {
      if items.count >= Self.maxItems {
        leftOut += 1
        continue
      }
      guard let entry = try? tree.read(ItemInfoEntry.self, at: node) else { continue }
      var item = ImageItem(id: entry.itemID, type: entry.itemType ?? FourCC(rawValue: 0))
      item.isHidden = entry.isHidden
      item.name = entry.itemName.description
      item.contentType = entry.contentType?.description
      items.append(item)
    }
    primaryID = (try? tree.read(PrimaryItemBox.self, at: "meta/pitm"))?.itemID
  }

  private mutating func readLocations<Source: ByteSource>(_ tree: inout BoxTree<Source>, _ places: [UInt32: Int]) {
    guard let box = try? tree.read(ItemLocationBox.self, at: "meta/iloc") else { return }
    let idat = tree["meta/idat"].map { tree.nodes[$0].place.payloadOffset }
    for location in box.items {
      guard let place = places[location.itemID] else { continue }
      items[place].byteCount = location.byteCount
      let start: UInt64?
      switch location.constructionMethod ?? 0 {
      case 0: start = location.dataReferenceIndex == 0 ? 0 : nil
      case 1: start = idat
      default: start = nil
      }
      guard let start, let extent = location.extents.first else { continue }
      let (base, isFar) = start.addingReportingOverflow(location.baseOffset)
      let (offset, isBeyond) = base.addingReportingOverflow(extent.extentOffset)
      if !isFar, !isBeyond { items[place].offset = offset }
      items[place].extents = Self.extents(location, base, items[place].offset) ?? []
    }
  }

  /// The largest number of extents of an item that are kept.
  private static let maxExtents = 1024

  private static func extents(_ location: ItemLocationBox.Item, _ base: UInt64, _ first: UInt64?) -> [Range<UInt64>]? {
    // An extent without a length goes to the end of the file or box.
    if location.extents.count == 1, let first, let count = location.byteCount {
      return first.addingReportingOverflow(count).overflow ? nil : [first..<first + count]
    }
    if location.extents.count > maxExtents { return nil }
    var ranges: [Range<UInt64>] = []
    for extent in location.extents {
      let (start, isFar) = base.addingReportingOverflow(extent.extentOffset)
      let (end, isBeyond) = start.addingReportingOverflow(extent.extentLength)
      if isFar || isBeyond { return nil }
      ranges.append(start..<end)
    }
    return ranges
  }

  private mutating func readReferences<Source: ByteSource>(_ tree: inout BoxTree<Source>, _ places: [UInt32: Int]) {
    guard let iref = tree["meta/iref"] else { return }
    for node in tree.children(of: iref) {
      let place = tree.nodes[node].place
      var (from, to): (UInt32, [UInt32]) = (0, [])
      if place.context.containerVersion == 0 {
        guard let box = try? tree.read(SingleItemTypeReferenceBox.self, at: node) else { continue }
        from = UInt32(box.fromItemID)
        for index in 0..<box.toItemIDs.count { to.append(UInt32(box.toItemIDs[index])) }
      } else {
        guard let box = try? tree.read(SingleItemTypeReferenceBoxLarge.self, at: node) else { continue }
        from = box.fromItemID
        for index in 0..<box.toItemIDs.count { to.append(box.toItemIDs[index]) }
      }
      guard let item = places[from] else { continue }
      switch place.header.type {
      case "dimg": items[item].parts += to
      case "thmb": (items[item].role, items[item].targets) = (.thumbnail, to)
      case "auxl": (items[item].role, items[item].targets) = (.auxiliary, to)
      case "cdsc": items[item].targets = to
      default: break
      }
    }
  }

  // MARK: - Properties

  private mutating func readProperties<Source: ByteSource>(_ tree: inout BoxTree<Source>, _ places: [UInt32: Int]) {
    guard let ipco = tree["meta/iprp/ipco"] else { return }
    let properties = tree.children(of: ipco)
    // Items share properties: parse each once.
    var known: [Int: Property] = [:]
    for node in tree.find("meta/iprp/ipma") {
      guard let box = try? tree.read(ItemPropertyAssociationBox.self, at: node) else { continue }
      for entry in box.entries {
        guard let place = places[entry.itemID] else { continue }
        for association in entry.associations {
          let index = Int(association.propertyIndex) - 1
          guard properties.indices.contains(index) else { continue }
          if known[index] == nil { known[index] = Property(&tree, properties[index]) }
          known[index]?.apply(to: &items[place])
        }
      }
    }
    for place in items.indices where items[place].colour != nil {
      let (colour, isFull) = (items[place].colour, items[place].isFullRange)
      items[place].codec?.refine(colour, isFull)
    }
  }

  /// A property in `ipco`, parsed as far as the description needs it.
  private enum Property {
    case size(PictureSize)
    case bits([UInt8])
    case colour(ColourInformationBox)
    case rotation(Int)
    case mirror(UInt8)
    case cropping(PictureSize?)
    case auxiliary(AuxiliaryTypeProperty)
    case configuration(CodecDescription, MediaConfiguration, UInt64)
    case other

    init<Source: ByteSource>(_ tree: inout BoxTree<Source>, _ node: Int) {
      self = .other
      let type = tree.nodes[node].place.header.type
      switch type {
      case "ispe":
        if let box = try? tree.read(ImageSpatialExtentsProperty.self, at: node) {
          self = .size(PictureSize(width: Int(clamping: box.imageWidth), height: Int(clamping: box.imageHeight)))
        }
      case "pixi": if let box = try? tree.read(PixelInformationProperty.self, at: node) { self = .bits(box.bitsPerChannel) }
      case "colr": if let box = try? tree.read(ColourInformationBox.self, at: node) { self = .colour(box) }
      case "irot": if let box = try? tree.read(ImageRotation.self, at: node) { self = .rotation(box.degrees) }
      case "imir": if let box = try? tree.read(ImageMirror.self, at: node) { self = .mirror(box.axis) }
      case "clap":
        let box = try? tree.read(CleanApertureBox.self, at: node)
        self = .cropping(box.flatMap { $0.size })
      case "auxC": if let box = try? tree.read(AuxiliaryTypeProperty.self, at: node) { self = .auxiliary(box) }
      case "hvcC", "avcC", "vvcC", "av1C", "evcC":
        if tree.nodes[node].place.payloadSize <= 1 << 16, let payload = try? tree.payload(of: node) {
          var codec = CodecDescription()
          codec.apply(type, payload, nil)
          var record = MediaConfiguration.none
          if type == "hvcC", let box = try? HEVCConfigurationBox(parsing: payload) { record = .hevc(box.config) }
          if type == "avcC", let box = try? AVCConfigurationBox(parsing: payload) { record = .avc(box.config) }
          self = .configuration(codec, record, tree.nodes[node].place.payloadOffset)
        }
      default: break
      }
    }

    func apply(to item: inout ImageItem) {
      switch self {
      case .size(let size): item.size = size
      case .bits(let bits): item.bitsPerChannel = bits
      case .colour(let box):
        if let points = box.codePoints {
          item.colour = CodecDescription.Colour(
            primaries: UInt8(clamping: points.colourPrimaries), transfer: UInt8(clamping: points.transferCharacteristics),
            matrix: UInt8(clamping: points.matrixCoefficients))
          item.isFullRange = box.range?.fullRangeFlag
        } else {
          item.profileByteCount = box.profile.count
        }
      case .rotation(let degrees): item.rotation = degrees
      case .mirror(let axis): item.mirrorAxis = axis
      case .cropping(let size): (item.isCropped, item.aperture) = (true, size)
      case .auxiliary(let box):
        item.auxiliaryType = String(decoding: box.auxType.bytes, as: UTF8.self)
        item.isAlpha = box.isAlpha
      case .configuration(let codec, let record, let offset):
        (item.codec, item.configuration, item.configurationOffset) = (codec, record, offset)
      case .other: break
      }
    }
  }

  // MARK: - Derived pictures

  /// Reads the data of grids and overlays, which is usually in `idat`.
  private mutating func readLayouts<Source: ByteSource>(_ tree: inout BoxTree<Source>) {
    for place in items.indices where items[place].type == "grid" || items[place].type == "iovl" {
      let item = items[place]
      let size: Int
      if item.type == "grid" {
        size = 12
      } else if let byteCount = item.byteCount {
        // The number of places follows from the size. One more than there are images tells too many.
        size = min(Int(clamping: byteCount), 18 + 8 * (item.parts.count + 1))
      } else {
        continue
      }
      var bytes: [UInt8] = []
      guard let start = item.offset, start < tree.source.byteCount, (try? tree.source.read(at: start, count: size, into: &bytes)) != nil
      else { continue }
      if item.type == "grid" {
        items[place].grid = try? ImageGrid(parsing: bytes)
      } else {
        items[place].overlay = try? ImageOverlay(parsing: bytes)
      }
    }
  }

  private mutating func settleRoles() {
    var parts: Set<UInt32> = []
    for item in items { parts.formUnion(item.parts) }
    for place in items.indices {
      if items[place].isMetadata {
        items[place].role = .metadata
      } else if items[place].id == primaryID {
        items[place].role = .primary
      } else if items[place].role == .picture, items[place].isHidden || parts.contains(items[place].id) {
        items[place].role = .part
      }
    }
  }
}

extension ImageCollection {
  /// The image with NAL units that a question is about.
  /// - Parameters:
  ///   - id: its `item_ID`; nil for the primary image or, where that has none, for the first image that has some.
  ///   - codec: the only codec to choose; nil for H.264 and H.265.
  /// - Throws: `MediaError` if there is no such item, or if it has no NAL units of that codec.
  public func codedItem(_ id: UInt32?, _ codec: VideoCodec? = nil) throws(MediaError) -> ImageItem {
    func fits(_ item: ImageItem) -> Bool { item.videoCodec.map { codec == nil || $0 == codec } ?? false }
    let wanted = codec.map { $0.title.description } ?? "H.264 or H.265"
    if let id {
      guard let item = items.first(where: { $0.id == id }) else {
        let known = items.prefix(8).map { "\($0.id)" }.joined(separator: ", ")
        throw .malformed("there is no item \(id), only \(known)\(items.count > 8 ? " and so on" : "")")
      }
      if fits(item) { return item }
      let parts = item.parts.isEmpty ? "" : "; it is made of items \(item.parts.prefix(4).map { "\($0)" }.joined(separator: ", "))"
      throw .unsupported("item \(id) is \(item.kindName), not \(wanted)\(parts)\(item.parts.count > 4 ? " and so on" : "")")
    }
    if let primary, fits(primary) { return primary }
    if let first = items.first(where: fits) { return first }
    let kinds = items.prefix(8).map { "item \($0.id) is \($0.kindName)" }.joined(separator: ", ")
    throw .malformed("no image of \(wanted): \(kinds)\(items.count > 8 ? " and so on" : "")")
  }
}
