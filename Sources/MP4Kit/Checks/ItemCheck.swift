import BitstreamKit

/// Looks at the items of a file: pictures, and what belongs to them.
///
/// ISO/IEC 14496-12:2022, 8.11; ISO/IEC 23008-12:2022, 6 and 9; AV1 Image File Format, 2.
struct ItemCheck<Source: ByteSource> {
  private var tree: BoxTree<Source>
  private let meta: Int
  private var itemTypes: [UInt32: FourCC] = [:]
  private(set) var findings: [BoxFinding] = []
  /// A broken file repeats itself.
  private static var most: Int { 16 }

  init(_ source: Source, _ meta: BoxPlace, hasFileType: Bool) throws(ByteError) {
    tree = try BoxTree(source, from: meta.offset, to: meta.end)
    self.meta = tree.child("meta", of: nil) ?? 0
    guard tree.find("meta/iinf").first != nil || tree.find("meta/iprp").first != nil else { return }
    if !hasFileType { find([], meta.offset, "no ftyp box: without its brands nobody has to read the items") }
    try readItems()
    try checkPrimary()
    try checkProperties()
    try checkLocations()
    try checkReferences()
  }

  private mutating func find(_ path: [FourCC], _ offset: UInt64, _ message: String) {
    if findings.count < Self.most { findings.append(BoxFinding(path: ["meta"] + path, offset: offset, message: message)) }
  }

  private mutating func readItems() throws(ByteError) {
    for node in tree.find("meta/iinf/infe") {
      if let entry = try tree.tolerantly(ItemInfoEntry.self, at: node) { itemTypes[entry.itemID] = entry.itemType ?? "    " }
    }
  }

  /// Picture items, by their coding or how they are made of others.
  private var hasPictures: Bool {
    let types: [FourCC] = ["av01", "hvc1", "hev1", "avc1", "grid", "iovl", "iden", "jpeg", "vvc1", "evc1"]
    return itemTypes.values.contains { types.contains($0) }
  }

  /// 10.2.1.1: pictures stand under the handler `pict`, and one of them is the primary item.
  private mutating func checkPrimary() throws(ByteError) {
    if !hasPictures { return }
    if let node = tree.find("meta/hdlr").first, let handler = try tree.tolerantly(HandlerBox.self, at: node),
      handler.handlerType != "pict"
    {
      find(["hdlr"], tree.nodes[node].place.offset, "the handler of pictures is 'pict', and this is '\(handler.handlerType)'")
    }
    guard let node = tree.find("meta/pitm").first else {
      return find([], tree.nodes[meta].place.offset, "no pitm box in it: nothing says which picture is the primary one")
    }
    if let primary = try tree.tolerantly(PrimaryItemBox.self, at: node), itemTypes[primary.itemID] == nil {
      find(["pitm"], tree.nodes[node].place.offset, "item \(primary.itemID) is not in iinf")
    }
  }

  /// ISO/IEC 23008-12, 9.3: an association names a property by its place in `ipco`, 0 for none. What decodes an item has to be there.
  private mutating func checkProperties() throws(ByteError) {
    guard let ipco = tree.find("meta/iprp/ipco").first else { return }
    let properties = tree.children(of: ipco).map { tree.nodes[$0].place.header.type }
    var hasConfiguration: Set<UInt32> = []
    let hasGroups = !tree.find("meta/grpl").isEmpty
    for node in tree.find("meta/iprp/ipma") {
      guard let box = try tree.tolerantly(ItemPropertyAssociationBox.self, at: node) else { continue }
      let offset = tree.nodes[node].place.offset
      for entry in box.entries {
        if itemTypes[entry.itemID] == nil, !hasGroups {
          find(["iprp", "ipma"], offset, "item \(entry.itemID) is not in iinf")
        }
        let configuration = itemTypes[entry.itemID]?.decodingProperty
        for association in entry.associations where association.propertyIndex > 0 {
          let index = Int(association.propertyIndex)
          if index > properties.count {
            find(["iprp", "ipma"], offset, "item \(entry.itemID) has property \(index), and ipco has \(properties.count)")
          } else if properties[index - 1] == configuration {
            hasConfiguration.insert(entry.itemID)
          }
        }
      }
    }
    for (item, type) in itemTypes.sorted(by: { $0.key < $1.key }) where !hasConfiguration.contains(item) {
      guard let configuration = type.decodingProperty else { continue }
      find(["iprp"], tree.nodes[ipco].place.offset, "item \(item) is \(type), but has no \(configuration) to decode it by")
    }
  }

  /// ISO/IEC 14496-12, 8.11.3: where the bytes of an item are.
  private mutating func checkLocations() throws(ByteError) {
    guard let node = tree.find("meta/iloc").first, let box = try tree.tolerantly(ItemLocationBox.self, at: node) else { return }
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
            "item \(item.itemID) has \(extent.extentLength) bytes from \(start) on, and \(place) has \(limit)")
        }
      }
    }
  }

  /// ISO/IEC 14496-12, 8.11.12. Where there are groups, a reference may go to one.
  private mutating func checkReferences() throws(ByteError) {
    if !tree.find("meta/grpl").isEmpty { return }
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
        for item in ends where itemTypes[item] == nil {
          find(["iref", place.header.type], place.offset, "item \(item) is not in iinf")
        }
      }
    }
  }
}

extension FourCC {
  /// The property without which a coded picture of this item type cannot be decoded.
  fileprivate var decodingProperty: FourCC? {
    switch self {
    case "av01": "av1C"
    case "hvc1": "hvcC"
    case "avc1": "avcC"
    case "vvc1": "vvcC"
    default: nil
    }
  }
}
