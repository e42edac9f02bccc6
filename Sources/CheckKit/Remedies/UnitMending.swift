import BitstreamKit
import RemuxKit
import NALKit

/// Writes the units of a byte stream with start codes, and nothing between them. Empty units are left out, parameter sets corrected.
struct UnitMending {
  private static let bufferSize = 1 << 18
  /// Units that wait for the delimiter of their access unit.
  private static let maxWaiting = 4096

  private let source: AnyByteSource
  private let codec: VideoCodec
  private let output: MediaOutput
  /// Whether all start codes have four bytes.
  private let isLong: Bool
  private let ordersDelimiters: Bool
  /// Whether delimiters are written for all slice types.
  private let generalDelimiters: Bool
  /// Whether access units without a delimiter get one.
  private let addsDelimiters: Bool
  private let removesEnds: Bool
  private var sets: SetMending
  /// The number of parameter sets that were corrected.
  private var correctedCount = 0
  private var buffer: [UInt8] = []
  private var window: [UInt8] = []
  private var waiting: [AnnexBUnit] = []
  /// The delimiter of the access unit that has begun, if one has been read.
  private var delimiter: AnnexBUnit?
  /// An end of the stream that is written if no unit follows.
  private var end: AnnexBUnit?
  /// The number of units written.
  private(set) var count: UInt64 = 0
  private var byteCount: UInt64 = 0

  init(_ source: AnyByteSource, _ codec: VideoCodec, _ remedies: [Remedy], _ rules: Set<String>, _ output: MediaOutput) {
    self.source = source
    self.codec = codec
    self.output = output
    isLong = rules.contains("h264.zero-byte-missing") || rules.contains("hevc.zero-byte-missing")
    ordersDelimiters = remedies.contains(.delimiters)
    generalDelimiters = rules.contains("h264.primary-pic-type") || rules.contains("hevc.pic-type")
    addsDelimiters = rules.contains("h264.delimiter-missing") || rules.contains("hevc.delimiter-missing")
    removesEnds = remedies.contains(.streamEnds)
    sets = SetMending(codec, rules)
  }

  mutating func run() throws(ByteError) -> CarryReport {
    var walk = UnitWalk(source)
    while let unit = try walk.next() { if unit.length > 0 { try take(unit) } }
    try writeWaiting()
    if let end { try write(end) }
    try flush()
    var report = CarryReport()
    (report.samples, report.bytes) = (count, byteCount)
    if correctedCount > 0 { report.notes.append("the VUI of \(correctedCount) sequence parameter sets was corrected") }
    return report
  }

  private mutating func take(_ unit: AnnexBUnit) throws(ByteError) {
    let role = UnitRole(unit, codec)
    if let last = end {
      // Units follow the end of the stream.
      if !removesEnds { try write(last) }
      end = nil
    }
    switch role {
    case .end:
      try writeWaiting()
      end = unit
    case .delimiter:
      if !ordersDelimiters { return try writeDelimiter(unit) }
      delimiter = delimiter ?? unit
    case .head:
      if !ordersDelimiters || waiting.count >= Self.maxWaiting { return try write(unit) }
      waiting.append(unit)
    case .picture:
      if addsDelimiters, delimiter == nil, unit.isSlice(codec), unit.startsPicture(codec) { try putDelimiter() }
      try writeWaiting()
      try write(unit)
    }
  }

  private mutating func writeWaiting() throws(ByteError) {
    if let delimiter { try writeDelimiter(delimiter) }
    for unit in waiting { try write(unit) }
    delimiter = nil
    waiting.removeAll(keepingCapacity: true)
  }

  private mutating func writeDelimiter(_ unit: AnnexBUnit) throws(ByteError) {
    if generalDelimiters { try putDelimiter() } else { try write(unit) }
  }

  private mutating func putDelimiter() throws(ByteError) {
    // primary_pic_type 7 and pic_type 2: slices of all types.
    try put(codec == .h264 ? [0, 0, 0, 1, 0x09, 0xF0] : [0, 0, 0, 1, 0x46, 0x01, 0x50])
    count += 1
  }

  private mutating func write(_ unit: AnnexBUnit) throws(ByteError) {
    try put(isLong || unit.startCodeLength > 3 ? [0, 0, 0, 1] : [0, 0, 1])
    count += 1
    if sets.wants(unit) {
      try source.read(at: unit.offset, count: Int(unit.length), into: &window)
      let new = sets.rewrite(window)
      if new != nil { correctedCount += 1 }
      return try put(new ?? window)
    }
    var done: UInt64 = 0
    while done < unit.length {
      let wanted = Int(min(UInt64(Self.bufferSize), unit.length - done))
      try source.read(at: unit.offset &+ done, count: wanted, into: &window)
      if window.count < wanted { throw ByteError("the file ends inside a unit") }
      try put(window)
      done += UInt64(wanted)
    }
  }

  private mutating func put(_ bytes: [UInt8]) throws(ByteError) {
    buffer.append(contentsOf: bytes)
    byteCount += UInt64(bytes.count)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  private mutating func flush() throws(ByteError) {
    if !buffer.isEmpty { try output.append(buffer, 0..<buffer.count) }
    buffer.removeAll(keepingCapacity: true)
  }
}

extension AnnexBUnit {
  /// Whether the unit is a slice or a data partition A.
  fileprivate func isSlice(_ codec: VideoCodec) -> Bool {
    let type = codec.unitType(headByte(0) ?? 0)
    return codec == .h264 ? type == 1 || type == 2 || type == 5 : type < 32
  }
}
