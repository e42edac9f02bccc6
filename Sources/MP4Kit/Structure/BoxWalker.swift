import BitstreamKit

/// A box as a walk comes by it, or bytes between boxes that are none.
public struct BoxPlace: Equatable, Sendable {
  /// Type, form and coded size. For bytes that are no box: of zero bytes.
  public var header: BoxHeader
  /// Where the header starts in the file.
  public var offset: UInt64
  /// Where the box ends; not behind the end of the box around it, whatever the header says.
  public var end: UInt64
  /// How many boxes stand around it.
  public var depth: Int
  /// What they say about it.
  public var context: BoxContext
  /// Where the boxes inside start; nil for a box that holds none, or whose fields in front of them could not be read.
  public var childrenOffset: UInt64?
  /// False for bytes between boxes.
  public var isBox: Bool

  /// Where the fields start.
  public var payloadOffset: UInt64 { min(end, offset &+ UInt64(isBox ? header.byteCount : 0)) }
  /// The bytes behind the header, boxes inside and all.
  public var payloadSize: UInt64 { end - payloadOffset }
  /// The bytes of the box that are there, header and all.
  public var size: UInt64 { end - offset }
}

/// Walks the boxes of a source in their order, each before those inside of it, and reads their headers and no more.
///
/// What is broken is left out as far as its box reaches, with a finding; the walk goes on behind it.
public struct BoxWalker<Source: ByteSource> {
  /// Boxes inside one another, more than any format needs.
  public static var deepest: Int { 32 }
  /// A broken file repeats itself: no more findings than these are kept.
  public static var mostFindings: Int { 64 }

  private struct Frame {
    var type: FourCC
    var end: UInt64
    var context: BoxContext
    var offset: UInt64
    var required: RequiredBoxes
  }

  /// The window that headers are read through.
  public var window: ByteWindow<Source>
  /// What was wrong so far.
  public private(set) var findings: [BoxFinding] = []
  private var position: UInt64
  private let end: UInt64
  private var stack: [Frame] = []
  private let outer: BoxContext

  /// A walk over all of a source, or over the boxes between `start` and `end` of it, which stand in `context`.
  public init(_ source: Source, from start: UInt64 = 0, to end: UInt64? = nil, in context: BoxContext = BoxContext()) {
    self.end = min(end ?? source.byteCount, source.byteCount)
    position = min(start, self.end)
    window = ByteWindow(source)
    outer = context
  }

  /// The types of the boxes around the next place.
  public var path: [FourCC] { stack.map { $0.type } }

  /// Goes on behind the box that `next` has just given, and does not look inside.
  public mutating func leave(_ place: BoxPlace) {
    while let frame = stack.last, stack.count > place.depth {
      stack.removeLast()
      position = frame.end
    }
  }

  /// The next box, or run of bytes that is none; nil at the end.
  public mutating func next() throws(ByteError) -> BoxPlace? {
    while let frame = stack.last, position >= frame.end { close(frame) }
    let context = stack.last?.context ?? outer
    var limit = stack.last?.end ?? end
    if position >= limit { return nil }
    let (first, count) = try window.load(position, Int(min(limit - position, UInt64(BoxHeader.longest))))
    if count == 0 { return stopShort() }
    // A pipe learns its size when it ends.
    limit = min(limit, max(position, window.source.byteCount))
    let left = limit - position
    guard let header = BoxHeader(window.bytes, at: first, count: count) else { return noBox(limit, context) }
    let whole = header.form == .toEnd ? left : header.size
    if header.form == .toEnd, header.type.rawValue == 0 { return noBox(limit, context) }
    if whole < UInt64(header.byteCount) {
      find(header.type, "a size of \(whole) bytes, less than the header's \(header.byteCount)")
      return noBox(limit, context, isKnownBad: true)
    }
    if whole > left {
      find(header.type, "\(whole) bytes by its header, \(left) left in " + (stack.isEmpty ? "the file" : "the box around it"))
    }
    var place = BoxPlace(
      header: header, offset: position, end: position + min(whole, left), depth: stack.count, context: context, childrenOffset: nil,
      isBox: true)
    if !stack.isEmpty { stack[stack.count - 1].required.note(header.type) }
    try lookInside(&place)
    return place
  }

  /// Finds out whether boxes stand inside, and goes in or behind.
  private mutating func lookInside(_ place: inout BoxPlace) throws(ByteError) {
    let type = place.header.type
    // The fields of a QuickTime sample entry may have a table of 256 colours among them.
    let headSize = Int(min(place.payloadSize, place.context.container == "stsd" ? 4096 : 512))
    var shape = BoxShape()
    guard BoxRegistry.visit(place.header, in: place.context, &shape), shape.holdsBoxes else {
      if type == "hdlr" { try noteHandler(place) }
      position = place.end
      return
    }
    var inner = BoxContext(in: type, handler: place.context.handler)
    if shape.hasFields || type == "meta" {
      let (first, count) = try window.load(place.payloadOffset, headSize)
      let head = Array(window.bytes[first..<first + count])
      if type == "meta", MetaBox.isQuickTime(head) {
        shape.fieldSize = 0
      } else {
        shape.measure(head, of: place.payloadSize, at: place.payloadOffset)
        BoxRegistry.visit(place.header, in: place.context, &shape)
        inner.containerVersion = head.first ?? 0
      }
    }
    if let error = shape.error {
      find(type, error.description)
      position = place.end
      return
    }
    if stack.count >= Self.deepest {
      find(type, "more than \(Self.deepest) boxes inside one another: not looked into")
      position = place.end
      return
    }
    place.childrenOffset = place.payloadOffset + UInt64(shape.fieldSize)
    position = place.payloadOffset + UInt64(shape.fieldSize)
    stack.append(Frame(type: type, end: place.end, context: inner, offset: place.offset, required: RequiredBoxes(of: type)))
  }

  /// The boxes inside of a box are over: those that it needs have come or not.
  private mutating func close(_ frame: Frame) {
    for type in frame.required.missing {
      if findings.count < Self.mostFindings {
        findings.append(BoxFinding(path: path, offset: frame.offset, message: "no \(type) box in it"))
      }
    }
    stack.removeLast()
  }

  /// The handler of a track says what its sample entries are: kept for the boxes behind it. QuickTime has another in `minf`, which
  /// speaks of the file that the media is in.
  private mutating func noteHandler(_ place: BoxPlace) throws(ByteError) {
    guard let around = stack.last, around.type != "minf", place.payloadSize >= 12 else { return }
    let (first, count) = try window.load(place.payloadOffset, 12)
    if count == 12 {
      stack[stack.count - 1].context.handler = FourCC(rawValue: UInt32(truncatingIfNeeded: window.bytes.bigEndian64(at: first + 4)))
    }
  }

  /// Bytes that cannot be a box, up to the end of the box around them. Zeros are padding and nothing to speak of.
  private mutating func noBox(_ limit: UInt64, _ context: BoxContext, isKnownBad: Bool = false) -> BoxPlace {
    let place = BoxPlace(
      header: BoxHeader(FourCC(rawValue: 0)), offset: position, end: limit, depth: stack.count, context: context, childrenOffset: nil,
      isBox: false)
    if !isKnownBad {
      let shown = window.bytes.dropFirst(Int(clamping: position - window.start)).prefix(Int(clamping: min(limit - position, 32)))
      if shown.contains(where: { $0 != 0 }) { find(nil, "\(limit - position) bytes that are no box") }
    }
    position = limit
    return place
  }

  /// The source has fewer bytes than it said. A pipe that ends between two boxes is whole.
  private mutating func stopShort() -> BoxPlace? {
    if !stack.isEmpty || position != window.source.byteCount { find(nil, "the file ended while it was read") }
    stack.removeAll()
    position = end
    return nil
  }

  private mutating func find(_ type: FourCC?, _ message: String) {
    if findings.count >= Self.mostFindings { return }
    var path = path
    if let type { path.append(type) }
    findings.append(BoxFinding(path: path, offset: position, message: message))
  }
}
