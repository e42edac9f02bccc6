import BitstreamKit
import MP4Kit

/// Writes boxes in the requested format.
final class Mp4Writer {
  /// Maximum number of bytes shown of unnamed data.
  static let maxBytes: UInt64 = 4096
  /// Number of bytes first read of a box; most boxes fit.
  private static let heading = 512
  /// Maximum number of bytes read of a box's fields; tables may extend beyond.
  private static let ceiling: UInt64 = 1 << 20

  var output: OutputBuffer
  let request: Mp4Request
  /// The source of the boxes: the file, or the expanded data of a compressed box.
  var source: BoxSource
  let fields: Mp4Fields
  private var hasBegun = false
  private var text = Mp4Text()
  private var json = Mp4JSON()

  init(_ request: Mp4Request, _ source: BoxSource, _ sink: ProbeSink) {
    output = OutputBuffer(sink)
    self.request = request
    self.source = source
    fields = Mp4Fields(limit: request.isFull ? 1 << 16 : 1 << 12, unnamed: 1)
  }

  func begin() {
    hasBegun = true
    if request.form == .json { json.begin(&output) }
  }

  /// Completes what `begin` began, if it did.
  func end() {
    if hasBegun, request.form == .json { json.end(&output) }
    hasBegun = false
  }

  /// Writes a box and reports its errors, except those already known.
  func box(
    _ place: BoxPlace, _ path: [FourCC], depth: Int, goesOn: Bool, isNamed: Bool, _ news: [BoxFinding],
    _ window: inout ByteWindow<BoxSource>
  ) throws(ByteError) -> [SyntaxError] {
    var box = Mp4Box(place: place, path: path, depth: depth, isNamed: isNamed)
    let found = try collect(&box, &window)
    let fresh = found.filter { error in !news.contains { $0.message == error.description } }
    box.errors = news.map { $0.message } + fresh.map { $0.description }
    switch request.form {
    case .text: try text.box(box, self)
    case .json: try json.box(box, goesOn: goesOn, self)
    case .jsonl: try json.line(box, self)
    }
    return fresh
  }

  /// Reads the fields of a box, extending the bytes read as needed.
  private func collect(_ box: inout Mp4Box, _ window: inout ByteWindow<BoxSource>) throws(ByteError) -> [SyntaxError] {
    fields.removeAll()
    if isMedia(box.place) { box.name = "MediaDataBox" }
    guard box.name == nil, box.place.isBox, isKnown(box.place) || box.place.isQuickTimeMeta else { return [] }
    let total = box.fields.length
    var wanted = min(total, UInt64(Self.heading))
    while true {
      let (first, count) = try window.load(box.place.payloadOffset, Int(wanted))
      box.bytes = Array(window.bytes[first..<first + count])
      fields.removeAll()
      let traced = BoxContent.trace(box.place, box.bytes, of: total, showsRows: false, to: fields)
      box.name = traced.name
      if count == Int(wanted), wanted < min(total, Self.ceiling), needsMore(box, traced.findings) {
        wanted = min(total, Self.ceiling)
      } else {
        return traced.findings
      }
    }
  }

  /// Whether the fields continue after the bytes that were read. A list or string that extends to the end gives no truncation error.
  private func needsMore(_ box: Mp4Box, _ findings: [SyntaxError]) -> Bool {
    if findings.contains(where: { $0.isTruncation }) { return true }
    guard case .element(let last)? = fields.items.last, last.bitOffset + last.bitLength == box.bytes.count * 8 else { return false }
    switch last.value {
    case .rows, .bytes: return false
    default: return true
    }
  }

  /// Sends the rows of a table to a consumer.
  func rows<C: Mp4RowConsumer>(of element: TraceElement, in box: Mp4Box, to consumer: C) throws(ByteError) {
    let rows = Mp4Rows(element.bitOffset, of: source, in: box.fields, to: consumer)
    _ = BoxContent.trace(box.place, box.bytes, of: box.fields.length, showsRows: true, to: rows)
    if let failure = rows.failure { throw failure }
  }

  /// Reads a range of the file in pieces.
  func pieces(_ range: Range<UInt64>, _ body: ([UInt8]) -> Void) throws(ByteError) {
    var (at, piece) = (range.lowerBound, [UInt8]())
    while at < range.upperBound, output.failure == nil {
      try source.read(at: at, count: Int(min(range.upperBound - at, 1 << 14)), into: &piece)
      if piece.isEmpty { return }
      body(piece)
      at += UInt64(piece.count)
    }
  }

  /// The elements of a sample group description that the box shows as bytes; nil if `element` is not one, or is not decoded.
  ///
  /// Descriptions above 4 KiB stay bytes.
  func description(_ element: TraceElement, in box: Mp4Box) throws(ByteError) -> Mp4Fields? {
    guard request.isFull, box.place.isBox, box.place.header.type == "sgpd", isSame(element.name, "entry"),
      let type = groupingType, let range = box.bytes(of: element), !range.isEmpty, range.length <= Self.maxBytes
    else { return nil }
    var bytes: [UInt8] = []
    let start = box.fields.lowerBound + range.lowerBound
    try source.read(at: start, count: Int(range.length), into: &bytes)
    let found = Mp4Description(at: element.bitOffset)
    return SampleGroupDescription.trace(bytes, groupingType: type, to: found) ? found.fields : nil
  }

  /// The grouping type of the current box.
  private var groupingType: FourCC? {
    for item in fields.items {
      if case .element(let element) = item, case .code(let type) = element.value, isSame(element.name, "grouping_type") { return type }
    }
    return nil
  }

  /// The part of a byte range that is printed.
  func shown(_ range: Range<UInt64>, _ box: Mp4Box) -> Range<UInt64> {
    if box.isNamed { return range }
    return range.lowerBound..<min(range.upperBound, range.lowerBound + Self.maxBytes)
  }
}
