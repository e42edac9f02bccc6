import BitstreamKit
import MP4Kit

/// The fields of a box in the words of `mediaprobe mp4 --full`: keys and values.
final class BoxFieldList: TraceSink {
  /// A field.
  struct Field {
    /// The names of the structures around it, its own name and its indices.
    var key: String
    /// The value in words; nil for bytes and tables that are compared in the file.
    var text: String?
    /// The first byte of the value, counted from the first byte of the fields.
    var start: UInt64
    /// The number of rows of a table; nil for other fields.
    var rowCount: Int?
  }

  /// The largest number of fields that are kept.
  private static let limit = 1 << 14
  /// Longer values are compared in the file.
  private static let maxTextSize = 128

  private(set) var fields: [Field] = []
  private var path: [String] = []
  private var seen: [String: Int] = [:]

  override func begin(_ structure: StaticString, bitOffset: Int) {
    // The first structure is the box itself.
    path.append(path.isEmpty ? "" : (path.last ?? "") + structure.description + ".")
  }

  override func end() { _ = path.popLast() }

  override func element(_ element: TraceElement) {
    guard fields.count < Self.limit else { return }
    var key = (path.last ?? "") + element.fullName
    let number = seen[key, default: 0]
    seen[key] = number + 1
    // A name can occur several times, such as `reserved`.
    if number > 0 { key += " (\(number + 1))" }
    var field = Field(key: key, text: boxValueText(element), start: UInt64(max(0, element.bitOffset)) / 8)
    switch element.value {
    case .rows(let count): (field.text, field.rowCount) = (nil, count)
    case .bytes: if element.bitLength > Self.maxTextSize { field.text = nil }
    default: break
    }
    fields.append(field)
  }
}

/// The value of an element as text.
private func boxValueText(_ element: TraceElement) -> String {
  switch element.value {
  case .number(.unsigned(let value)): return "\(value)"
  case .number(.signed(let value)): return "\(value)"
  case .code(let code): return code.description
  case .fixedPoint, .floatingPoint: return exactText(element.value.real ?? 0)
  case .text(let bytes): return "\"" + String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) + "\""
  case .bytes(let bytes): return hexText(bytes)
  case .rows(let count): return "\(count)"
  }
}

/// A number with as many digits as tell it from its neighbours.
func exactText(_ value: Double) -> String {
  let text = "\(value)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// The elements of one row of a table, as text.
final class BoxRow: TraceSink {
  private let table: Int
  private let wanted: Int
  private let source: AnyByteSource
  private let range: Range<UInt64>
  private var isActive = false
  private var current = -1
  /// The row, in the words of `mediaprobe mp4 --full`; empty if there is no such row.
  private(set) var text = ""

  /// - Parameters:
  ///   - wanted: the index of the row.
  ///   - table: the first bit of the table, counted from the first bit of the fields.
  ///   - range: the place of the fields in the file.
  init(_ wanted: Int, of table: Int, in source: AnyByteSource, _ range: Range<UInt64>) {
    self.wanted = wanted
    self.table = table
    self.source = source
    self.range = range
  }

  override func beginTable(_ name: StaticString, rows: Int, bitOffset: Int) -> Bool {
    isActive = current < 0 && bitOffset == table
    return isActive
  }

  override func row(_ index: Int) { current = index }

  override func endTable() { isActive = false }

  override func element(_ element: TraceElement) {
    guard isActive, current == wanted, text.utf8.count < 1 << 10 else { return }
    if !text.isEmpty { text += " " }
    let isBare = element.name.description == "entry"
    text += (isBare ? "" : element.name.description + "=") + boxValueText(element)
  }

  override func bytes(at place: Int, count: Int) -> [UInt8]? {
    let (start, overflow) = range.lowerBound.addingReportingOverflow(UInt64(max(0, place)))
    if overflow || start >= range.upperBound || current > wanted { return [] }
    var bytes: [UInt8] = []
    try? source.read(at: start, count: Int(clamping: min(range.upperBound - start, UInt64(max(0, count)))), into: &bytes)
    return bytes
  }
}
