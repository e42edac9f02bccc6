import BitstreamKit
import Foundation
import TestSupport
import Testing
import NALKit

private let startCode: [UInt8] = [0, 0, 0, 1]

/// The units of a byte stream, without start codes.
private func units(_ fixture: String) throws -> [[UInt8]] {
  let bytes = Array(try Places.fixture(fixture))
  var found: [[UInt8]] = []
  var parser = AnnexBParser()
  var cursor = 0
  while let unit = parser.next(in: bytes, from: &cursor, to: bytes.count) ?? parser.finish() {
    found.append(Array(bytes[Int(unit.offset)..<Int(unit.offset + unit.length)]))
  }
  return found
}

private func stream(_ units: [[UInt8]]) -> Data { Data(units.flatMap { startCode + $0 }) }

private func object(_ result: Program.Result) throws -> [String: Any] {
  try #require(try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any])
}

/// Numbers wider than their columns stay separated.
@Test func wideElementsOfATraceStayApart() throws {
  var all = try units("bframes.h264")
  let last = try #require(all.indices.last)
  all[last] += [UInt8](repeating: 0x55, count: 20_000)
  let lines = try Program.mediaprobe("trace", "-", input: stream(all)).text.split(separator: "\n")
  let data = try #require(lines.last { $0.contains("slice_data") }).split(separator: " ")
  #expect(Int(data[0]) != nil && Int(data[1]) != nil)
  #expect(try #require(Int(data[2])) > 160_000)
}

/// The structure of a long group is complete in JSON and truncated with a mark in tables.
@Test func theStructureOfALongGroupIsWhole() throws {
  let all = try units("bframes.h264")
  let idr = try #require(all.firstIndex { $0[0] & 31 == 5 })
  let next = try #require(all[idr...].first { $0[0] & 31 == 1 })
  var long = Array(all[...idr])
  for _ in 0..<300 { long += [[0x09, 0xF0], next] }
  let data = stream(long)
  let rows = try Program.mediaprobe("gop", "--format", "jsonl", "-", input: data).text.split(separator: "\n")
  let last = try #require(rows.last)
  let row = try #require(try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
  #expect((row["structure"] as? String)?.count == row["pictures"] as? Int)
  #expect(row["pictures"] as? Int ?? 0 > 300)
  let table = try Program.mediaprobe("gop", "-", input: data).text
  #expect(table.contains("…"))
  let csv = try Program.mediaprobe("gop", "--format", "csv", "-", input: data).text
  #expect(csv.contains(row["structure"] as? String ?? "?"))
}

/// A unit that is only a header is identical; a malformed unit is counted as such, since it determines the exit code.
@Test func whatARoundTripCountsDecidesItsExitCode() throws {
  let all = try units("opengop.hevc") + [[0x48, 1], [0x4A, 1]]
  let whole = try object(Program.mediaprobe("roundtrip", "--format", "json", "-", input: stream(all)))
  let kinds = try #require(whole["kinds"] as? [[String: Any]])
  for name in ["EOS_NUT", "EOB_NUT"] {
    let kind = try #require(kinds.first { $0["kind"] as? String == name })
    #expect(kind["same"] as? Int == 1 && kind["kept"] as? Int == 0)
  }
  let result = try Program.mediaprobe("roundtrip", "--format", "json", "-", input: stream(all + [[0x42, 1, 0xFF]]))
  #expect(result.status == 1)
  let total = try #require(try object(result)["total"] as? [String: Int])
  #expect(total["malformed"] == 1 && total["different"] == 0)
  #expect(total["tried"] == (total["same"] ?? 0) + (total["kept"] ?? 0) + 1)
}

/// JSON output is a valid document even if empty.
@Test(arguments: ["frames", "gop", "params"]) func emptyDocumentsAreDocuments(_ command: String) throws {
  let result = try Program.mediaprobe(command, "--codec", "h264", "--format", "json", "-", input: stream([[0x09, 0xF0], [0x09, 0xF0]]))
  #expect(result.status != 0 && !result.standardError.isEmpty)
  let document = try object(result)
  #expect((document["frames"] ?? document["gops"] ?? document["sets"]) as? [Any] != nil)
}

/// A stream without pictures of the base layer reports the reason.
@Test(arguments: ["frames", "gop"]) func aStreamWithoutBaseLayerSaysSo(_ command: String) throws {
  let layer = stream([[0x02, 0x09, 0x80, 0x80], [0x02, 0x09, 0x80, 0x80]])
  let hevc = try Program.mediaprobe(command, "--codec", "hevc", "-", input: layer)
  #expect(hevc.status == 1)
  #expect(hevc.standardError.contains("layers above the base layer"))
  let view = stream([[0x74, 0x40, 0, 7, 0xB8, 0x80]])
  let h264 = try Program.mediaprobe(command, "--codec", "h264", "-", input: view)
  #expect(h264.status == 1)
  #expect(h264.standardError.contains("views or layers above the base view"))
}

/// A stream truncated in its last slice header is reported with the byte offset in the file, and the pictures before it are listed.
@Test(arguments: ["bframes.h264", "opengop.hevc"], ["frames", "gop"])
func aStreamThatIsCutSaysSo(_ fixture: String, _ command: String) throws {
  var all = try units(fixture)
  if fixture.hasSuffix("hevc") { while let last = all.last, last[0] >> 1 >= 32 { all.removeLast() } }
  let whole = stream(all)
  let complete = try Program.mediaprobe(command, "-", input: whole)
  #expect(complete.status == 0)
  let last = try #require(all.last)
  let start = whole.count - last.count
  let result = try Program.mediaprobe(command, "-", input: whole.prefix(start + 3))
  #expect(result.status == 1)
  #expect(result.standardError.split(separator: "\n").count == 1 && result.standardError.contains("truncated"))
  let byte = try #require(result.standardError.split(separator: "(file byte 0x").last?.prefix { $0 != ")" })
  #expect(try #require(Int(byte, radix: 16)) >= start, "\(result.standardError)")
  #expect(result.text.count > complete.text.count / 2 && result.text != complete.text)
}

/// Errors and traces give the same byte offset for an element: `remux` too, which carries on with the parameter set that came before.
@Test(arguments: [false, true]) func errorsNameTheSameByteEverywhere(isRepeated: Bool) throws {
  var all = try units("bframes.h264")
  let sps = try #require(all.firstIndex { $0[0] & 31 == 7 })
  let damaged = Array(all[sps].prefix(8))
  if isRepeated { all.insert(damaged, at: sps + 4) } else { all[sps] = damaged }
  let data = stream(all)
  func byte(_ words: String...) throws -> Substring? {
    let result = try Program.run(Program.mediaprobe, words, input: data)
    return result.standardError.split(separator: "\n").first?.split(separator: "(file byte ").last?.prefix { $0 != ")" }
  }
  let traced = try #require(try byte("trace", "-"))
  #expect(traced.hasPrefix("0x"))
  for command in ["frames", "gop"] { #expect(try byte(command, "-") == traced) }
  guard isRepeated else { return }
  let output = Places.scratch("remuxed.mp4")
  defer { try? FileManager.default.removeItem(at: output) }
  #expect(try byte("remux", "--codec", "h264", "--fps", "25", "-", output.path) == traced)
}
