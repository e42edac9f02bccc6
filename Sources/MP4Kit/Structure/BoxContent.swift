import BitstreamKit

/// Operations on a box of any known type: round trip and element-by-element trace.
public enum BoxContent {
  /// The result of reading a box and writing it again.
  public enum RoundTrip: Equatable, Sendable {
    /// Identical bytes. The last `kept` bytes follow the last field and are copied unchanged.
    case same(kept: Int)
    /// Different bytes, starting at this offset in the payload.
    case different(at: Int)
    /// The bytes do not follow the syntax of the type. The box is kept unchanged.
    case unread(SyntaxError)
    /// The parsed box could not be written.
    case unwritten(SyntaxError)
  }

  /// Reads the fields of a box and writes them again.
  /// - Parameter fields: the bytes between the header and the first child box, or the end of the box.
  /// - Returns: nil if the type is unknown.
  public static func roundTrip(_ place: BoxPlace, _ fields: [UInt8]) -> RoundTrip? {
    var visitor = RoundTripVisitor(fields: fields, offset: place.payloadOffset)
    if place.isQuickTimeMeta { visitor.visit(QuickTimeMetaBox.self) } else { BoxRegistry.visit(place.header, in: place.context, &visitor) }
    return visitor.result
  }

  /// Passes each element of a box's fields to a sink. Bytes after the last field are passed as the element `rest`.
  /// - Parameters:
  ///   - fields: the first bytes after the header. A table that extends beyond them is passed as one element with its number of rows.
  ///   - total: the number of bytes in the fields.
  ///   - showsRows: whether table rows are passed one by one.
  /// - Returns: the name of the structure, and the errors that ended the trace early.
  public static func trace(
    _ place: BoxPlace, _ fields: [UInt8], of total: UInt64, showsRows: Bool, to sink: TraceSink
  ) -> (name: StaticString?, findings: [SyntaxError]) {
    let reader = BitReader(heading: fields, of: total, policy: .lenient, fileOffset: place.payloadOffset)
    var tracer = SyntaxCoder(tracing: reader, to: sink)
    tracer.showsRows = showsRows
    guard let kind = BoxKind(place) else { return (nil, tracer.findings) }
    do {
      try tracer.structure(kind.name, kind.walk)
      var kept = BitString.empty
      if !kind.holdsBoxes { try tracer.rest("rest", &kept) }
    } catch { return (kind.name, tracer.findings + [error]) }
    return (kind.name, tracer.findings)
  }
}

extension BoxPlace {
  /// Whether this is a QuickTime `meta` box, which has no version and flags.
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
