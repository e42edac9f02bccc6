import BitstreamKit
import ProbeKit

/// Collects the structures and elements of a trace that own a byte.
final class ByteTracer: TraceSink {
  /// The layers found, the outermost structure first.
  private(set) var layers: [ExplainLayer] = []
  /// The bytes of elements that are NAL units of a configuration record, as ranges of the traced bytes.
  private(set) var units: [Range<Int>] = []
  /// The offset of the first AudioSpecificConfig from the first traced byte.
  private(set) var configuration: Int?
  /// The range of the unit or of the descriptor body that owns the byte.
  private(set) var inner: (name: StaticString, bits: Range<Int>, tag: UInt64?)?
  /// Whether the owner is an element that continues after the traced bytes.
  private(set) var isCut = false

  /// The bits of the byte.
  private let wanted: Range<Int>
  /// The number of bits that are traced, and that the structure has.
  private let heldBits: Int
  private let totalBits: Int
  /// The source of tables that the trace does not hold, and the offset of the first traced byte.
  private let source: AnyByteSource?
  private let start: UInt64
  private let family: CatalogueFamily
  private let depth: Int
  /// The number of outermost structures without a layer.
  private let unnamed: Int
  private let kind: ExplainLayer.Kind
  /// The bytes that were removed before the trace: in the file, an element has those between its first and its last byte.
  private let map: SourceMap

  private struct Structure {
    var name: StaticString
    var bitOffset: Int
    var isShown: Bool
    /// The name of a property of script data.
    var property: String?
  }
  private var open: [Structure] = []
  private var table: StaticString?
  private var row = -1
  private var isRowShown = false
  private var lastTag: UInt64?

  /// The name that the catalogue has for the outermost structure: the type of a box.
  var outerName: String?
  /// Looks for an element in the same trace; it decides on the rows of tables.
  let search: ElementSearch?

  /// - Parameters:
  ///   - index: the byte, counted from the first traced byte.
  ///   - held: the number of traced bytes.
  ///   - total: the number of bytes of the structure.
  init(
    _ index: Int, held: Int, total: UInt64, source: AnyByteSource?, start: UInt64, family: CatalogueFamily, depth: Int, unnamed: Int,
    kind: ExplainLayer.Kind, map: SourceMap = SourceMap(fileOffset: nil), search: ElementSearch? = nil
  ) {
    self.map = map
    self.search = search
    search?.begin(start)
    let index = min(index, Int.max >> 4)
    wanted = index * 8..<index * 8 + 8
    heldBits = held * 8
    totalBits = Int(clamping: min(total, UInt64(Int.max >> 4))) * 8
    self.source = source
    self.start = start
    self.family = family
    self.depth = depth
    self.unnamed = unnamed
    self.kind = kind
  }

  override func begin(_ structure: StaticString, bitOffset: Int) {
    search?.open(structure)
    open.append(Structure(name: structure, bitOffset: bitOffset, isShown: open.count < unnamed))
  }

  override func end() {
    search?.close()
    if !open.isEmpty { open.removeLast() }
  }

  override func element(_ element: TraceElement) {
    note(element)
    search?.element(element)
    let end = element.bitOffset + element.bitLength
    // Rows are read from the source.
    let reachesEnd = row < 0 && end >= heldBits && heldBits < totalBits
    guard element.bitOffset < wanted.upperBound, (reachesEnd ? totalBits : end) > wanted.lowerBound else { return }
    if reachesEnd { isCut = true }
    showStructures()
    var own = element
    if reachesEnd { own.bitLength = totalBits - element.bitOffset }
    layers.append(layer(own))
  }

  private func note(_ element: TraceElement) {
    if case .number(.unsigned(let value)) = element.value, isSame(element.name, "tag") { lastTag = value }
    guard case .bytes(let bytes) = element.value, element.bitOffset % 8 == 0 else { return }
    if let last = open.last, isSame(last.name, "SCRIPTDATAOBJECTPROPERTY"), isSame(element.name, "StringData") {
      open[open.count - 1].property = String(decoding: bytes, as: UTF8.self)
    }
    let bits = element.bitOffset..<element.bitOffset + element.bitLength
    let isUnit = Self.unitNames.contains { isSame($0, element.name) }
    if isUnit { units.append(bits.lowerBound / 8..<bits.upperBound / 8) }
    if isSame(element.name, "body"), lastTag == 5, configuration == nil { configuration = bits.lowerBound / 8 }
    if isUnit || isSame(element.name, "body"), bits.overlaps(wanted) { inner = (element.name, bits, lastTag) }
  }

  private static let unitNames: [StaticString] = [
    "sequenceParameterSetNALUnit", "pictureParameterSetNALUnit", "sequenceParameterSetExtNALUnit", "nalUnit",
  ]

  private func showStructures() {
    for index in open.indices where !open[index].isShown {
      open[index].isShown = true
      let name = open[index].name.description
      var layer = ExplainLayer(.structure, name, depth: depth + max(0, index - unnamed))
      layer.offset = source == nil ? nil : start.addingReportingOverflow(UInt64(open[index].bitOffset >> 3)).partialValue
      layer.page = Catalogue.page(family, structure: name)
      if let property = open[index].property {
        layer.add("property", property)
        layer.page = Catalogue.page(family, ["onMetaData"], property)
      }
      layers.append(layer)
    }
  }

  private func layer(_ element: TraceElement) -> ExplainLayer {
    var level = depth + max(0, open.count - unnamed)
    var name = element.fullName
    var key = element.name.description
    if let table, row >= 0 {
      let rowName = "\(table)[\(row)]"
      if isSame(element.name, "entry") {
        (name, key) = (rowName, table.description)
      } else {
        if element.i == row {
          var own = element
          (own.i, own.j) = (element.j, -1)
          name = own.fullName
        }
        if !isRowShown {
          isRowShown = true
          layers.append(ExplainLayer(.row, rowName, depth: level, page: Catalogue.page(family, structures, table.description)))
        }
        level += 1
      }
    }
    var layer = ExplainLayer(kind, name, depth: level, offset: element.byteOffset)
    let end = (element.bitOffset + element.bitLength + 7) / 8
    layer.size = end > element.bitOffset / 8 ? UInt64(map.codedIndex(of: end - 1) - map.codedIndex(of: element.bitOffset / 8) + 1) : 0
    (layer.bitOffset, layer.bitLength) = (element.bitOffset, element.bitLength)
    layer.value = element.value.text(bitLength: element.bitLength)
    if case .bytes(let bytes) = element.value, isSame(element.name, "StringData") {
      layer.value = TraceElement.Value.text(bytes).text(bitLength: element.bitLength)
    }
    if case .number(let number) = element.value { layer.number = number }
    layer.real = element.value.real
    layer.page = Catalogue.page(family, structures, key)
    return layer
  }

  /// The names of the structures around the element, the innermost first.
  private var structures: [String] {
    var names = open.reversed().map { $0.name.description }
    if let outerName { names.append(outerName) }
    return names
  }

  // MARK: Tables

  override func rows(of count: Int, byteCount size: Int, bitOffset: Int) -> Range<Int> {
    if let search { return search.rows(of: count) }
    let first = (wanted.lowerBound - bitOffset) / (8 * max(1, size))
    guard wanted.lowerBound >= bitOffset, first < count else { return 0..<0 }
    return first..<first + 1
  }

  override func beginTable(_ name: StaticString, rows: Int, bitOffset: Int) -> Bool {
    search?.openTable(name, rows: rows)
    table = name
    row = -1
    return true
  }

  override func row(_ index: Int) {
    search?.row(index)
    row = index
    isRowShown = false
  }

  override func endTable() {
    search?.closeTable()
    (table, row) = (nil, -1)
  }

  override func bytes(at offset: Int, count: Int) -> [UInt8]? {
    let (place, overflow) = start.addingReportingOverflow(UInt64(max(0, offset)))
    guard let source, !overflow, count > 0 else { return [] }
    var bytes: [UInt8] = []
    do { try source.read(at: place, count: count, into: &bytes) } catch { return [] }
    return bytes
  }
}
