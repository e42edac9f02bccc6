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

/// A group begins at the presentation time of its key sample, lasts until the decoding time of the next one, and all of them as long as the
/// track.
@Test(arguments: ["plain.mp4", "fragmented.mp4", "avc_aac.flv", "hvc1.mp4", "bframes.h264"]) func groupsHaveTheTimesOfTheirSamples(
  _ name: String
)
  throws
{
  let file = Places.fixtures.appending(path: name).path
  func rows(_ arguments: [String]) throws -> [[String]] {
    try Program.run(Program.mediaprobe, arguments + ["--format", "csv", file]).text.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }
  let track = try #require(try rows(["packets"]).first { $0[7] == "true" && Int($0[5]) ?? 0 > 0 }?[0])
  let video =
    name == "avc_aac.flv" ? try #require(try rows(["packets", "--summary"]).max { Int($0[2]) ?? 0 < Int($1[2]) ?? 0 }?[0]) : track
  let samples = try rows(["packets", "--seconds", "--track", video])
  let groups = try rows(["gop", "--seconds"])
  let keys = samples.filter { $0[6] == "true" }
  #expect(groups.map { $0[12] } == keys.map { $0[1] })
  let begins = keys.compactMap { Double($0[2]) }
  let last = try #require(samples.compactMap { Double($0[2]) }.max())
  for (place, group) in groups.enumerated() {
    // FLV does not state the duration of the last picture; it lasts as long as the others.
    let next = place + 1 < begins.count ? begins[place + 1] : last + (Double(samples.last?[3] ?? "") ?? 0.04)
    #expect(abs((Double(group[13]) ?? -1) - (next - begins[place])) < 0.000_003, "\(group)")
  }
}

/// FLV does not state the duration of the last picture; groups last as long as in MP4.
@Test func groupsOfFLVAreAsLongAsInMP4() throws {
  try withEmptyFolder { folder in
    let flv = folder.appending(path: "a.flv").path
    #expect(try Program.mediaprobe("remux", fixturePath("plain.mp4"), flv).status == 0)
    func durations(_ path: String) throws -> [Double] {
      try Program.mediaprobe("gop", "--seconds", "--format", "csv", path).text.split(separator: "\n").dropFirst().compactMap {
        Double($0.split(separator: ",", omittingEmptySubsequences: false)[13])
      }
    }
    let (wanted, found) = (try durations(fixturePath("plain.mp4")), try durations(flv))
    #expect(wanted.count == 3 && zip(wanted, found).allSatisfy { abs($0 - $1) < 0.001 }, "\(wanted) \(found)")
  }
}

/// The totals are those of the rows.
@Test(arguments: ["plain.mp4", "bframes.h264", "interlaced.h264", "opengop.hevc"]) func totalsOfGroupsAreThoseOfTheRows(_ name: String)
  throws
{
  let file = Places.fixtures.appending(path: name).path
  let table = try Program.mediaprobe("gop", "--seconds", "--format", "csv", file).text.split(separator: "\n").dropFirst().map {
    $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
  let lines = try Program.mediaprobe("gop", "--summary", "--format", "csv", file).text.split(separator: "\n")
  try #require(lines.count == 2)
  let pairs = zip(lines[0].split(separator: ","), lines[1].split(separator: ",", omittingEmptySubsequences: false))
  let totals = Dictionary(uniqueKeysWithValues: pairs.map { (String($0), Double(String($1)) ?? -1) })
  func column(_ index: Int) -> [Double] { table.compactMap { Double($0[index]) } }
  func sum(_ index: Int) -> Double { column(index).reduce(0, +) }
  #expect(totals["gops"] == Double(table.count))
  #expect(totals["open"] == Double(table.count { $0[9] == "true" }))
  #expect(totals["closed"] == Double(table.count { $0[9] == "false" }))
  for (key, index) in [("size", 3), ("pictures", 4), ("i", 5), ("p", 6), ("b", 7)] { #expect(totals[key] == sum(index), "\(key)") }
  #expect(totals["shortest_pictures"] == column(4).min() && totals["longest_pictures"] == column(4).max())
  #expect(totals["shortest_seconds"] == column(13).min() && totals["longest_seconds"] == column(13).max())
  #expect(abs((totals["mean_pictures"] ?? 0) - sum(4) / Double(table.count)) < 0.001)
  #expect(abs((totals["duration_seconds"] ?? 0) - sum(13)) < 0.000_001 * Double(table.count + 1))
  #expect(abs((totals["bit_rate"] ?? 0) - sum(3) * 8 / sum(13)) <= 1)
}

@Test(arguments: ["table", "json", "jsonl"]) func groupsHaveSecondsInEveryForm(_ format: String) throws {
  for (name, option) in [("plain.mp4", "--seconds"), ("opengop.hevc", "--seconds"), ("plain.mp4", "--summary")] {
    let result = try Program.mediaprobe("gop", option, "--format", format, Places.fixtures.appending(path: name).path)
    #expect(result.status == 0)
    try Golden.check(result.text, "gop/\(name)\(option).\(format)")
  }
}

/// Without a picture rate a byte stream has no times; `--fps` gives them.
@Test(.enabled(if: Places.corpus != nil)) func aRateGivesGroupsTheirTimes() throws {
  let file = try #require(Places.corpus).appending(path: "h264/BA3_SVA_C.264").path
  let unknown = try Program.mediaprobe("gop", "--summary", "--format", "json", file).text
  #expect(unknown.contains("\"duration_seconds\":null,\"bit_rate\":null"), "\(unknown)")
  let known = try Program.mediaprobe("gop", "--seconds", "--fps", "30000/1001", "--format", "csv", file).text
  let rows = known.split(separator: "\n").dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
  #expect(rows.first?[12] == "0.000000")
  for row in rows { #expect(abs((Double(row[13]) ?? 0) - (Double(row[4]) ?? 0) * 1001 / 30000) < 0.000_001) }
  #expect(try Program.mediaprobe("gop", "--fps", "0", file).status == 64)
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
