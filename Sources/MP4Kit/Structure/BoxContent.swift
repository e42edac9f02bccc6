import BitstreamKit

/// What can be done with a box of any type that is known: read and written again, or shown element by element.
public enum BoxContent {
  /// How a box came out of being read and written again.
  public enum RoundTrip: Equatable, Sendable {
    /// Its own bytes; `kept` of them behind the last field are no element of it and stand there as they are.
    case same(kept: Int)
    /// Other bytes, from this one of the payload on.
    case different(at: Int)
    /// The bytes are not what the type promises: the box is kept as it is.
    case unread(SyntaxError)
    /// What was read could not be written.
    case unwritten(SyntaxError)
  }

  /// Reads the fields of a box and writes them again.
  /// - Parameter fields: the bytes between the header and the first box inside, or the end.
  /// - Returns: nil for a box of no known type.
  public static func roundTrip(_ place: BoxPlace, _ fields: [UInt8]) -> RoundTrip? {
    var visitor = RoundTripVisitor(fields: fields, offset: place.payloadOffset)
    if place.isQuickTimeMeta { visitor.visit(QuickTimeMetaBox.self) } else { BoxRegistry.visit(place.header, in: place.context, &visitor) }
    return visitor.result
  }

  /// Passes each element of a box's fields to a sink; bytes after them are the element `rest`.
  /// - Parameters:
  ///   - fields: the first bytes after the header: a table that reaches beyond them is one element with its number of rows.
  ///   - total: how many bytes the fields have.
  ///   - showsRows: whether the rows of a table are passed one by one.
  /// - Returns: the name of the structure, and what ended the walk before its time.
  public static func trace(
    _ place: BoxPlace, _ fields: [UInt8], of total: UInt64, showsRows: Bool, to sink: TraceSink
  ) -> (name: StaticString?, findings: [SyntaxError]) {
    let reader = BitReader(heading: fields, of: total, policy: .lenient, fileOffset: place.payloadOffset)
    var visitor = TraceVisitor(tracer: SyntaxCoder(tracing: reader, to: sink))
    visitor.tracer.showsRows = showsRows
    if place.isQuickTimeMeta { visitor.visit(QuickTimeMetaBox.self) } else { BoxRegistry.visit(place.header, in: place.context, &visitor) }
    return (visitor.name, visitor.tracer.findings + (visitor.error.map { [$0] } ?? []))
  }
}

extension BoxPlace {
  /// Whether this is a `meta` box of QuickTime's form, which has no version and flags.
  public var isQuickTimeMeta: Bool { header.type == "meta" && childrenOffset == payloadOffset }
}

private struct RoundTripVisitor: BoxVisitor {
  let fields: [UInt8]
  let offset: UInt64
  var result: BoxContent.RoundTrip?

  init(fields: [UInt8], offset: UInt64) {
    self.fields = fields
    self.offset = offset
  }

  mutating func visit<B: Box>(_ type: B.Type) { result = tried(type) }

  private func tried<B: Box>(_ type: B.Type) -> BoxContent.RoundTrip {
    var reader = BitReader(fields, fileOffset: offset)
    var box = B()
    do { try reader.nested(&box) } catch { return .unread(error) }
    let kept = reader.bitsLeft / 8
    let written: [UInt8]
    do { written = try box.encoded() } catch { return .unwritten(error) }
    if written.count + kept != fields.count { return .different(at: min(written.count, fields.count - kept)) }
    for index in written.indices where written[index] != fields[index] { return .different(at: index) }
    return .same(kept: kept)
  }
}

private struct TraceVisitor: BoxVisitor {
  var tracer: SyntaxCoder
  var name: StaticString?
  var error: SyntaxError?

  init(tracer: SyntaxCoder) { self.tracer = tracer }

  mutating func visit<B: Box>(_ type: B.Type) {
    name = B.structureName
    var box = B()
    do {
      try tracer.nested(&box)
      var kept = BitString.empty
      if !B.holdsBoxes { try tracer.rest("rest", &kept) }
    } catch { self.error = error }
  }
}
