import Foundation
import TestSupport
import Testing

@Test(arguments: ["bframes.h264", "interlaced.h264", "opengop.hevc"], ["table", "json", "jsonl", "csv"])
func picturesArePrintedAsTheyAlwaysWere(_ fixture: String, _ format: String) throws {
  let file = Places.fixtures.appending(path: fixture).path
  for command in ["frames", "gop"] {
    let result = try Program.mediaprobe(command, "--format", format, file)
    #expect(result.status == 0)
    #expect(result.standardError.isEmpty)
    try Golden.check(result.text, "\(command)/\(fixture).\(format)")
  }
}

private struct Frame: Decodable {
  var offset: Int
  var size: Int
  var type: String
  var keyframe: Bool
  var displayIndex: Int?
  var slices: Int
}

private func frames(_ path: String) throws -> [Frame] {
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  return try Program.mediaprobe("frames", "--format", "jsonl", path).text.split(separator: "\n").map {
    try decoder.decode(Frame.self, from: Data($0.utf8))
  }
}

/// Access units are contiguous and cover the whole file.
@Test(arguments: ["bframes.h264", "interlaced.h264", "opengop.hevc"]) func accessUnitsCoverTheFile(_ fixture: String) throws {
  let rows = try frames(Places.fixtures.appending(path: fixture).path)
  var next = 0
  for row in rows {
    #expect(row.offset == next)
    next += row.size
  }
  #expect(next == (try Places.fixture(fixture).count))
  #expect(rows.compactMap(\.displayIndex).sorted() == Array(0..<rows.count))
}

/// Compares types, key flags and display order with a decoder.
@Test(.enabled(if: Program.has("ffprobe")), arguments: ["bframes.h264", "interlaced.h264", "opengop.hevc"])
func picturesAreThoseOfADecoder(_ fixture: String) throws {
  let file = Places.fixtures.appending(path: fixture).path
  let shown = try Program.run(
    "ffprobe", ["-v", "error", "-show_frames", "-show_entries", "frame=pict_type,key_frame", "-of", "csv=p=0", file])
  let theirs = shown.text.split(separator: "\n").map { $0.split(separator: ",").prefix(2).joined(separator: ",") }
  let ours = try frames(file).sorted { ($0.displayIndex ?? 0) < ($1.displayIndex ?? 0) }.map { "\($0.keyframe ? 1 : 0),\($0.type)" }
  #expect(ours == theirs)
}

/// Groups contain every picture once and all bytes.
@Test(arguments: ["bframes.h264", "interlaced.h264", "opengop.hevc"]) func groupsHoldEveryPicture(_ fixture: String) throws {
  struct Group: Decodable {
    var picture: Int
    var size: Int
    var pictures: Int
    var open: Bool
    var structure: String
  }
  let file = Places.fixtures.appending(path: fixture).path
  let rows = try Program.mediaprobe("gop", "--format", "jsonl", file).text.split(separator: "\n").map {
    try JSONDecoder().decode(Group.self, from: Data($0.utf8))
  }
  let pictures = try frames(file)
  #expect(rows.reduce(0) { $0 + $1.pictures } == pictures.count)
  #expect(rows.reduce(0) { $0 + $1.size } == pictures.reduce(0) { $0 + $1.size })
  #expect(rows.allSatisfy { $0.structure.count == $0.pictures && $0.structure.uppercased().first == "I" })
  #expect(rows.contains { $0.open } == fixture.hasPrefix("opengop"))
}

@Test(arguments: ["frames", "gop"], ["table", "json", "jsonl", "csv"]) func whatIsNoStreamHasNoTable(_ command: String, _ format: String)
  throws
{
  let result = try Program.mediaprobe(command, "--format", format, "--codec", "h264", "-", input: Data("no stream\n".utf8))
  #expect(result.status == 65 && result.standardOutput.isEmpty)
  // A stream without pictures gives an empty document and a finding.
  let empty = try Program.mediaprobe(command, "--format", format, "--codec", "h264", "-", input: Data([0, 0, 1, 9, 0xF0]))
  #expect(empty.status == 1 && empty.standardOutput.isEmpty == (format == "jsonl"))
}

/// A track without samples, as in the first part of a fragmented file, gives an empty document.
@Test(arguments: [("frames", "frames"), ("gop", "gops")])
func aTrackWithoutSamplesIsAnEmptyDocument(_ command: String, _ key: String) throws {
  let whole = try Places.fixture("fragmented.mp4")
  let moof = try #require((4..<whole.count - 4).first { whole[$0..<$0 + 4].elementsEqual(Array("moof".utf8)) })
  let file = Places.scratch("init.mp4")
  try Data(whole[..<(moof - 4)]).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  let result = try Program.mediaprobe(command, "--format", "json", file.path)
  let document = try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any]
  #expect((document?[key] as? [Any])?.isEmpty == true && document?["schema_version"] != nil)
  #expect(result.status == 0, "\(result.standardError)")
}
