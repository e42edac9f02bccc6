import BitstreamKit
import Foundation
import H264Kit
import TestSupport
import Testing

/// An element as printed by FFmpeg's trace_headers.
private struct Line: Equatable {
  var position: Int
  var name: String
  var bits: Int
  var value: Int64

  /// The name without indices.
  var base: Substring { name.prefix { $0 != "[" } }
}

/// The units of a trace, each as far as FFmpeg parsed it, without the extradata before them, which repeats the parameter sets.
private func tracedUnits(_ path: String) throws -> [[Line]] {
  guard let corpus = Places.corpus else { return [] }
  let file = corpus.appending(path: "expected/\(path).trace_headers.txt.gz").path
  guard FileManager.default.fileExists(atPath: file) else { return [] }
  var units: [[Line]] = []
  var isOpen = false
  for text in try Program.run("gzip", ["-dc", file]).text.split(separator: "\n") {
    if text.hasPrefix("Packet:") { isOpen = true }
    let words = text.split(separator: " ")
    guard isOpen, words.count == 5, words[3] == "=", let position = Int(words[0]), let value = Int64(words[4]) else { continue }
    if position == 0 { units.append([]) }
    // Use the specification's name where FFmpeg's differs (7.3.2.1.1).
    let name = words[1] == "gaps_in_frame_num_allowed_flag" ? "gaps_in_frame_num_value_allowed_flag" : String(words[1])
    units[units.count - 1].append(Line(position: position, name: name, bits: words[2].count, value: value))
  }
  return units
}

/// Our own trace in the same form: single bytes as FFmpeg prints them, without elements that it ignores.
private func ownLines(_ log: TraceLog) -> [Line] {
  var lines: [Line] = []
  for row in log.rows {
    let element = row.element
    switch element.value {
    case .number(.unsigned(let value)):
      lines.append(Line(position: element.bitOffset, name: element.fullName, bits: element.bitLength, value: Int64(clamping: value)))
    case .number(.signed(let value)):
      lines.append(Line(position: element.bitOffset, name: element.fullName, bits: element.bitLength, value: value))
    case .code, .fixedPoint, .floatingPoint, .text, .rows: break  // no structure of a stream has them
    case .bytes(let bytes):
      if ["slice_data", "slice_layer", "trailing_bytes"].contains(element.fullName) { continue }
      for index in 0..<element.bitLength / 8 {
        // Only the first bytes of a run are provided: the others are compared by position only.
        let value = index < bytes.count ? Int64(bytes[index]) : -1
        let name = element.fullName == "ff_byte" ? "ff_byte" : element.fullName + "[\(index)]"
        lines.append(Line(position: element.bitOffset + index * 8, name: name, bits: 8, value: value))
      }
    }
  }
  return lines
}

private func isSame(_ own: Line, _ other: Line) -> Bool {
  own.position == other.position && own.name == other.name && own.bits == other.bits && (own.value == other.value || own.value == -1)
}

/// The number of elements compared, and the differences.
private struct Comparison {
  var elements = 0
  var units = 0
  var skipped: [String] = []
  var differences: [String] = []
}

/// The number of lines that are equal from the start.
private func agreeing(_ own: [Line], _ other: [Line]) -> Int {
  zip(own, other).prefix { isSame($0, $1) }.count
}

/// NAL unit types that FFmpeg traces.
private let known: Set<UInt8> = [1, 5, 6, 7, 8, 9, 10, 11, 12, 13, 19]

/// Compares a file. FFmpeg skips the rest of a packet after a unit that it cannot parse, so units are matched by content.
private func compare(_ path: String, into result: inout Comparison) throws {
  let theirs = try tracedUnits(path)
  if theirs.isEmpty { return }
  var sets = ParameterSets()
  let own = annexBUnits(try Places.corpusFile(path)).map { unit -> (type: UInt8, lines: [Line]) in
    let log = TraceLog()
    let traced = NALUnit.trace(unit.bytes, sets: sets, into: log)
    if let unit = traced.unit { sets.update(with: unit) }
    return (unit.bytes.first.map { $0 & 31 } ?? 0, ownLines(log))
  }
  var cursor = 0
  for (number, lines) in theirs.enumerated() {
    while cursor < own.count, !known.contains(own[cursor].type) { cursor += 1 }
    guard cursor < own.count else {
      result.differences.append("\(path): FFmpeg has more units")
      return
    }
    let match = (cursor..<min(own.count, cursor + 300)).first { agreeing(own[$0].lines, lines) == lines.count } ?? cursor
    for left in cursor..<match where known.contains(own[left].type) { result.skipped.append("\(path)#\(left) type \(own[left].type)") }
    let unit = own[match]
    let count = agreeing(unit.lines, lines)
    result.units += 1
    result.elements += count
    let place = "\(path)#\(match) type \(unit.type)"
    if count < lines.count {
      let found = count < unit.lines.count ? "\(unit.lines[count])" : "nothing"
      result.differences.append("\(place): \(lines[count].name) = \(lines[count].value) at \(lines[count].position), here \(found)")
    } else if count < unit.lines.count, number < theirs.count - 1 {
      result.differences.append("\(place): FFmpeg stops before \(unit.lines[count].name) at \(unit.lines[count].position)")
    }
    cursor = match + 1
  }
}

@Test(.enabled(if: Places.corpus != nil)) func tracesAgreeWithFFmpeg() throws {
  var result = Comparison()
  for path in streams { try compare(path, into: &result) }
  // Apart from byte arrays, which FFmpeg prints byte by byte, as the specification does for some, both traces are the same.
  #expect(result.differences.isEmpty, "\(result.differences)")
  #expect(result.units > 3000 && result.elements > 60_000)
  // FFmpeg drops everything before the first key frame, and the rest of a packet after a truncated SEI message.
  let types: [UInt8] = [7, 8] + [UInt8](repeating: 1, count: 27)
  let dropped = types.enumerated().map { "h264/BA_MW_D_IDR_LOST.264#\($0.offset) type \($0.element)" } + ["h264/supp-nals.264#7 type 5"]
  #expect(result.skipped == dropped)
  print("traces compared: \(result.units) units, \(result.elements) elements")
}
