import AACKit
import BitstreamKit
import RemuxKit
import H264Kit
import HEVCKit
import NALKit

/// Decodes and encodes NAL units with the parameter sets that precede them. A class: copies of units would take 30 KB of code.
final class UnitRoundtrip {
  var codec = VideoCodec.h264
  private var h264 = H264Kit.ParameterSets()
  private var hevc = HEVCKit.ParameterSets()
  /// The unit that is checked: kept, since to make one takes longer.
  private var h264Unit = H264Kit.NALUnit()
  private var hevcUnit = HEVCKit.NALUnit()

  /// Checks a unit at a file offset.
  /// - Parameter range: its bytes in `bytes`.
  func take(_ bytes: [UInt8], _ range: Range<Int>, at offset: UInt64) -> (kind: StaticString, result: RoundtripResult) {
    if range.isEmpty { return ("empty unit", .kept) }
    // As inout parameters, units and sets are not copied.
    switch codec {
    case .h264: return Self.check(&h264Unit, &h264, bytes, range, offset)
    case .hevc: return Self.check(&hevcUnit, &hevc, bytes, range, offset)
    }
  }

  private static func check(
    _ unit: inout H264Kit.NALUnit, _ sets: inout H264Kit.ParameterSets, _ bytes: [UInt8], _ range: Range<Int>, _ offset: UInt64
  ) -> (kind: StaticString, result: RoundtripResult) {
    let name = H264Kit.NALUnitType(firstByte: bytes[range.lowerBound]).abbreviation
    var found: [SyntaxError] = []
    do {
      try unit.parse(bytes, in: range, sets: sets, fileOffset: offset, findings: &found)
      let written = try unit.encode(sets: sets, reserving: range.count)
      sets.update(with: unit)
      return (name, result(.compared(written, with: bytes, range), isOther: unit.payload.isOther, found))
    } catch { return (name, .unread(error.description)) }
  }

  private static func check(
    _ unit: inout HEVCKit.NALUnit, _ sets: inout HEVCKit.ParameterSets, _ bytes: [UInt8], _ range: Range<Int>, _ offset: UInt64
  ) -> (kind: StaticString, result: RoundtripResult) {
    let name = HEVCKit.NALUnitType(firstByte: bytes[range.lowerBound]).name
    var found: [SyntaxError] = []
    do {
      try unit.parse(bytes, in: range, sets: sets, fileOffset: offset, findings: &found)
      var isOther = false
      // A unit that is only a header (end of sequence, end of bitstream) has no payload to keep.
      if case .other(let bits) = unit.payload { isOther = !bits.isEmpty }
      let written = try unit.encode(sets: sets, reserving: range.count)
      sets.update(with: unit)
      return (name, result(.compared(written, with: bytes, range), isOther: isOther, found))
    } catch { return (name, .unread(error.description)) }
  }

  private static func result(_ compared: RoundtripResult, isOther: Bool, _ findings: [SyntaxError]) -> RoundtripResult {
    if case .different = compared { return compared }
    if !isOther { return .same }
    return findings.first.map { .unread($0.description) } ?? .kept
  }
}

/// Checks the units of a byte stream.
final class RoundtripUnits: UnitConsumer {
  private let log: RoundtripLog
  private let units = UnitRoundtrip()

  init(_ log: RoundtripLog) { self.log = log }

  var failure: ByteError? { log.output.failure }
  var isDone: Bool { false }

  func begin(_ codec: VideoCodec) { units.codec = codec }

  func take(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8], _ findings: inout Findings) {
    let offset = unit.position.offset
    if unit.isCut {
      let size = unit.position.length
      return findings.add(
        "unit at \(offset) skipped: \(size) bytes exceed the limit of \(RoundtripLog.maxHeld)", &log.output)
    }
    let (kind, result) = units.take(bytes, unit.range, at: offset)
    log.add(kind.description, at: offset, result, &findings)
  }

  func report(_ finding: String, _ findings: inout Findings) { findings.add(finding, &log.output) }

  func finish(_ findings: inout Findings) -> ProbeOutcome { log.finish() }
}

/// Checks the frame headers of an ADTS stream.
func roundtripADTS(_ input: ProbeInput, _ log: RoundtripLog) throws(ByteError) -> String? {
  var parser = ADTSParser()
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  // A frame is reported when the next one confirms it, so the last frames, of at most 8191 bytes each, are kept.
  var recent: [UInt8] = []
  var start: UInt64 = 0
  func take(_ event: ADTSParser.Event) {
    switch event {
    case .frame(let frame):
      guard frame.position >= start, frame.position - start < UInt64(recent.count) else {
        return log.add("adts_frame", at: frame.position, .unread("its bytes are no longer buffered"))
      }
      let first = Int(frame.position - start)
      let bytes = Array(recent[first..<min(recent.count, first + frame.header.headerSize)])
      do {
        let header = try ADTSHeader(parsing: bytes, at: frame.position)
        log.add("adts_frame", at: frame.position, .compared(try header.encoded(), with: bytes))
      } catch { log.add("adts_frame", at: frame.position, .unread(error.description)) }
    case .id3(let position, _): log.add("ID3 tag", at: position, .kept)
    case .garbage(let position, let count, let kind):
      log.findings.add("skipped \(counted(count, "byte")) at \(position): \(kind.name)", &log.output)
    case .truncated(_, _, let error): log.findings.add(error.description, &log.output)
    }
  }
  while log.output.failure == nil {
    let count = try input.read(into: &chunk)
    if count == 0 { break }
    if recent.count > 1 << 17 {
      start += UInt64(recent.count - 1 << 16)
      recent.removeSubrange(..<(recent.count - 1 << 16))
    }
    recent.append(contentsOf: chunk[..<count])
    var cursor = 0
    while let event = parser.next(in: chunk, from: &cursor, to: count) { take(event) }
  }
  while let event = parser.finish() { take(event) }
  return log.isEmpty ? "no ADTS frame in \(input.position) bytes" : nil
}
