import BitstreamKit
import H264Kit
import HEVCKit
import NALKit

/// Assembles a byte stream of H.264 or H.265 that arrives in pieces, such as from an encoder, a camera or a socket, into access units with
/// their output order. Buffers the current access unit and those whose output position is not known yet.
///
/// ```swift
/// var assembler = AccessUnitAssembler(.h264)
/// for piece in pieces {
///   try assembler.append(piece)
///   while let unit = assembler.next() { … }
/// }
/// try assembler.finish()
/// while let unit = assembler.next() { … }
/// ```
///
/// At a constant frame rate, the unit that comes as number n, from 0, is presented at `displayIndex` and decoded at n − `reorderDepth`, both
/// in frames. A picture is complete when the next one begins, so the last one comes after `finish`.
public struct AccessUnitAssembler: ~Copyable {
  /// An access unit with a known output position.
  public struct Unit: Sendable, Equatable {
    /// The NAL units in the framing of the assembler.
    public var data: [UInt8]
    /// Whether decoding can start here.
    public var isKeyFrame: Bool
    /// All parameter sets active from here on, as complete NAL units in stream order; nil if unchanged.
    public var parameterSets: [[UInt8]]?
    /// The output position, from 0; nil for a picture that is not output.
    public var displayIndex: UInt64?
    /// The maximum number of pictures that precede a picture in decoding order and follow it in output order, by the parameter sets.
    public var reorderDepth: Int
  }

  /// The maximum size of an access unit.
  private static let largest = 256 << 20
  /// The maximum number of bytes before the first start code.
  private static let maxBytesBeforeStartCode = 1 << 16

  private let codec: VideoCodec
  private let framing: EncodedAccessUnit.Framing
  private let conversion: AccessUnitConversion
  private var parser = AnnexBParser()
  private var h264 = (parser: H264Kit.PictureParser(), order: H264Kit.DisplayOrder())
  private var hevc = (parser: HEVCKit.PictureParser(), order: HEVCKit.DisplayOrder())
  /// The stream from offset `base` on, which is at or before the start of the current access unit.
  private var buffer: [UInt8] = []
  private var base: UInt64 = 0
  /// Access units in decoding order whose output position is not known yet.
  private var held = FIFO<Unit>()
  /// The stream offset up to which access units were extracted.
  private var consumed: UInt64 = 0
  private var sets: [[UInt8]]
  private var ready = FIFO<Unit>()
  /// The number of access units so far, including held ones.
  public private(set) var count: UInt64 = 0

  /// Creates an assembler at the start of a stream.
  /// - Parameters:
  ///   - framing: the framing of the access units that come out.
  ///   - parameterSets: the parameter sets already active, which are not reported again.
  public init(_ codec: VideoCodec, framing: EncodedAccessUnit.Framing = .annexB, parameterSets: [[UInt8]] = []) {
    self.codec = codec
    self.framing = framing
    sets = parameterSets
    conversion = UnitFilter.intoSamples(codec).conversion(into: .lengths(.four))
  }

  /// Returns the next access unit with a known output position, in decoding order; nil if more bytes are needed.
  public mutating func next() -> Unit? { ready.takeFirst() }

  /// The active parameter sets.
  public var parameterSets: [[UInt8]] { sets }

  /// Appends bytes of the stream, of any number.
  /// - Throws: `SyntaxError` if they are not a byte stream of the codec, if a picture comes before its parameter sets, or if an access unit has
  ///   more than 256 MiB. The assembler is of no use after that.
  public mutating func append(_ bytes: [UInt8]) throws(SyntaxError) {
    if bytes.isEmpty { return }
    var cursor = buffer.count
    buffer.append(contentsOf: bytes)
    defer { trim() }
    while let unit = parser.next(in: buffer, from: &cursor, to: buffer.count) { try take(unit) }
    if parser.unitCount == 0, !parser.isOpen, buffer.count > Self.maxBytesBeforeStartCode { throw noStream() }
    if parser.leadingGarbage > 0 { throw noStream() }
    if buffer.count > Self.largest { throw SyntaxError(.overLimit("an access unit of more than \(Self.largest) bytes"), element: "") }
  }

  /// Marks the end of the stream, after which `next` returns the last access units. If fewer pictures came than expected, the last access
  /// unit may be truncated, and the output positions of held ones are unknown: they are dropped.
  /// - Parameter expected: the number of pictures, if it is known.
  /// - Throws: as `append`.
  public mutating func finish(expected: UInt64 = 0) throws(SyntaxError) {
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
    return SyntaxError(.malformed("not an \(codec.title) byte stream: '\(shown)'"), element: "")
  }

  // MARK: - NAL units

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
    try close(picture.offset, picture.size, picture.isSync, Int(picture.maxReordered))
    for done in h264.order.take(picture) { settle(done.displayIndex) }
  }

  private mutating func close(_ picture: HEVCKit.Picture) throws(SyntaxError) {
    if picture.isUnresolved { throw unresolved(hevc.parser.findings.first) }
    try close(picture.offset, picture.size, picture.isSync, picture.outputLimits.maxNumReorderPics)
    for done in hevc.order.take(picture) { settle(done.displayIndex) }
  }

  private func unresolved(_ finding: SyntaxError?) -> SyntaxError {
    finding ?? SyntaxError(.malformed("a picture without its parameter sets"), element: "access unit \(count + 1)")
  }

  /// Extracts a complete access unit from the buffer.
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

  /// Returns the active parameter sets if this access unit changes them.
  private mutating func newParameterSets(_ start: Int, _ end: Int) -> [[UInt8]]? {
    var parser = AnnexBParser()
    var cursor = start
    var found: [[UInt8]] = []
    var isWhole = false
    while let unit = parser.next(in: buffer, from: &cursor, to: end) ?? parser.finish() {
      guard let first = unit.headByte(0) else { continue }
      guard codec.isParameterSet(first) else { continue }
      let from = start + Int(clamping: unit.offset)
      found.append(Array(buffer[from..<min(end, from + Int(clamping: unit.length))]))
      if codec.unitType(first) == (codec == .h264 ? 7 : 33) { isWhole = true }
    }
    let new = found.filter { !sets.contains($0) }
    if new.isEmpty { return nil }
    // An access unit with an SPS carries the complete set; a PPS alone is added to the previous ones.
    sets = isWhole ? found : sets + new
    return sets
  }

  /// Assigns the output position of the oldest held access unit.
  private mutating func settle(_ displayIndex: UInt64?) {
    guard var unit = held.takeFirst() else { return }
    unit.displayIndex = displayIndex
    ready.append(unit)
  }
}
