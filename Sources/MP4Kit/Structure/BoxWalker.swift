import BitstreamKit

/// A box found by a walk, or a run of bytes that is not a box.
public struct BoxPlace: Equatable, Sendable {
  /// Type, size form and coded size. The type is zero bytes for bytes that are not a box.
  public var header: BoxHeader
  /// The offset of the header in the file.
  public var offset: UInt64
  /// The end offset of the box, clipped to the end of its parent.
  public var end: UInt64
  /// The number of ancestors.
  public var depth: Int
  /// The context derived from the ancestors.
  public var context: BoxContext
  /// The offset of the first child box; nil if the box holds none or its fields could not be parsed.
  public var childrenOffset: UInt64?
  /// False for bytes that are not a box.
  public var isBox: Bool

  /// The offset of the first byte after the header.
  public var payloadOffset: UInt64 { min(end, offset &+ UInt64(isBox ? header.byteCount : 0)) }
  /// The number of bytes after the header, child boxes included.
  public var payloadSize: UInt64 { end - payloadOffset }
  /// The number of bytes of the box that are present, header included.
  public var size: UInt64 { end - offset }
}

/// Walks the boxes of a source in file order, parents before children, and reads only their headers.
///
/// A malformed box is skipped to its end, with a finding; the walk continues after it.
public struct BoxWalker<Source: ByteSource> {
  /// The maximum nesting depth, greater than any format needs.
  public static var deepest: Int { 32 }
  /// The maximum number of findings: a malformed file often repeats the same error.
  public static var maxFindings: Int { 64 }

  private struct Frame {
    var type: FourCC
    var end: UInt64
    var context: BoxContext
    var offset: UInt64
    var required: RequiredBoxes
  }

  /// The window through which headers are read.
  public var window: ByteWindow<Source>
  /// The errors found so far.
  public private(set) var findings: [BoxFinding] = []
  private var position: UInt64
  private let end: UInt64
  private var stack: [Frame] = []
  private let outer: BoxContext

  /// Walks a whole source, or the boxes between offsets `start` and `end`, whose parent is described by `context`.
  public init(_ source: Source, from start: UInt64 = 0, to end: UInt64? = nil, in context: BoxContext = BoxContext()) {
    self.end = min(end ?? source.byteCount, source.byteCount)
    position = min(start, self.end)
    window = ByteWindow(source)
    outer = context
  }

  /// The types of the ancestors of the next place.
  public var path: [FourCC] { stack.map { $0.type } }

  /// Skips the children of the box that `next` has just returned.
  public mutating func leave(_ place: BoxPlace) {
    while let frame = stack.last, stack.count > place.depth {
      stack.removeLast()
      position = frame.end
    }
  }

  /// Returns the next box or run of bytes that is not a box; nil at the end.
  public mutating func next() throws(ByteError) -> BoxPlace? {
    while let frame = stack.last, position >= frame.end { close(frame) }
    let context = stack.last?.context ?? outer
    var limit = stack.last?.end ?? end
    if position >= limit { return nil }
    let (first, count) = try window.load(position, Int(min(limit - position, UInt64(BoxHeader.longest))))
    if count == 0 { return stopShort() }
    // The size of a pipe is known only at its end.
    limit = min(limit, max(position, window.source.byteCount))
    let left = limit - position
    guard let header = BoxHeader(window.bytes, at: first, count: count) else { return noBox(limit, context) }
    let whole = header.form == .toEnd ? left : header.size
    if header.form == .toEnd, header.type.rawValue == 0 { return noBox(limit, context) }
    if whole < UInt64(header.byteCount) {
      find(header.type, "size is \(whole) bytes, less than the \(header.byteCount)-byte header", .size)
      return noBox(limit, context, isKnownBad: true)
    }
    if header.form == .toEnd, !stack.isEmpty { find(header.type, "size is 0, which only boxes at the top level may have", .size) }
    if whole > left {
      find(header.type, "\(whole) bytes declared, but only \(left) remain in " + (stack.isEmpty ? "the file" : "the parent box"), .size)
    }
    var place = BoxPlace(
      header: header, offset: position, end: position + min(whole, left), depth: stack.count, context: context, childrenOffset: nil,
      isBox: true)
    if !stack.isEmpty { stack[stack.count - 1].required.note(header.type) }
    try lookInside(&place)
    return place
  }

  /// Enters the box if it holds child boxes, else moves to its end.
  private mutating func lookInside(_ place: inout BoxPlace) throws(ByteError) {
    let type = place.header.type
    // The fields of a QuickTime sample entry can include a table of 256 colours.
    let headSize = Int(min(place.payloadSize, place.context.container == "stsd" ? 4096 : 512))
    guard let kind = BoxKind(place.header, in: place.context), kind.holdsBoxes else {
      if type == "hdlr" { try noteHandler(place) }
      position = place.end
      return
    }
    var inner = BoxContext(in: type, handler: place.context.handler)
    var fieldSize = 0
    if kind.hasFields || type == "meta" {
      let (first, count) = try window.load(place.payloadOffset, headSize)
      let head = Array(window.bytes[first..<first + count])
      if type != "meta" || !MetaBox.isQuickTime(head) {
        var reader = BitReader(heading: head, of: place.payloadSize, policy: .lenient, fileOffset: place.payloadOffset)
        do { try reader.walk(kind.name, kind.walk) } catch {
          find(type, error.description)
          position = place.end
          return
        }
        fieldSize = reader.bitPosition / 8
        inner.containerVersion = head.first ?? 0
      }
    }
    if stack.count >= Self.deepest {
      find(type, "nested more than \(Self.deepest) levels deep: child boxes are not read", .limit)
      position = place.end
      return
    }
    place.childrenOffset = place.payloadOffset + UInt64(fieldSize)
    position = place.payloadOffset + UInt64(fieldSize)
    stack.append(Frame(type: type, end: place.end, context: inner, offset: place.offset, required: RequiredBoxes(of: type)))
  }

  /// Reports required children that are missing at the end of a container.
  private mutating func close(_ frame: Frame) {
    for type in frame.required.missing {
      if findings.count < Self.maxFindings {
        findings.append(BoxFinding(path: path, offset: frame.offset, message: "missing \(type) box", kind: .missing))
      }
    }
    stack.removeLast()
  }

  /// Stores the handler type of a track for the boxes after it: it determines the sample entries. The QuickTime `hdlr` in `minf` is a data
  /// handler and is ignored.
  private mutating func noteHandler(_ place: BoxPlace) throws(ByteError) {
    guard let around = stack.last, around.type != "minf", place.payloadSize >= 12 else { return }
    let (first, count) = try window.load(place.payloadOffset, 12)
    if count == 12 {
      stack[stack.count - 1].context.handler = FourCC(rawValue: UInt32(truncatingIfNeeded: window.bytes.bigEndian64(at: first + 4)))
    }
  }

  /// Skips bytes that are not a box, up to the end of the parent. Zero bytes are padding and are not reported.
  private mutating func noBox(_ limit: UInt64, _ context: BoxContext, isKnownBad: Bool = false) -> BoxPlace {
    let place = BoxPlace(
      header: BoxHeader(FourCC(rawValue: 0)), offset: position, end: limit, depth: stack.count, context: context, childrenOffset: nil,
      isBox: false)
    if !isKnownBad {
      let shown = window.bytes.dropFirst(Int(clamping: position - window.start)).prefix(Int(clamping: min(limit - position, 32)))
      if shown.contains(where: { $0 != 0 }) { find(nil, "\(counted(limit - position, "byte is", "bytes are")) not a box", .notABox) }
    }
    position = limit
    return place
  }

  /// Ends the walk when the source has fewer bytes than its size. A pipe that ends between two boxes is complete.
  private mutating func stopShort() -> BoxPlace? {
    if !stack.isEmpty || position != window.source.byteCount { find(nil, "the file ended unexpectedly while it was read", .size) }
    stack.removeAll()
    position = end
    return nil
  }

  private mutating func find(_ type: FourCC?, _ message: String, _ kind: BoxFinding.Kind = .content) {
    if findings.count >= Self.maxFindings { return }
    var path = path
    if let type { path.append(type) }
    findings.append(BoxFinding(path: path, offset: position, message: message, kind: kind))
  }
}
