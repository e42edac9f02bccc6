import Foundation
import TestSupport
import Testing

@Test(arguments: ["bframes.h264", "interlaced.h264", "opengop.hevc"], ["text", "jsonl"])
func tracePrintsWhatItAlwaysDid(_ fixture: String, _ format: String) throws {
  let file = Places.fixtures.appending(path: fixture).path
  let result = try Program.mediaprobe("trace", "--format", format, file)
  #expect(result.status == 0)
  #expect(result.standardError.isEmpty)
  // The beginning is enough.
  let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false).prefix(400)
  try Golden.check(lines.joined(separator: "\n") + "\n", "trace/\(fixture).\(format)")
}

private struct Row: Decodable {
  var unit: Int
  var structure: String?
  var name: String?
  var index: [Int]?
  var bitOffset: Int?
  var byteOffset: Int?
  var bitLength: Int?
  var error: String?
}

private func rows(_ arguments: [String], input: Data? = nil) throws -> [Row] {
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  return try Program.run(Program.mediaprobe, ["trace", "--format", "jsonl"] + arguments, input: input).text.split(separator: "\n").map {
    try decoder.decode(Row.self, from: Data($0.utf8))
  }
}

/// Elements of a unit are contiguous, from the first bit of its header to its last bit.
@Test(arguments: ["bframes.h264", "interlaced.h264", "opengop.hevc"]) func elementsCoverEachUnit(_ fixture: String) throws {
  let file = Places.fixtures.appending(path: fixture).path
  let units = try Program.mediaprobe("nalu", "--format", "csv", file).text.split(separator: "\n").dropFirst().map {
    $0.split(separator: ",")
  }
  let stream = try Places.fixture(fixture)
  let byUnit = Dictionary(grouping: try rows([file]), by: \.unit)
  #expect(byUnit.count == units.count)
  for (index, unit) in units.enumerated() {
    let elements = try #require(byUnit[index])
    let start = (Int(unit[1]) ?? 0) + (Int(unit[2]) ?? 0)
    let length = Int(unit[3]) ?? 0
    var next = 0
    for element in elements {
      #expect(element.bitOffset == next && element.error == nil)
      next += element.bitLength ?? 0
      let byte = element.byteOffset ?? -1
      #expect(byte >= start + (element.bitOffset ?? 0) / 8 && byte < start + length)
    }
    // Emulation prevention bytes are not counted.
    let bytes = Array(stream[start..<start + length])
    let prevention = (2..<length).filter { bytes[$0] == 3 && bytes[$0 - 1] == 0 && bytes[$0 - 2] == 0 }.count
    #expect(next == (length - prevention) * 8)
  }
}

@Test func selectionsSelect() throws {
  let file = Places.fixtures.appending(path: "bframes.h264").path
  #expect(Set(try rows([file, "--unit", "2"]).map(\.unit)) == [2])
  #expect(Set(try rows([file, "--type", "sps,pps"]).map(\.unit)).isSuperset(of: [1, 2]))
  #expect(try rows([file, "--type", "7"]).map(\.name) == rows([file, "--type", "SPS"]).map(\.name))
  let hevc = Places.fixtures.appending(path: "opengop.hevc").path
  #expect(try rows([hevc, "--type", "vps"]).contains { $0.name == "vps_max_layers_minus1" })
  #expect(try rows([hevc, "--type", "sei"]).contains { $0.structure == "decoded_picture_hash" })
  // A slice far after its parameter sets can be parsed.
  #expect(try rows([file, "--unit", "8"]).contains { $0.name == "slice_qp_delta" })
  let wrong = try Program.mediaprobe("trace", "--unit", "first", file)
  #expect(wrong.status == 64)
  #expect(wrong.standardError.hasPrefix("Error: The value 'first' is invalid for '--unit <n>'.\n"))
}

@Test func whatIsNotThereIsSaid() throws {
  let file = Places.fixtures.appending(path: "bframes.h264").path
  let beyond = try Program.mediaprobe("trace", "--unit", "82", file)
  #expect(beyond.status == 1 && beyond.standardOutput.isEmpty)
  #expect(beyond.standardError == "mediaprobe: \(file): there is no NAL unit 82: the last one is 81\n")
  #expect(try Program.mediaprobe("trace", "--unit", "81", file).status == 0)
  let unknown = try Program.mediaprobe("trace", "--type", "sps,spss", file)
  #expect(unknown.status == 64)
  #expect(unknown.standardError.hasPrefix("Error: Unknown type of NAL unit 'spss'. Did you mean 'sps'?\n"))
  #expect(try Program.mediaprobe("trace", "--type", "64", file).status == 64)
  // A type that does not occur is not an error, and no blank line precedes the first output.
  #expect(try Program.mediaprobe("trace", "--type", "eostream,63", file).status == 0)
  #expect(try Program.mediaprobe("trace", "--type", "pps", file).text.hasPrefix("unit 2: PPS, 5 bytes at 38\n"))
}

@Test func typesGoByTheFirstPartOfTheirNames() throws {
  let hevc = Places.fixtures.appending(path: "opengop.hevc").path
  let types = try Program.mediaprobe("nalu", "--format", "csv", hevc).text.split(separator: "\n").dropFirst().map {
    $0.split(separator: ",")[5]
  }
  func units(_ select: String) throws -> Set<Int> { Set(try rows([hevc, "--type", select]).map(\.unit)) }
  #expect(types.contains("21"))
  #expect(try units("cra") == units("21") && !units("cra").isEmpty)
  #expect(try units("slice").count == types.count { Int($0).map { $0 < 32 } ?? false })
  #expect(try units("sps") == units("33") && units("idr").isSubset(of: units("19,20")))
}

@Test func damageIsTracedUpToTheFault() throws {
  // An SPS truncated after its level, then a complete access unit delimiter.
  let stream = Data([0, 0, 1, 0x67, 0x42, 0, 10, 0, 0, 1, 0x09, 0x10])
  let result = try Program.mediaprobe("trace", "-", input: stream)
  #expect(result.status == 1)
  #expect(result.text.contains("level_idc = 10"))
  #expect(result.text.contains("  ! nal_unit › seq_parameter_set_data: seq_parameter_set_id at bit 32 (file byte 0x7): truncated"))
  #expect(result.text.contains("primary_pic_type = 0"))
  #expect(result.standardError.contains("unit 0: nal_unit › seq_parameter_set_data: seq_parameter_set_id at bit 32"))
  let error = try #require(try rows(["-"], input: stream).first { $0.error != nil })
  #expect(error.bitOffset == 32 && error.byteOffset == 7)
}

/// Compares a trace with FFmpeg's trace_headers filter, element by element.
/// Of a large unit the first mebibyte is read, which is no fault of the stream.
@Test func largeUnitsAreNotCalledTruncated() throws {
  let payload =
    Data([0, 0, 1, 6, 5]) + Data(repeating: 0xFF, count: 8000) + Data([0]) + Data(repeating: 0x41, count: 255 * 8000) + Data([0x80])
  let row = try #require(rows(["--codec", "h264", "-"], input: payload).last)
  #expect(row.error?.contains("only the first 1048576 of \(payload.count - 3) bytes are read") == true, "\(row)")
  let cut = try #require(rows(["--codec", "h264", "-"], input: payload.prefix(60_000)).last)
  #expect(cut.error?.contains("truncated") == true, "\(cut)")
}

@Test(.enabled(if: Program.has("ffmpeg")), arguments: ["bframes.h264", "opengop.hevc"]) func traceIsThatOfFFmpeg(_ fixture: String) throws {
  let file = Places.fixtures.appending(path: fixture).path
  let codec = fixture.hasSuffix("h264") ? "h264" : "hevc"
  let log = try Program.run(
    "ffmpeg",
    ["-hide_banner", "-nostdin", "-loglevel", "trace", "-f", codec, "-i", file, "-c", "copy", "-bsf:v", "trace_headers", "-f", "null", "-"])
  // After the parameter sets of the extradata, which are repeated.
  var theirs: [String] = []
  for line in log.standardError.split(separator: "\n") where line.contains("[trace_headers") {
    let words = line.split(separator: " ").dropFirst(3)
    if line.hasSuffix("Packet: ") || line.contains("] Packet") { theirs.append("packet") }
    guard let first = words.first, Int(first) != nil, let equals = words.firstIndex(of: "=") else { continue }
    // The name in the specification if FFmpeg uses another one (H.264 7.3.2.1.1).
    let shown = words[words.startIndex + 1]
    let name = shown == "gaps_in_frame_num_allowed_flag" ? "gaps_in_frame_num_value_allowed_flag" : shown
    theirs.append("\(first) \(name) \(words[words.index(after: equals)])")
  }
  let packets = theirs.drop { $0 != "packet" }.filter { $0 != "packet" }
  let ours = try Program.mediaprobe("trace", file).text.split(separator: "\n").compactMap { line -> String? in
    guard let equals = line.range(of: " = ") else { return nil }
    let words = line[..<equals.lowerBound].split(separator: " ")
    return "\(words[0]) \(words[words.count - 1]) \(line[equals.upperBound...])"
  }
  #expect(packets.count > 500)
  // FFmpeg does not print slice data, and prints user data in one piece.
  let own = Set(ours)
  let missing = packets.filter {
    !own.contains($0) && !$0.contains("user_data_payload_byte") && !$0.contains("[") && !$0.contains("reserved")
  }
  #expect(missing.isEmpty, "\(missing.prefix(5))")
}
