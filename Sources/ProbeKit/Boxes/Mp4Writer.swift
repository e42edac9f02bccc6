import BitstreamKit
import MP4Kit

/// Writes boxes in the requested format.
final class Mp4Writer: Mp4Context {
  /// Number of bytes first read of a box; most boxes fit.
  private static let heading = 512
  /// Maximum number of bytes read of a box's fields; tables may extend beyond.
  private static let ceiling: UInt64 = 1 << 20

  private var hasBegun = false
  private var text = Mp4Text()
  private var json = Mp4JSON()

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
}
