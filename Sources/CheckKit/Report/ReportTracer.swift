import BitstreamKit
import ProbeKit

/// An element of a node of a report's tree.
struct ReportField {
  var name: String
  var value: String
  /// The offset of the first bit from the start of the file.
  var bitOffset: UInt64
  var bitCount: Int
  /// The index of the page that says what it means; −1 without one.
  var page: Int
  /// The number of structures around it.
  var depth: Int
}

/// The sentences and clauses that fields refer to, each once.
struct ReportPages {
  private(set) var pages: [(meaning: String, clause: String)] = []
  private var places: [String: Int] = [:]

  /// The index of a page; −1 without one.
  mutating func index(_ page: CataloguePage?) -> Int {
    guard let page else { return -1 }
    if let place = places[page.name] { return place }
    places[page.name] = pages.count
    pages.append((page.meaning, page.clause))
    return pages.count - 1
  }
}

/// Collects the first elements of a structure.
final class ReportTracer: TraceSink {
  private(set) var fields: [ReportField] = []
  /// The NAL units of a configuration record, as ranges of the traced bytes.
  private(set) var units: [Range<Int>] = []
  /// The pages of all fields so far.
  var pages: ReportPages

  private let limit: Int
  private let start: UInt64
  private let family: CatalogueFamily
  /// The name that the catalogue has for the outermost structure: the type of a box.
  private let outerName: String?
  private var open: [String] = []

  /// - Parameters:
  ///   - limit: the number of elements that are kept.
  ///   - start: the offset of the first byte in the file.
  init(_ pages: ReportPages, limit: Int, start: UInt64, family: CatalogueFamily, outerName: String? = nil) {
    (self.pages, self.limit, self.start, self.family, self.outerName) = (pages, limit, start, family, outerName)
  }

  override func begin(_ structure: StaticString, bitOffset: Int) { open.append(structure.description) }

  override func end() { if !open.isEmpty { open.removeLast() } }

  override func element(_ element: TraceElement) {
    if case .bytes = element.value, element.bitOffset % 8 == 0, units.count < 64,
      Self.unitNames.contains(where: { $0.description == element.name.description })
    {
      units.append(element.bitOffset / 8..<(element.bitOffset + element.bitLength) / 8)
    }
    guard fields.count < limit else { return }
    var structures = Array(open.reversed())
    if let outerName { structures.append(outerName) }
    let byte = element.byteOffset ?? start &+ UInt64(element.bitOffset >> 3)
    var value = element.value
    // Fixed-size strings are padded with zeros.
    if case .text(let bytes) = value { value = .text(Array(bytes.prefix((bytes.lastIndex { $0 != 0 } ?? -1) + 1))) }
    fields.append(
      ReportField(
        name: element.fullName, value: value.text(bitLength: element.bitLength),
        bitOffset: byte &* 8 &+ UInt64(element.bitOffset & 7), bitCount: element.bitLength,
        page: pages.index(Catalogue.page(family, structures, element.name.description)), depth: max(0, open.count - 1)))
  }

  override func beginTable(_ name: StaticString, rows: Int, bitOffset: Int) -> Bool { false }

  private static let unitNames: [StaticString] = [
    "sequenceParameterSetNALUnit", "pictureParameterSetNALUnit", "sequenceParameterSetExtNALUnit", "nalUnit",
  ]
}
