import BitstreamKit
import MP4Kit

/// What the forms of the output share: the output, and the fields of the current box.
class Mp4Context {
  /// Maximum number of bytes shown of unnamed data.
  static let maxBytes: UInt64 = 4096

  var output: OutputBuffer
  let request: Mp4Request
  /// The source of the boxes: the file, or the expanded data of a compressed box.
  var source: BoxSource
  let fields: Mp4Fields

  init(_ request: Mp4Request, _ source: BoxSource, _ sink: ProbeSink) {
    output = OutputBuffer(sink)
    self.request = request
    self.source = source
    fields = Mp4Fields(limit: request.isFull ? 1 << 16 : 1 << 12, unnamed: 1)
  }

  /// Sends the rows of a table to a consumer.
  final func rows<C: Mp4RowConsumer>(of element: TraceElement, in box: Mp4Box, to consumer: C) throws(ByteError) {
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
