import BitstreamKit
import MP4Kit

/// The format or standard that a name of the catalogue belongs to.
public enum CatalogueFamily: Sendable, CaseIterable {
  case mp4, h264, hevc, flv, aac, file

  /// The prefix of names: `h264` of `h264:frame_num`.
  public var name: StaticString {
    switch self {
    case .mp4: "mp4"
    case .h264: "h264"
    case .hevc: "hevc"
    case .flv: "flv"
    case .aac: "aac"
    case .file: "file"
    }
  }

  /// The words before a clause that is a number.
  fileprivate var standard: String {
    switch self {
    case .mp4: "ISO/IEC 14496-12:2022, "
    case .h264: "ITU-T H.264 (08/2021), "
    case .hevc: "ITU-T H.265 (08/2021), "
    case .flv: "Adobe FLV 10.1, "
    case .aac: "ISO/IEC 14496-3:2019, "
    case .file: ""
    }
  }
}

/// What the catalogue says about a structure or an element.
public struct CataloguePage: Sendable, Equatable {
  /// The name: `h264:slice_header.frame_num`, `mp4:stsz`.
  public var name: String
  /// The clause of the specification; empty if there is none.
  public var clause: String
  /// What it means.
  public var meaning: String
  /// The values that it can have; empty if the meaning says it all.
  public var values: String
  /// What to do about it, of a rule; empty otherwise.
  public var remedy = ""
  /// The elements of a structure in the order of the syntax, each once; empty for an element.
  public var elements: [String] = []
}

/// What each structure and element means, in our own words.
///
/// The text of a family has a section for each structure. Its first line is `=names|clause|meaning`, with several names separated by commas;
/// a line for each element follows: `names|meaning|values|clause`, where values and clause may be missing. A clause that begins with a digit
/// or a single capital letter is of the family's standard; `15/` before it stands for ISO/IEC 14496-15:2022, and so on.
public enum Catalogue {
  fileprivate static let mp4 = CatalogueIndex(.mp4, [containerText, boxText, sampleEntryText, configurationText, itemText, metadataText])
  fileprivate static let h264 = CatalogueIndex(.h264, [h264UnitText, h264SetText, h264SliceText, h264MessageText, sharedMessageText])
  fileprivate static let hevc = CatalogueIndex(
    .hevc, [hevcUnitText, hevcSetText, hevcLayerText, hevcSliceText, hevcMessageText, sharedMessageText])
  fileprivate static let flv = CatalogueIndex(.flv, [flvText])
  fileprivate static let aac = CatalogueIndex(.aac, [aacText])
  fileprivate static let file = CatalogueIndex(.file, [fileText])

  package static func index(_ family: CatalogueFamily) -> CatalogueIndex {
    switch family {
    case .mp4: mp4
    case .h264: h264
    case .hevc: hevc
    case .flv: flv
    case .aac: aac
    case .file: file
    }
  }

  /// The page of a structure; nil if the catalogue does not have it.
  package static func page(_ family: CatalogueFamily, structure: String) -> CataloguePage? { index(family).page(structure) }

  /// The page of a type of NAL units, by the name that `nalu` writes.
  package static func page(_ family: CatalogueFamily, unit type: String) -> CataloguePage? { index(family).page("nal_unit_type", type) }

  /// The page of an element in structures, the innermost first; nil if the catalogue does not have it.
  static func page(_ family: CatalogueFamily, _ structures: [String], _ element: String) -> CataloguePage? {
    let index = index(family)
    for structure in structures { if let page = index.page(structure, element) { return page } }
    // Elements of structures without a name of their own in a trace. The fields of boxes have common names with different meanings.
    return family == .mp4 ? index.page("*", element) : index.anyPage(element)
  }

  /// The page of a box; nil if the registry does not know it.
  static func page(box place: BoxPlace) -> CataloguePage? {
    if !isRegistered(place) { return nil }
    let (type, container) = (place.header.type.description, place.context.container.description)
    if let user = place.header.userType { return mp4.page("uuid/" + user.description) }
    if place.header.userType == nil, let page = mp4.page(container + "/" + type) { return page }
    switch place.context.container {
    case "tref", "trgr", "iref", "grpl", "ilst", "keys", "mebx":
      if type != "free", type != "skip", let page = mp4.page(container + "/*") { return page }
    case "udta" where place.header.type.rawValue >> 24 == 0xA9: return mp4.page("udta/*")
    default: break
    }
    return mp4.page(type)
  }

  private static func isRegistered(_ place: BoxPlace) -> Bool {
    place.header.type == "mdat" || BoxKind(place) != nil
  }

  // MARK: Names

  /// The pages that a name stands for: `h264:frame_num`, `h264:slice_header.frame_num`, `mp4:stsz`, or the same without the family. Empty if
  /// the catalogue has none. `check:` and the identifier of a rule stand for its page.
  ///
  /// Pages of structures list their elements.
  public static func pages(named name: String) -> [CataloguePage] {
    var (wanted, families) = (name, CatalogueFamily.allCases)
    if let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) {
      let prefix = String(decoding: name.utf8[..<colon], as: UTF8.self)
      families = families.filter { $0.name.description == prefix }
      wanted = String(decoding: name.utf8[name.utf8.index(after: colon)...], as: UTF8.self)
    }
    let rules = Check.rules.filter { "check:\($0.id)" == name || $0.id.description == name }
    return families.flatMap { index($0).pages(named: wanted) } + rules.map { CataloguePage($0) }
  }

  /// All names, with their families.
  public static var names: [String] { CatalogueFamily.allCases.flatMap { index($0).names } + Check.rules.map { "check:\($0.id)" } }

  /// The names most like an unknown one, the nearest first, at most `count`.
  public static func names(like name: String, _ count: Int = 3) -> [String] {
    let hasFamily = name.utf8.contains(UInt8(ascii: ":"))
    var ranked: [(name: String, distance: Int)] = []
    let wanted = lowercased(name)
    for candidate in names {
      let shown = hasFamily ? candidate : String(decoding: candidate.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst(), as: UTF8.self)
      let distance = distance(wanted, lowercased(shown))
      guard distance <= max(1, wanted.count / 3), !ranked.contains(where: { $0.name == candidate }) else { continue }
      ranked.append((candidate, distance))
    }
    ranked = ranked.ordered { $0.distance != $1.distance ? $0.distance < $1.distance : $0.name < $1.name }
    return ranked.prefix(count).map { $0.name }
  }

  private static func lowercased(_ text: String) -> [UInt8] { text.utf8.prefix(128).map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 32 : $0 } }

  /// The number of inserted, deleted and replaced bytes between two words.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    if abs(a.count - b.count) > max(1, a.count / 3) { return Int.max }
    var row = Array(0...b.count)
    for (i, byte) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in b.indices {
        let above = row[j + 1]
        row[j + 1] = min(above + 1, row[j] + 1, diagonal + (byte == b[j] ? 0 : 1))
        diagonal = above
      }
    }
    return row[b.count]
  }
}

extension CataloguePage {
  /// The page of a rule.
  fileprivate init(_ rule: RulePage) {
    let severity = rule.severity == .error ? "An" : "A"
    self.init(
      name: "check:\(rule.id)", clause: rule.clause.description, meaning: "\(severity) \(rule.severity.name): \(rule.title). \(rule.cause)",
      values: "", remedy: rule.remedy.description)
  }
}

/// The places of the lines of a family's text.
package struct CatalogueIndex: Sendable {
  private struct Section: Sendable {
    var head: Range<Int>
    var elements: [String: Range<Int>] = [:]
    var order: [String] = []
  }

  private let family: CatalogueFamily
  private let text: [UInt8]
  private var sections: [Section] = []
  private var places: [String: Int] = [:]
  private var order: [String] = []
  /// The first structure that has an element of a name.
  private var firstPlaces: [String: String] = [:]

  init(_ family: CatalogueFamily, _ texts: [String]) {
    self.family = family
    text = texts.flatMap { Array($0.utf8) + [0x0A] }
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A) ?? text.count
      if end > start { take(start..<end) }
      start = end + 1
    }
  }

  private mutating func take(_ line: Range<Int>) {
    let isHead = text[line.lowerBound] == UInt8(ascii: "=")
    let from = line.lowerBound + (isHead ? 1 : 0)
    let end = text[from..<line.upperBound].firstIndex(of: UInt8(ascii: "|")) ?? line.upperBound
    if !isHead {
      if sections.isEmpty { return }
      for part in text[from..<end].split(separator: UInt8(ascii: ",")) {
        let name = string(part.startIndex..<part.endIndex)
        sections[sections.count - 1].elements[name] = line
        sections[sections.count - 1].order.append(name)
        if firstPlaces[name] == nil { firstPlaces[name] = order.last }
      }
      return
    }
    // The names of a section: `stsd/avc1,avc2` stands for two boxes in stsd.
    var prefix = ""
    for part in text[from..<end].split(separator: UInt8(ascii: ",")) {
      var name = string(part.startIndex..<part.endIndex)
      if let slash = part.firstIndex(of: UInt8(ascii: "/")) { prefix = string(part.startIndex..<(slash + 1)) } else { name = prefix + name }
      places[name] = sections.count
      order.append(name)
    }
    sections.append(Section(head: line))
  }

  private func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

  private func fields(_ line: Range<Int>) -> [String] {
    text[line].split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map { string($0.startIndex..<$0.endIndex) }
  }

  // MARK: Pages

  /// The page of a structure.
  package func page(_ structure: String) -> CataloguePage? {
    guard let place = places[structure] else { return nil }
    let fields = fields(sections[place].head)
    return CataloguePage(
      name: "\(family.name):\(structure)", clause: clause(fields.count > 1 ? fields[1] : ""), meaning: fields.count > 2 ? fields[2] : "",
      values: fields.count > 3 ? fields[3] : "")
  }

  /// The page of an element of a structure.
  package func page(_ structure: String, _ element: String) -> CataloguePage? {
    guard let place = places[structure], let line = sections[place].elements[element] else { return nil }
    let (head, fields) = (fields(sections[place].head), fields(line))
    let own = fields.count > 3 ? fields[3] : ""
    let name = structure == "*" || structure == "nal_unit_type" ? element : "\(structure).\(element)"
    return CataloguePage(
      name: "\(family.name):\(name)", clause: clause(own.isEmpty ? head.count > 1 ? head[1] : "" : own),
      meaning: fields.count > 1 ? fields[1] : "", values: fields.count > 2 ? fields[2] : "")
  }

  /// The page of an element in the first structure that has it.
  func anyPage(_ element: String) -> CataloguePage? { firstPlaces[element].flatMap { page($0, element) } }

  /// The pages of a structure, of an element in every structure that has it, or of `structure.element`.
  func pages(named name: String) -> [CataloguePage] {
    var found: [CataloguePage] = []
    if let page = listingPage(name) { found.append(page) }
    for structure in order {
      if structure.utf8.last != UInt8(ascii: "*"), structure.utf8.count > name.utf8.count,
        structure.utf8.suffix(name.utf8.count).elementsEqual(name.utf8),
        structure.utf8.dropLast(name.utf8.count).last == UInt8(ascii: "/"), let page = listingPage(structure)
      {
        found.append(page)
      }
      if let page = page(structure, name) { found.append(page) }
    }
    // A box type may itself contain a dot.
    for dot in name.utf8.indices where name.utf8[dot] == UInt8(ascii: ".") {
      let structure = String(decoding: name.utf8[..<dot], as: UTF8.self)
      let element = String(decoding: name.utf8[name.utf8.index(after: dot)...], as: UTF8.self)
      if let page = page(structure, element) { found.append(page) }
    }
    return found
  }

  /// The page of a structure with its elements.
  private func listingPage(_ structure: String) -> CataloguePage? {
    guard var page = page(structure), let place = places[structure] else { return nil }
    page.elements = sections[place].order
    return page
  }

  /// The names of structures, and of elements as `structure.element` and alone.
  var names: [String] {
    var names: [String] = []
    for structure in order {
      names.append("\(family.name):\(structure)")
      guard let place = places[structure] else { continue }
      for element in sections[place].order { names.append("\(family.name):\(element)") }
    }
    return names
  }

  /// The structures and their elements, for tests.
  package var contents: [(structure: String, elements: [String])] {
    order.map { structure in (structure, places[structure].map { sections[$0].order } ?? []) }
  }

  /// The clause with its standard.
  private func clause(_ text: String) -> String {
    guard let first = text.utf8.first else { return "" }
    if let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")),
      let standard = Self.standard(String(decoding: text.utf8[..<slash], as: UTF8.self))
    {
      return standard + String(decoding: text.utf8[text.utf8.index(after: slash)...], as: UTF8.self)
    }
    let isNumber =
      first >= 0x30 && first <= 0x39 || text.utf8.count > 1 && text.utf8.dropFirst().first == 0x2E || text.utf8.starts(with: "Table ".utf8)
      || text.utf8.starts(with: "Annex ".utf8)
    return (isNumber ? family.standard : "") + text
  }

  private static func standard(_ short: String) -> String? {
    switch short {
    case "12": "ISO/IEC 14496-12:2022, "
    case "14": "ISO/IEC 14496-14:2020, "
    case "15": "ISO/IEC 14496-15:2022, "
    case "heif": "ISO/IEC 23008-12, "
    case "cenc": "ISO/IEC 23001-7, "
    case "30": "ISO/IEC 14496-30, "
    case "3gp": "3GPP TS 26.244, "
    case "qt": "QuickTime File Format, "
    default: nil
    }
  }
}
