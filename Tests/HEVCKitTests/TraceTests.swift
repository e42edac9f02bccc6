import BitstreamKit
import Foundation
import HEVCKit
import TestSupport
import Testing

/// An element in the form common to both programs.
private struct Line: Equatable, CustomStringConvertible {
  var bit: Int
  var name: String
  var value: String
  var description: String { "\(bit) \(name) = \(value)" }
}

/// The units of FFmpeg's trace after the extradata, with their elements.
private func expectedUnits(_ path: String) throws -> [[Line]] {
  guard let corpus = Places.corpus else { return [] }
  let output = try Program.run("gzip", ["-dc", corpus.appending(path: "expected/\(path).trace_headers.txt.gz").path])
  var units: [[Line]] = []
  var isBehindExtradata = false
  var spread = ""
  for text in String(decoding: output.standardOutput, as: UTF8.self).split(separator: "\n") {
    if text.hasPrefix("Packet:") { isBehindExtradata = true }
    let words = text.split(separator: " ").map(String.init)
    guard isBehindExtradata, words.count == 5, words[3] == "=", let bit = Int(words[0]) else { continue }
    if words[1] == "forbidden_zero_bit" { units.append([]) }
    guard !units.isEmpty else { continue }
    let name = specificationName(words[1])
    let plain = String(name.prefix { $0 != "[" })
    // FFmpeg splits long runs of reserved zeros in two, and prints bytes one by one.
    if name == units[units.count - 1].last?.name, name.contains("_reserved_zero_") { continue }
    if bytewise.contains(plain) {
      if spread == plain {
        units[units.count - 1][units[units.count - 1].count - 1].value += " " + words[4]
      } else {
        units[units.count - 1].append(Line(bit: bit, name: plain, value: words[4]))
      }
      spread = plain
      continue
    }
    spread = ""
    units[units.count - 1].append(Line(bit: bit, name: name, value: words[4]))
  }
  return units
}

/// Elements that FFmpeg prints byte by byte.
private let bytewise: Set<String> = ["uuid_iso_iec_11578", "user_data_payload_byte", "itu_t_t35_payload_byte", "payload_byte"]

/// Names of FFmpeg 5.1 that differ from the specification.
private let renamed = [
  "matrix_coefficients": "matrix_coeffs",
  "bit_equal_to_one": "payload_bit_equal_to_one",
  "bit_equal_to_zero": "payload_bit_equal_to_zero",
  "chroma_offset_l0": "delta_chroma_offset_l0",
  "chroma_offset_l1": "delta_chroma_offset_l1",
  "intra_boundary_filtering_disable_flag": "intra_boundary_filtering_disabled_flag",
  "sps_palette_predictor_initializer_present_flag": "sps_palette_predictor_initializers_present_flag",
  "pps_palette_predictor_initializer_present_flag": "pps_palette_predictor_initializers_present_flag",
]

private func specificationName(_ name: String) -> String {
  let plain = String(name.prefix { $0 != "[" })
  let indices = name.dropFirst(plain.count)
  return (renamed[plain] ?? plain) + indices
}

/// Collects a trace as lines.
private final class Lines: TraceSink {
  var lines: [Line] = []
  override func element(_ element: TraceElement) {
    switch element.value {
    case .number(let number):
      // FFmpeg omits the index of these.
      let name = element.fullName.hasPrefix("reserved_zero_2bits") ? "reserved_zero_2bits" : element.fullName
      lines.append(Line(bit: element.bitOffset, name: name, value: "\(number)"))
    case .code, .fixedPoint, .floatingPoint, .text, .rows: break  // no structure of a stream has them
    case .bytes(let bytes):
      lines.append(Line(bit: element.bitOffset, name: element.fullName, value: bytes.map { "\($0)" }.joined(separator: " ")))
    }
  }
}

@Test(.enabled(if: Places.corpus != nil)) func tracesAreThoseOfFFmpeg() throws {
  var compared = 0
  var elements = 0
  for path in streams {
    let expected = try expectedUnits(path)
    var next = 0
    var sets = ParameterSets()
    for (index, unit) in try units(of: path).enumerated() {
      guard next < expected.count else { break }
      let log = Lines()
      let traced = NALUnit.trace(unit.bytes, at: unit.offset, sets: sets, into: log)
      let type = unit.bytes[0] >> 1
      if let read = traced.unit { sets.update(with: read) }
      guard [0...9, 16...21, 32...35, 39...40].contains(where: { $0.contains(type) }) else { continue }
      let own = log.lines.filter { $0.name != "slice_segment_data" }
      let other = expected[next]
      next += 1
      compared += 1
      elements += other.count
      let difference = zip(own, other).first { a, b in
        a != b && !(bytewise.contains(a.name) && a.name == b.name && b.value.hasPrefix(a.value))
      }
      #expect(difference == nil, "\(path)#\(index)")
      // The traces are truncated after a number of characters, within their last unit.
      #expect(own.count == other.count || (next == expected.count && other.count < own.count), "\(path)#\(index)")
    }
    #expect(next == expected.count, "\(path)")
  }
  #expect(compared >= 721)
  #expect(elements >= 26_370)
  print("compared \(compared) units, \(elements) elements")
}
