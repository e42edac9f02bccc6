import BitstreamKit
import ProbeKit

/// Finds an element or a structure by the names on the way to it, in what a trace passes on.
final class ElementSearch {
  /// The names, outermost first.
  private let steps: [String]
  /// The offset of the first byte in the file; nil until it is found.
  private(set) var offset: UInt64?
  /// What is there below the steps that were found, in the order of the trace.
  private(set) var names: [String] = []
  /// The number of steps that were found.
  private(set) var reached = 0
  /// The place of an error at the element, which was not traced then.
  private var fault: UInt64?
  private var start: UInt64 = 0

  /// What is open: the number of steps found before it, and whether its parts are below the last of them.
  private struct Level {
    var matched: Int
    var isListed: Bool
  }
  private var levels: [Level] = []
  private var matched = 0
  /// Whether the first element that follows is the one.
  private var takesNext = false
  /// Whether the last step that was found is the name of a property of a script object, whose value follows it.
  private var isInProperty = false
  /// Whether that value is the one.
  private var takesValue = false
  /// The structures and rows that are open, outermost first.
  private var structures: [StaticString] = []
  /// The table that is open, and its row; -1 before the first.
  private var table: (name: StaticString, row: Int)?

  /// The largest number of names that are kept.
  static let maxNames = 64

  init(_ steps: [String]) { self.steps = steps }

  /// Forgets what an owner has, for a search in the next one.
  /// - Parameter start: the offset of the first byte of the next one in the file.
  func begin(_ start: UInt64) {
    self.start = start
    (matched, takesNext, takesValue, isInProperty, table) = (0, false, false, false, nil)
    (levels, structures) = ([], [])
  }

  /// The offset; that of a fault at the element if it could not be traced.
  var result: UInt64? { offset ?? fault }

  /// Takes a place that was found in another way.
  func find(_ place: UInt64?) { offset = place }

  // MARK: Names

  private func isStep(_ name: String, _ indexed: String) -> Bool {
    matched < steps.count && (steps[matched] == name || steps[matched] == indexed)
  }

  /// Lists a name if it is directly below the last step that was found.
  private func list(_ name: String) {
    guard matched == reached, levels.last?.isListed ?? true, names.count < Self.maxNames, !names.contains(name) else { return }
    names.append(name)
  }

  private func match() {
    matched += 1
    if matched > reached { (reached, names) = (matched, []) }
    if matched == steps.count { takesNext = true }
  }

  // MARK: The trace

  func open(_ structure: StaticString) {
    if offset != nil { return }
    let name = structure.description
    let before = matched
    // The outermost structure is what holds the element.
    if !levels.isEmpty, !name.hasPrefix("SCRIPTDATA") { list(name) }
    if isStep(name, name) { match() }
    levels.append(Level(matched: before, isListed: matched > before || levels.isEmpty))
    structures.append(structure)
  }

  func close() {
    guard offset == nil, let level = levels.popLast() else { return }
    structures.removeLast()
    if takesNext || takesValue { return }
    if !isInProperty { matched = level.matched }
  }

  func element(_ element: TraceElement) {
    guard offset == nil else { return }
    if takesNext { return found(element) }
    if takesValue {
      if isSame(element.name, "Type") || isSame(element.name, "StringLength") { return }
      return found(element)
    }
    if case .bytes(let bytes) = element.value, isSame(element.name, "StringData"), let outer = structures.last,
      isSame(outer, "SCRIPTDATAOBJECTPROPERTY")
    {
      return property(String(decoding: bytes, as: UTF8.self))
    }
    var indexed = element.fullName
    if let table, element.i == table.row {
      var own = element
      (own.i, own.j) = (element.j, -1)
      indexed = own.fullName
    }
    let name = isSame(element.name, "entry") && table != nil ? "" : element.name.description
    if !name.isEmpty { list(element.i < 0 || table != nil ? indexed : name) }
    if isStep(name, indexed), matched == steps.count - 1 {
      match()
      found(element)
    }
  }

  private func property(_ name: String) {
    if matched == reached, names.count < Self.maxNames, !names.contains(name) { names.append(name) }
    guard isStep(name, name) else { return }
    matched += 1
    if matched > reached { (reached, names) = (matched, []) }
    isInProperty = true
    if matched == steps.count { takesValue = true }
  }

  private func found(_ element: TraceElement) {
    (takesNext, takesValue) = (false, false)
    offset = element.byteOffset
  }

  // MARK: Tables

  /// The rows that are looked at: the one that the next step or the one after it names, else the first.
  func rows(of count: Int) -> Range<Int> {
    var index = 0
    for step in steps.dropFirst(matched) {
      if let number = Self.index(of: step) {
        index = number
        break
      }
    }
    return index < count ? index..<index + 1 : 0..<0
  }

  /// The number in the brackets at the end of a step.
  private static func index(of step: String) -> Int? {
    guard step.utf8.last == UInt8(ascii: "]"), let start = step.utf8.lastIndex(of: UInt8(ascii: "[")) else { return nil }
    return Int(String(decoding: Array(step.utf8[start...].dropFirst().dropLast()), as: UTF8.self))
  }

  func openTable(_ name: StaticString, rows: Int) {
    if offset != nil { return }
    list(rows == 0 ? "\(name) without rows" : "\(name)[0]" + (rows > 1 ? " to \(name)[\(rows - 1)]" : ""))
    table = (name, -1)
  }

  func row(_ index: Int) {
    guard offset == nil, let open = table else { return }
    closeRow()
    table?.row = index
    let before = matched
    if isStep(open.name.description, "\(open.name)[\(index)]") { match() }
    levels.append(Level(matched: before, isListed: matched > before))
    structures.append(open.name)
  }

  func closeTable() {
    closeRow()
    table = nil
  }

  private func closeRow() { if let row = table?.row, row >= 0 { close() } }

  // MARK: Faults

  /// Notes what a parser found wrong: an element that it could not read is not traced.
  func note(_ error: SyntaxError) {
    if fault != nil { return }
    var wanted = steps[...]
    for name in error.path + [error.element] where name == wanted.first { wanted.removeFirst() }
    if wanted.isEmpty { fault = error.byteOffset ?? start }
  }
}
