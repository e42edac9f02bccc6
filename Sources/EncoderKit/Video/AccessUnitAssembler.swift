import BitstreamKit
import H264Kit
import HEVCKit

/// Makes access units with their places in output order of a byte stream that comes in pieces. It holds the access unit under way and
/// those whose place is not known yet.
struct AccessUnitAssembler {
  /// An access unit whose place is known.
  struct Unit {
    var data: [UInt8]
    var isKeyFrame: Bool
    /// All parameter sets in force, where they have changed.
    var parameterSets: [[UInt8]]?
    /// nil for a picture that is never shown.
    var displayIndex: UInt64?
    /// Pictures that wait for others at most.
    var reorderDepth: Int
  }

  /// No access unit is larger.
  private static let largest = 256 << 20
  /// What has no start code within so many bytes is no byte stream.
  private static let mostBeforeStart = 1 << 16

  private let codec: VideoEncoderSettings.Codec
  private let framing: EncodedAccessUnit.Framing
  private let conversion: AccessUnitConversion
  private var parser = AnnexBParser()
  private var h264 = (parser: H264Kit.PictureParser(), order: H264Kit.DisplayOrder())
  private var hevc = (parser: HEVCKit.PictureParser(), order: HEVCKit.DisplayOrder())
  /// The stream from `base` on, which is where the access unit under way begins, or before.
  private var buffer: [UInt8] = []
  private var base: UInt64 = 0
  /// Access units in decoding order whose place is not known.
  private var held = FIFO<Unit>()
  /// The stream's byte up to which access units were taken out.
  private var consumed: UInt64 = 0
  private var sets: [[UInt8]]
  private var ready = FIFO<Unit>()
  /// Access units so far, those that are held included.
  private(set) var count: UInt64 = 0

  /// - Parameter sets: those that are in force and need not be said again.
  init(_ codec: VideoEncoderSettings.Codec, _ framing: EncodedAccessUnit.Framing, sets: [[UInt8]]) {
    self.codec = codec
    self.framing = framing
    self.sets = sets
    switch codec {
    case .h264: conversion = H264Kit.UnitFilter.intoSamples.conversion(into: .lengths(.four))
    case .hevc: conversion = HEVCKit.UnitFilter.intoSamples.conversion(into: .lengths(.four))
    }
  }

  /// The next access unit whose place is known.
  mutating func next() -> Unit? { ready.takeFirst() }

  /// The parameter sets that are in force now.
  var parameterSets: [[UInt8]] { sets }

  /// Takes bytes of the stream.
  /// - Throws: where they are no such stream: a sentence.
  mutating func append(_ bytes: [UInt8]) throws(SyntaxError) {
    if bytes.isEmpty { return }
    var cursor = buffer.count
    buffer.append(contentsOf: bytes)
    defer { trim() }
    while let unit = parser.next(in: buffer, from: &cursor, to: buffer.count) { try take(unit) }
    if parser.unitCount == 0, !parser.isOpen, buffer.count > Self.mostBeforeStart { throw noStream() }
    if parser.leadingGarbage > 0 { throw noStream() }
    if buffer.count > Self.largest { throw SyntaxError(.overLimit("an access unit of more than \(Self.largest) bytes"), element: "") }
  }

  /// The end of the stream. Where fewer pictures came than went in, the last one may be cut off, and of those that wait for others
  /// nobody can tell the place: they are left out.
  /// - Parameter expected: how many pictures went in.
  mutating func finish(expected: UInt64) throws(SyntaxError) {
    if let unit = parser.finish() { try take(unit) }
    if parser.unitCount == 0, !buffer.isEmpty || base > 0 { throw noStream() }
    let isWhole = count + 1 >= expected
    switch codec {
    case .h264:
      guard let last = h264.parser.finish(), isWhole else { return }
      try close(last)
      for picture in h264.order.finish() { settle(picture.displayIndex) }
    case .hevc:
      guard let last = hevc.parser.finish(), isWhole else { return }
      try close(last)
      for picture in hevc.order.finish() { settle(picture.displayIndex) }
    }
  }

  private mutating func trim() {
    if consumed <= base { return }
    buffer.removeSubrange(..<min(buffer.count, Int(clamping: consumed - base)))
    base = consumed
  }

  private func noStream() -> SyntaxError {
    let shown = String(decoding: buffer.prefix(40).map { $0 < 0x20 || $0 > 0x7E ? 0x2E : $0 }, as: UTF8.self)
    return SyntaxError(.malformed("this is no \(codec.title) byte stream: '\(shown)'"), element: "")
  }

  // MARK: - Units

  private mutating func take(_ unit: AnnexBUnit) throws(SyntaxError) {
    guard let start = Int(exactly: unit.offset &- base), let length = Int(exactly: unit.length), start + length <= buffer.count else {
      return
    }
    let range = start..<start + length
    let end = unit.offset + unit.length + unit.trailingZeroBytes
    switch codec {
    case .h264:
      if let picture = h264.parser.take(buffer, range, unitOffset: unit.offset, offset: unit.startCodeOffset, end: end) {
        try close(picture)
      }
    case .hevc:
      if let picture = hevc.parser.take(buffer, range, unitOffset: unit.offset, offset: unit.startCodeOffset, end: end) {
        try close(picture)
      }
    }
  }

  private mutating func close(_ picture: H264Kit.Picture) throws(SyntaxError) {
    if picture.isUnresolved { throw unresolved(h264.parser.findings.first) }
    try close(picture.offset, picture.size, picture.isSync, Int(picture.mostReordered))
    for done in h264.order.take(picture) { settle(done.displayIndex) }
  }

  private mutating func close(_ picture: HEVCKit.Picture) throws(SyntaxError) {
    if picture.isUnresolved { throw unresolved(hevc.parser.findings.first) }
    try close(picture.offset, picture.size, picture.isSync, picture.outputLimits.maxNumReorderPics)
    for done in hevc.order.take(picture) { settle(done.displayIndex) }
  }

  private func unresolved(_ finding: SyntaxError?) -> SyntaxError {
    finding ?? SyntaxError(.malformed("a picture comes without its parameter sets"), element: "access unit \(count + 1)")
  }

  /// Takes a complete access unit out of what is held of the stream.
  private mutating func close(_ offset: UInt64, _ size: UInt64, _ isKey: Bool, _ depth: Int) throws(SyntaxError) {
    guard let start = Int(exactly: offset &- base), start < buffer.count else { return }
    let end = min(buffer.count, start + Int(clamping: size))
    let changed = newParameterSets(start, end)
    var data: [UInt8] = []
    switch framing {
    case .annexB: data = Array(buffer[start..<end])
    case .lengths:
      data.reserveCapacity(end - start + 64)
      try conversion.appendAnnexB(buffer, start..<end, to: &data)
    }
    held.append(Unit(data: data, isKeyFrame: isKey, parameterSets: changed, displayIndex: nil, reorderDepth: depth))
    count += 1
    consumed = base + UInt64(end)
  }

  /// The parameter sets in force, where this access unit brings others than those before it.
  private mutating func newParameterSets(_ start: Int, _ end: Int) -> [[UInt8]]? {
    var parser = AnnexBParser()
    var cursor = start
    var found: [[UInt8]] = []
    var isWhole = false
    while let unit = parser.next(in: buffer, from: &cursor, to: end) ?? parser.finish() {
      guard let first = unit.headByte(0) else { continue }
      let type = codec == .h264 ? first & 31 : first >> 1 & 63
      guard codec == .h264 ? [7, 8, 13].contains(type) : (32...34).contains(type) else { continue }
      let from = start + Int(clamping: unit.offset)
      found.append(Array(buffer[from..<min(end, from + Int(clamping: unit.length))]))
      if type == (codec == .h264 ? 7 : 33) { isWhole = true }
    }
    let new = found.filter { !sets.contains($0) }
    if new.isEmpty { return nil }
    // Sets that come with a sequence parameter set are all there are; a picture parameter set alone joins the others.
    sets = isWhole ? found : sets + new
    return sets
  }

  /// The next of those that are held has its place.
  private mutating func settle(_ displayIndex: UInt64?) {
    guard var unit = held.takeFirst() else { return }
    unit.displayIndex = displayIndex
    ready.append(unit)
  }
}
