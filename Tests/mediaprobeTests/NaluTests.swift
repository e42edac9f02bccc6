import Foundation
import TestSupport
import Testing

@Test(arguments: ["bframes.h264", "interlaced.h264", "opengop.hevc"], ["table", "json", "jsonl", "csv", "summary"])
func naluPrintsWhatItAlwaysDid(_ fixture: String, _ format: String) throws {
  let file = Places.fixtures.appending(path: fixture).path
  let result =
    format == "summary" ? try Program.mediaprobe("nalu", "--summary", file) : try Program.mediaprobe("nalu", "--format", format, file)
  #expect(result.status == 0)
  #expect(result.standardError.isEmpty)
  try Golden.check(result.text, "nalu/\(fixture).\(format)")
}

@Test(arguments: ["bframes.h264", "opengop.hevc"]) func naluReadsPipesLikeFiles(_ fixture: String) throws {
  let data = try Data(contentsOf: Places.fixtures.appending(path: fixture))
  let piped = try Program.mediaprobe("nalu", "-", input: data)
  let slow = try Program.shell("(head -c 1000 Fixtures/\(fixture); sleep 0.05; tail -c +1001 Fixtures/\(fixture)) | $MP nalu -".inCheckout)
  try Golden.check(piped.text, "nalu/\(fixture).table")
  try Golden.check(slow.text, "nalu/\(fixture).table")
}

@Test(arguments: ["bframes.h264", "opengop.hevc"]) func jsonIsJSON(_ fixture: String) throws {
  let file = Places.fixtures.appending(path: fixture).path
  for arguments in [["--format", "json"], ["--format", "json", "--summary"]] {
    let data = try Program.run(Program.mediaprobe, ["nalu", file] + arguments).standardOutput
    let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(document["schema_version"] as? Int == 1)
    #expect(document["codec"] as? String == (fixture.hasSuffix("h264") ? "h264" : "hevc"))
  }
  for arguments in [["--format", "jsonl"], ["--format", "jsonl", "--summary"]] {
    for line in try Program.run(Program.mediaprobe, ["nalu", file] + arguments).text.split(separator: "\n") {
      #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
    }
  }
}

@Test func shortUnitsHaveNoHeader() throws {
  // An empty unit, an H.265 unit of one byte, and a complete one.
  let stream = Data([0, 0, 1, 0, 0, 1, 0x40, 0, 0, 1, 0x42, 1])
  let result = try Program.mediaprobe("nalu", "--codec", "hevc", "--format", "csv", "-", input: stream)
  #expect(result.status == 1)
  #expect(result.standardError.contains("an empty NAL unit at 0"))
  #expect(
    result.text.split(separator: "\n").dropFirst() == ["0,0,3,0,0,,EMPTY,,", "1,3,3,1,0,32,VPS_NUT,,", "2,7,3,2,0,33,SPS_NUT,0,1"])
  try Golden.check(try Program.mediaprobe("nalu", "--codec", "hevc", "-", input: stream).text, "nalu/short-units-hevc.table")
  try Golden.check(try Program.mediaprobe("nalu", "--codec", "h264", "-", input: stream).text, "nalu/short-units-h264.table")
}

@Test func numbersWiderThanTheirColumnsWidenThem() throws {
  var stream = Data([0, 0, 1, 0x67, 0x42, 0, 10, 1])
  stream.append(Data(repeating: 0xAA, count: 100_000_000))
  stream.append(Data([0, 0, 1, 0x0B]))
  let result = try Program.mediaprobe("nalu", "-", input: stream)
  #expect(
    result.text.split(separator: "\n").dropFirst(3) == [
      "    0|        0| HIGHEST|    SPS| 100000005|", "    1| 100000008|  DISPOS| EOSTREAM|        1|",
    ])
}

@Test func bytesBeforeTheFirstStartCodeAreAFinding() throws {
  let result = try Program.mediaprobe("nalu", "-", input: Data([1, 2, 3, 0, 0, 0, 1, 0x67, 0x42, 0, 10, 1]))
  #expect(result.status == 1)
  #expect(result.standardError.contains("3 bytes at 0 before the first start code"))
  #expect(result.text.hasSuffix("    0|        3| HIGHEST|    SPS|        5|\n"))
}

@Test func aGuessIsSaidToBeOne() throws {
  let result = try Program.mediaprobe("nalu", "-", input: Data([0, 0, 1, 0x41, 0x9A, 0x24]))
  #expect(result.standardError.contains("assuming H.264"))
  #expect(result.text.contains("SLICE"))
  #expect(try Program.mediaprobe("nalu", "--codec", "h264", "-", input: Data([0, 0, 1, 0x41, 0x9A, 0x24])).standardError.isEmpty)
}

/// Compares offsets, types and lengths of every unit with a reference index.
@Test(.enabled(if: Places.corpus != nil), arguments: Places.corpusFiles("h264", suffixes: []) + Places.corpusFiles("hevc"))
func naluAgreesWithTheCorpus(_ path: String) throws {
  guard let corpus = Places.corpus, FileManager.default.fileExists(atPath: corpus.appending(path: "expected/\(path).nals.csv.gz").path)
  else { return }
  let codec = path.hasPrefix("h264") ? "h264" : "hevc"
  let file = corpus.appending(path: path).path
  let csv = try Program.mediaprobe("nalu", "--format", "csv", file)
  let units = csv.text.split(separator: "\n").dropFirst().map {
    $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
  let expected = try Places.expectedRows(path + ".nals.csv.gz")
  #expect(units.count == expected.count)
  for (unit, row) in zip(units, expected) {
    #expect(Array(unit[0...4]) == Array(row[0...4]), "\(path)")
    #expect(unit[5] == (row[5] == "-1" ? "" : row[5]), "\(path)")
    // H.264: nal_ref_idc. H.265: layer and temporal id. The index has no values for units that are too short.
    let fields = codec == "h264" ? [row[6]] : [row[6], row[7]]
    #expect(Array(unit[7...]) == fields.map { $0 == "-1" ? "" : $0 }, "\(path)")
  }
  let table = try Program.mediaprobe("nalu", file).text.split(separator: "\n").dropFirst(3)
  #expect(table.count == expected.count)
  for (line, row) in zip(table, expected) {
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(cells.first == row[0] && cells[1] == row[1] && cells.last == String((Int(row[3]) ?? 0) + (Int(row[4]) ?? 0)), "\(path)")
  }
}

/// The codec of every corpus stream is detected from its content.
@Test(.enabled(if: Places.corpus != nil), arguments: Places.corpusFiles("h264") + Places.corpusFiles("hevc"))
func theCodecIsFoundByContent(_ path: String) throws {
  guard let corpus = Places.corpus else { return }
  let result = try Program.mediaprobe("nalu", "--format", "json", "--summary", corpus.appending(path: path).path)
  if result.status == 65 { return }
  #expect(result.text.contains("\"codec\":\"\(path.hasPrefix("h264") ? "h264" : "hevc")\""), "\(path): \(result.standardError)")
}

extension String {
  /// A shell command that runs in the checkout.
  fileprivate var inCheckout: String { "cd '\(Places.root.path)' && " + self }
}
