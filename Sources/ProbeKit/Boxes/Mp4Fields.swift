import BitstreamKit
import MP4Kit

/// Collects the elements of a box's fields, or of a row of a table, with the structures that contain them.
final class Mp4Fields: TraceSink {
  enum Item {
    /// A structure; its items end before `end`.
    case structure(StaticString, end: Int)
    case element(TraceElement)
  }

  private(set) var items: [Item] = []
  /// Whether elements were dropped because of the limit.
  private(set) var isCut = false
  private let limit: Int
  /// Indices of the open structures; −1 for one that is not kept.
  private var open: [Int] = []
  /// Number of outermost structures without an item: 1 for a box, 0 for a row.
  private let unnamed: Int

  init(limit: Int, unnamed: Int) {
    self.limit = limit
    self.unnamed = unnamed
  }

  func removeAll() {
    items.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    isCut = false
  }

  override func begin(_ structure: StaticString, bitOffset: Int) {
    if open.count >= unnamed, items.count < limit {
      open.append(items.count)
      items.append(.structure(structure, end: items.count))
    } else {
      if open.count >= unnamed { isCut = true }
      open.append(-1)
    }
  }

  override func element(_ element: TraceElement) {
    if items.count < limit { items.append(.element(element)) } else { isCut = true }
  }

  override func end() {
    guard let place = open.popLast(), place >= 0, case .structure(let name, _) = items[place] else { return }
    items[place] = .structure(name, end: items.count)
  }

  /// Index of the item after `index` and its contents.
  func next(after index: Int) -> Int {
    if case .structure(_, let end) = items[index] { return max(index + 1, end) }
    return index + 1
  }

  func name(_ index: Int) -> StaticString {
    switch items[index] {
    case .structure(let name, _): name
    case .element(let element): element.name
    }
  }
}

/// Collects the elements of a sample group description, with positions counted from the first bit of the box's fields.
final class Mp4Description: TraceSink {
  let fields = Mp4Fields(limit: 1 << 12, unnamed: 1)
  private let start: Int

  init(at start: Int) { self.start = start }

  override func begin(_ structure: StaticString, bitOffset: Int) { fields.begin(structure, bitOffset: bitOffset + start) }

  override func element(_ element: TraceElement) {
    var own = element
    own.bitOffset += start
    fields.element(own)
  }

  override func end() { fields.end() }
}

/// Whether two literals are equal. Compares lengths first, since most differ.
package func isSame(_ a: StaticString, _ b: StaticString) -> Bool {
  a.utf8CodeUnitCount == b.utf8CodeUnitCount && a.description == b.description
}

/// Receives the rows of a table.
protocol Mp4RowConsumer: AnyObject {
  /// Called for each row. `isBare` is true if the row is a single number without its own name.
  func row(_ index: Int, _ row: Mp4Fields, isBare: Bool)
  /// Whether no further row is needed.
  var isDone: Bool { get }
}

/// Traces the rows of one table of a box. The table may extend beyond the bytes of the box that were read.
final class Mp4Rows<Consumer: Mp4RowConsumer>: TraceSink {
  private let consumer: Consumer
  private let source: BoxSource
  private let range: Range<UInt64>
  private let table: Int
  private let fields = Mp4Fields(limit: 1 << 12, unnamed: 0)
  private var isActive = false
  private var isOver = false
  private var depth = 0
  private var index = -1
  /// The error of the last read.
  private(set) var failure: ByteError?

  /// - Parameters:
  ///   - table: the first bit of the table, counted from the first bit of the fields.
  ///   - range: the position of the fields in the file.
  init(_ table: Int, of source: BoxSource, in range: Range<UInt64>, to consumer: Consumer) {
    self.table = table
    self.source = source
    self.consumer = consumer
    self.range = range
  }

  override func beginTable(_ name: StaticString, rows: Int, bitOffset: Int) -> Bool {
    isActive = !isOver && bitOffset == table
    return isActive
  }

  override func row(_ index: Int) {
    flush()
    self.index = index
  }

  override func endTable() {
    flush()
    isOver = true
    isActive = false
  }

  private func flush() {
    guard index >= 0 else { return }
    consumer.row(index, fields, isBare: isBare)
    fields.removeAll()
    index = -1
  }

  /// Whether the row is a number of a table that names each number `entry`.
  private var isBare: Bool {
    guard fields.items.count == 1, case .element(let element) = fields.items[0] else { return false }
    return isSame(element.name, "entry")
  }

  override func begin(_ structure: StaticString, bitOffset: Int) {
    guard isActive else { return }
    depth += 1
    fields.begin(structure, bitOffset: bitOffset)
  }

  override func element(_ element: TraceElement) {
    guard isActive else { return }
    var own = element
    // Removes the row's own index.
    if element.i == index { (own.i, own.j) = (element.j, -1) }
    fields.element(own)
  }

  override func end() {
    guard isActive, depth > 0 else { return }
    depth -= 1
    fields.end()
  }

  override func bytes(at place: Int, count: Int) -> [UInt8]? {
    if consumer.isDone || isOver { return [] }
    let (start, overflow) = range.lowerBound.addingReportingOverflow(UInt64(max(0, place)))
    if overflow || start >= range.upperBound { return [] }
    var bytes: [UInt8] = []
    do { try source.read(at: start, count: Int(clamping: min(range.upperBound - start, UInt64(max(0, count)))), into: &bytes) } catch {
      failure = error
      return []
    }
    return bytes
  }
}
