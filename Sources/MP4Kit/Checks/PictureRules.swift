import BitstreamKit

/// A property associated with an item.
struct ItemProperty {
  /// The box type of the property.
  var type: FourCC
  /// The box type, or for `colr` its colour_type: an item can have one of each.
  var kind: FourCC
  /// Whether the association is marked essential.
  var isEssential = false
}

/// Requirements on the properties of image items.
enum PictureRules {
  /// Returns the errors in the properties of an item, given in the order of their associations.
  /// - Parameter isMIAF: whether the file claims conformance to ISO/IEC 23000-22, which restricts the transformations.
  static func findings(_ item: FourCC, _ properties: [ItemProperty], isMIAF: Bool) -> [String] {
    var found: [String] = []
    if let configuration = item.decodingProperty, !properties.contains(where: { $0.type == configuration }) {
      found.append("is \(item), but has no \(configuration)")
    }
    // ISO/IEC 23008-12, 6.5.3.1.
    guard let extents = properties.firstIndex(where: { $0.type == "ispe" }) else { return found + ["is \(item), but has no ispe"] }
    var seen: Set<FourCC> = []
    for property in properties where isSingle(property.type) && !seen.insert(property.kind).inserted {
      found.append("has more than one \(property.type)" + (property.type == "colr" ? " of type \(property.kind)" : ""))
    }
    for property in properties {
      if mustBeEssential(property.type, isMIAF), !property.isEssential {
        found.append("has \(property.type), which is not marked essential")
      }
      // AV1 Image File Format, 2.3.2.3.
      if property.type == "a1lx", property.isEssential { found.append("has a1lx, which must not be marked essential") }
    }
    let turns = properties.indices.filter { order(of: properties[$0].type) != nil }
    if let first = turns.first, first < extents { found.append("has \(properties[first].type) before its ispe") }
    for (before, after) in zip(turns, turns.dropFirst()) where isMIAF {
      let types = (properties[before].type, properties[after].type)
      if let a = order(of: types.0), let b = order(of: types.1), a > b { found.append("has \(types.0) before \(types.1)") }
    }
    return found
  }

  /// ISO/IEC 23008-12, 6.5: an item has at most one of these properties, and one `colr` of each colour_type (6.5.5.1).
  private static func isSingle(_ type: FourCC) -> Bool {
    switch type {
    case "ispe", "pixi", "pasp", "colr", "auxC", "av1C", "hvcC", "avcC", "vvcC", "evcC", "lsel", "a1op", "a1lx": true
    default: false
    }
  }

  /// ISO/IEC 23008-12, 6.5.11.1; AV1 Image File Format, 2.3.2.1; ISO/IEC 23000-22, 7.3.9.
  private static func mustBeEssential(_ type: FourCC, _ isMIAF: Bool) -> Bool {
    type == "lsel" || type == "a1op" || isMIAF && order(of: type) != nil
  }

  /// The order of cropping, rotation and mirroring (ISO/IEC 23000-22, 7.3.6.7); nil for other properties.
  private static func order(of type: FourCC) -> Int? {
    switch type {
    case "clap": 0
    case "irot": 1
    case "imir": 2
    default: nil
    }
  }
}

extension FourCC {
  /// Whether items of this type are images, coded or derived.
  var isPictureItem: Bool {
    switch self {
    case "av01", "hvc1", "hev1", "avc1", "vvc1", "evc1", "jpeg", "j2k1", "grid", "iovl", "iden": true
    default: false
    }
  }

  /// The property required to decode an image item of this type.
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
