import BitstreamKit
import MP4Kit

/// A box as it is shown.
struct Mp4Box {
  var place: BoxPlace
  /// Its type and those of the boxes around it.
  var path: [FourCC]
  /// How deep it stands below the outermost that are shown.
  var depth: Int
  /// Whether a path names it, so that its bytes are shown to the last.
  var isNamed: Bool
  /// The structure; nil for a box that is not known.
  var name: StaticString?
  /// The first bytes of its fields.
  var bytes: [UInt8] = []
  /// What could not be read of it, or should not be so.
  var errors: [String] = []

  /// Where its fields stand in the file.
  var fields: Range<UInt64> { place.payloadOffset..<max(place.payloadOffset, place.childrenOffset ?? place.end) }
  /// Bytes that no field names: where they are the whole of it.
  var isBytes: Bool { name == nil || isFree(place) }

  /// Where the bytes of an element stand, counted from the first of the fields; nil where it does not start with a byte.
  func bytes(of element: TraceElement) -> Range<UInt64>? {
    if element.bitOffset % 8 != 0 || element.bitLength % 8 != 0 { return nil }
    let start = UInt64(element.bitOffset / 8)
    let end = start + UInt64(element.bitLength / 8)
    // An element that takes the rest goes on behind what was read.
    let total = fields.length
    return start..<(end == UInt64(bytes.count) ? max(end, total) : end)
  }
}

extension Range<UInt64> {
  /// How many bytes; `count` could not say it of a box that reaches to the end of a pipe.
  var length: UInt64 { upperBound - lowerBound }
}

/// Writes boxes in the form that was asked for.
final class Mp4Writer {
  /// Of bytes that nobody named this many are shown.
  static let mostBytes: UInt64 = 4096
  /// What most boxes fit.
  private static let heading = 512
  /// No more of a box's fields is looked at; tables may reach behind it.
  private static let ceiling: UInt64 = 1 << 20

  var output: OutputBuffer
  let request: Mp4Request
  /// What the boxes stand in: the file, or the expanded data of a compressed box.
  var source: BoxSource
  let fields: Mp4Fields
  private var text = Mp4Text()
  private var json = Mp4JSON()

  init(_ request: Mp4Request, _ source: BoxSource, _ sink: ProbeSink) {
    output = OutputBuffer(sink)
    self.request = request
    self.source = source
    fields = Mp4Fields(limit: request.isFull ? 1 << 16 : 1 << 12, unnamed: 1)
  }

  func begin() {
    if request.form == .json { json.begin(&output) }
  }

  func end() {
    if request.form == .json { json.end(&output) }
  }

  /// Shows a box and says what could not be read of it, but for what is known already.
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

  /// Reads the fields of a box, as many of its bytes as they take.
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

  /// Whether the fields go on behind the bytes that were read. A list, or a text, to the end may end there without a word.
  private func needsMore(_ box: Mp4Box, _ findings: [SyntaxError]) -> Bool {
    if findings.contains(where: { $0.isTruncation }) { return true }
    guard case .element(let last)? = fields.items.last, last.bitOffset + last.bitLength == box.bytes.count * 8 else { return false }
    switch last.value {
    case .rows, .bytes: return false
    default: return true
    }
  }

  /// Tells a consumer the rows of a table.
  func rows<C: Mp4RowConsumer>(of element: TraceElement, in box: Mp4Box, to consumer: C) throws(ByteError) {
    let rows = Mp4Rows(element.bitOffset, of: source, in: box.fields, to: consumer)
    _ = BoxContent.trace(box.place, box.bytes, of: box.fields.length, showsRows: true, to: rows)
    if let failure = rows.failure { throw failure }
  }

  /// Hands over a stretch of the file in pieces.
  func pieces(_ range: Range<UInt64>, _ body: ([UInt8]) -> Void) throws(ByteError) {
    var (at, piece) = (range.lowerBound, [UInt8]())
    while at < range.upperBound, output.failure == nil {
      try source.read(at: at, count: Int(min(range.upperBound - at, 1 << 14)), into: &piece)
      if piece.isEmpty { return }
      body(piece)
      at += UInt64(piece.count)
    }
  }

  /// Of a box that holds nothing but bytes, or of an element that does, the part that is shown.
  func shown(_ range: Range<UInt64>, _ box: Mp4Box) -> Range<UInt64> {
    if box.isNamed { return range }
    return range.lowerBound..<min(range.upperBound, range.lowerBound + Self.mostBytes)
  }
}
