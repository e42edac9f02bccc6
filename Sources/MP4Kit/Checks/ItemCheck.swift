import BitstreamKit

/// Checks the items of a file: images and their metadata.
///
/// ISO/IEC 14496-12:2022, 8.11; ISO/IEC 23008-12:2022, 6 and 9; AV1 Image File Format, 2.
struct ItemCheck<Source: ByteSource> {
  private var tree: BoxTree<Source>
  private let meta: Int
  private var itemTypes: [UInt32: FourCC] = [:]
  /// The IDs of entity groups, which references and properties can have like those of items.
  private var groups: Set<UInt32> = []
  private var isMIAF = false
  /// Whether the file is AVIF, which conforms to MIAF with and without its brand.
  private let isAVIF: Bool
  private let hasTracks: Bool
  private(set) var findings: [BoxFinding] = []
  /// The maximum number of findings.
  private static var limit: Int { 16 }

  /// - Parameters:
  ///   - brands: the brands of the file; nil without `ftyp`.
  ///   - hasTracks: whether the file has a `moov`, whose tracks can be in groups.
  init(_ source: Source, _ meta: BoxPlace, brands: [FourCC]?, hasTracks: Bool) throws(ByteError) {
    self.hasTracks = hasTracks
    isAVIF = brands?.contains("avif") ?? false
    isMIAF = brands?.contains("miaf") ?? false
    tree = try BoxTree(source, from: meta.offset, to: meta.end)
    self.meta = tree.child("meta", of: nil) ?? 0
    guard tree.find("meta/iinf").first != nil || tree.find("meta/iprp").first != nil else { return }
    if brands == nil { find([], meta.offset, "missing ftyp box: readers may ignore the items") }
    checkQuantities()
    try readItems()
    try readGroups()
    try checkPrimary()
    try checkProperties()
    try checkLocations()
    try checkReferences()
  }

  private mutating func find(_ path: [FourCC], _ offset: UInt64, _ message: String) {
    if findings.count >= Self.limit { return }
    let kind: BoxFinding.Kind =
      switch path.first {
      case "hdlr": .itemHandler
      case "iprp": .itemProperty
      case "iloc": .itemLocation
      case "iref", "grpl": .itemReference
      default: .itemList
      }
    findings.append(BoxFinding(path: ["meta"] + path, offset: offset, message: message, kind: kind))
  }

  /// ISO/IEC 14496-12:2022, Table 1: boxes that occur at most once.
  private mutating func checkQuantities() {
    let types: [FourCC] = ["hdlr", "pitm", "iinf", "iloc", "iprp", "iref", "idat", "ipro", "grpl", "dinf"]
    for (parent, types) in [("meta", types), ("meta/iprp", ["ipco"])] as [(String, [FourCC])] {
      guard let node = tree.find(parent).first else { continue }
      var seen: Set<FourCC> = []
      for child in tree.children(of: node) {
        let place = tree.nodes[child].place
        if types.contains(place.header.type), !seen.insert(place.header.type).inserted {
          find([place.header.type], place.offset, "more than one \(place.header.type) box")
        }
      }
    }
  }

  private mutating func readItems() throws(ByteError) {
    for node in tree.find("meta/iinf/infe") {
      guard let entry = try tree.tolerantly(ItemInfoEntry.self, at: node) else { continue }
      if itemTypes.updateValue(entry.itemType ?? "    ", forKey: entry.itemID) != nil {
        find(["iinf", "infe"], tree.nodes[node].place.offset, "item \(entry.itemID) is described twice")
      }
    }
    guard let node = tree.find("meta/iinf").first, let box = try tree.tolerantly(ItemInfoBox.self, at: node) else { return }
    let count = tree.find("meta/iinf/infe").count
    if Int(clamping: box.entryCount) != count {
      find(["iinf"], tree.nodes[node].place.offset, "entry_count is \(box.entryCount), there are \(counted(count, "entry", "entries"))")
    }
  }

  /// ISO/IEC 14496-12:2022, 8.18.3.3: a group_id is that of no other group, item or track; an entity is an item of the file, or a track.
  private mutating func readGroups() throws(ByteError) {
    for grpl in tree.find("meta/grpl") {
      for node in tree.children(of: grpl) {
        guard let group = try tree.tolerantly(EntityToGroupBox.self, at: node) else { continue }
        let place = tree.nodes[node].place
        if itemTypes[group.groupId] != nil || !groups.insert(group.groupId).inserted {
          find(["grpl", place.header.type], place.offset, "group_id \(group.groupId) is that of an item or of another group")
        }
        // An entity can be a track, and the IDs of tracks are not known here.
        if hasTracks { continue }
        for index in 0..<group.entityIDs.count where itemTypes[group.entityIDs[index]] == nil {
          find(["grpl", place.header.type], place.offset, "entity \(group.entityIDs[index]) is not in iinf")
        }
      }
    }
  }

  private var hasPictures: Bool { itemTypes.values.contains { $0.isPictureItem } }

  /// ISO/IEC 23008-12:2022, 10.2.1.1: image items require the handler `pict`, and a primary item.
  private mutating func checkPrimary() throws(ByteError) {
    if !hasPictures { return }
    if isMIAF, let first = tree.children(of: meta).first, tree.nodes[first].place.header.type != "hdlr", tree.find("meta/hdlr").first != nil
    {
      // ISO/IEC 23000-22 (MIAF), 7.2.1.5.
      find(["hdlr"], tree.nodes[meta].place.offset, "must be the first box in meta, but \(tree.nodes[first].place.header.type) precedes it")
    }
    if let node = tree.find("meta/hdlr").first, let handler = try tree.tolerantly(HandlerBox.self, at: node),
      handler.handlerType != "pict"
    {
      find(["hdlr"], tree.nodes[node].place.offset, "handler is '\(handler.handlerType)', must be 'pict' for image items")
    }
    guard let node = tree.find("meta/pitm").first else {
      return find([], tree.nodes[meta].place.offset, "missing pitm box: no primary item")
    }
    if let primary = try tree.tolerantly(PrimaryItemBox.self, at: node), itemTypes[primary.itemID] == nil {
      find(["pitm"], tree.nodes[node].place.offset, "item \(primary.itemID) is not in iinf")
    }
  }

  /// ISO/IEC 23008-12, 9.3: an association refers to a property by its index in `ipco`, 0 for none. The decoder configuration of an item is
  /// required.
  private mutating func checkProperties() throws(ByteError) {
    guard let ipco = tree.find("meta/iprp/ipco").first else { return }
    var properties: [ItemProperty] = []
    for node in tree.children(of: ipco) {
      let type = tree.nodes[node].place.header.type
      let kind =
        type == "colr" ? FourCC(rawValue: UInt32(truncatingIfNeeded: try tree.payload(of: node, limit: 4).bigEndian64(at: 0) >> 32)) : type
      properties.append(ItemProperty(type: type, kind: kind))
    }
    var lists: [UInt32: [ItemProperty]] = [:]
    var forms: Set<UInt32> = []
    for node in tree.find("meta/iprp/ipma") {
      guard let box = try tree.tolerantly(ItemPropertyAssociationBox.self, at: node) else { continue }
      if !forms.insert(UInt32(box.version) << 24 | box.flags).inserted {
        find(["iprp", "ipma"], tree.nodes[node].place.offset, "a second ipma box of version \(box.version) and flags \(box.flags)")
      }
      associate(box, tree.nodes[node].place.offset, properties, &lists)
    }
    let place = tree.nodes[ipco].place
    for (item, type) in itemTypes.ordered(by: { $0.key < $1.key }) where type.isPictureItem {
      for message in PictureRules.findings(type, lists[item] ?? [], isMIAF: isMIAF || isAVIF) {
        find(["iprp"], place.offset, "item \(item) \(message)")
      }
    }
    if isMIAF, let primary = try tree.tolerantly(PrimaryItemBox.self, at: "meta/pitm"),
      let list = lists[primary.itemID], itemTypes[primary.itemID]?.isPictureItem == true, !list.contains(where: { $0.type == "pixi" })
    {
      // ISO/IEC 23000-22 (MIAF), 7.3.6.6.
      find(["iprp"], place.offset, "item \(primary.itemID) has no pixi property, which brand miaf requires")
    }
  }

  /// Collects the properties of each item in an `ipma`.
  private mutating func associate(
    _ box: ItemPropertyAssociationBox, _ offset: UInt64, _ properties: [ItemProperty], _ lists: inout [UInt32: [ItemProperty]]
  ) {
    var last: UInt32?
    for entry in box.entries {
      let item = entry.itemID
      if let last, item <= last {
        find(["iprp", "ipma"], offset, item == last ? "item \(item) is listed twice" : "item \(item) is listed after item \(last)")
      }
      last = item
      if itemTypes[item] == nil, !groups.contains(item) { find(["iprp", "ipma"], offset, "item \(item) is not in iinf") }
      for association in entry.associations {
        let index = Int(association.propertyIndex)
        if index == 0 {
          if association.essential { find(["iprp", "ipma"], offset, "item \(item) marks property 0 (none) as essential") }
        } else if index > properties.count {
          find(["iprp", "ipma"], offset, "item \(item) has property \(index), but ipco has only \(properties.count)")
        } else {
          var property = properties[index - 1]
          property.isEssential = association.essential
          lists[item, default: []].append(property)
        }
      }
    }
  }

  /// ISO/IEC 14496-12, 8.11.3: the extents of items.
  private mutating func checkLocations() throws(ByteError) {
    if tree.find("meta/iloc").isEmpty, itemTypes.values.contains(where: { $0.isPictureItem && $0 != "iden" }) {
      return find([], tree.nodes[meta].place.offset, "missing iloc box: the items have no data")
    }
    guard let node = tree.find("meta/iloc").first, let box = try tree.tolerantly(ItemLocationBox.self, at: node) else { return }
    checkListing(box, tree.nodes[node].place.offset)
    checkSizes(box, tree.nodes[node].place.offset)
    let idat = tree.find("meta/idat").first.map { tree.nodes[$0].place.payloadSize }
    for item in box.items where item.dataReferenceIndex == 0 {
      let (place, limit): (StaticString, UInt64)
      switch item.constructionMethod ?? 0 {
      case 0: (place, limit) = ("the file", tree.source.byteCount)
      case 1: (place, limit) = ("idat", idat ?? 0)
      default: continue
      }
      for extent in item.extents {
        let (start, far) = item.baseOffset.addingReportingOverflow(extent.extentOffset)
        let (end, farther) = start.addingReportingOverflow(extent.extentLength)
        if far || farther || end > limit {
          find(
            ["iloc"], tree.nodes[node].place.offset,
            "item \(item.itemID) has \(extent.extentLength) bytes at \(start), but \(place) has only \(limit)")
        }
      }
    }
  }

  /// ISO/IEC 14496-12:2022, 8.11.3.3: the size of a field is 0, 4 or 8 bytes.
  private mutating func checkSizes(_ box: ItemLocationBox, _ offset: UInt64) {
    var sizes: [(StaticString, UInt8)] = [
      ("offset_size", box.offsetSize), ("length_size", box.lengthSize), ("base_offset_size", box.baseOffsetSize),
    ]
    if box.version > 0 { sizes.append(("index_size", box.indexSize)) }
    for (name, size) in sizes where size != 0 && size != 4 && size != 8 {
      find(["iloc"], offset, "\(name) is \(size), must be 0, 4 or 8")
    }
  }

  /// Every item occurs at most once, and every image item except `iden` occurs.
  private mutating func checkListing(_ box: ItemLocationBox, _ offset: UInt64) {
    var seen: Set<UInt32> = []
    for item in box.items {
      if !seen.insert(item.itemID).inserted { find(["iloc"], offset, "item \(item.itemID) is listed twice") }
      if let method = item.constructionMethod, method > 2 {
        find(["iloc"], offset, "item \(item.itemID) has construction method \(method), which is reserved")
      }
      if item.extents.isEmpty, itemTypes[item.itemID]?.isPictureItem == true { find(["iloc"], offset, "item \(item.itemID) has no extent") }
    }
    for (item, type) in itemTypes.ordered(by: { $0.key < $1.key }) where type.isPictureItem && type != "iden" && !seen.contains(item) {
      find(["iloc"], offset, "item \(item) is \(type), but is not listed")
    }
  }

  /// ISO/IEC 14496-12, 8.11.12. A reference can be one to an entity group.
  private mutating func checkReferences() throws(ByteError) {
    for iref in tree.find("meta/iref") {
      for node in tree.children(of: iref) {
        let place = tree.nodes[node].place
        var ends: [UInt32] = []
        if place.context.containerVersion == 0 {
          guard let box = try tree.tolerantly(SingleItemTypeReferenceBox.self, at: node) else { continue }
          ends = [UInt32(box.fromItemID)] + box.toItemIDs.map { UInt32($0) }
        } else {
          guard let box = try tree.tolerantly(SingleItemTypeReferenceBoxLarge.self, at: node) else { continue }
          ends = [box.fromItemID] + Array(box.toItemIDs)
        }
        for item in ends where itemTypes[item] == nil && !groups.contains(item) {
          find(["iref", place.header.type], place.offset, "item \(item) is not in iinf")
        }
      }
    }
  }
}
