import Foundation
import TestSupport
import Testing

private func fixture(_ name: String) -> String { Places.fixtures.appending(path: name).path }

@Test(arguments: ["plain.mp4", "fragmented.mp4", "avc_aac.flv", "bframes.h264", "tone.aac"], ["table", "json", "jsonl", "csv"])
func samplesArePrintedAsTheyAlwaysWere(_ name: String, _ format: String) throws {
  let result = try Program.mediaprobe("packets", "--format", format, fixture(name))
  #expect(result.status == 0)
  #expect(result.standardError.isEmpty)
  try Golden.check(result.text, "packets/\(name).\(format)")
}

/// Compares pts, dts, size and key flag of every track with ffprobe, with and without the edit list.
@Test(.enabled(if: Program.has("ffprobe")), arguments: ["plain.mp4", "faststart.mp4", "fragmented.mp4", "hvc1.mp4"], [false, true])
func samplesAreThoseOfFFprobe(_ name: String, _ edited: Bool) throws {
  let shown = try Program.run(
    "ffprobe",
    ["-v", "error"] + (edited ? [] : ["-ignore_editlist", "1"]) + [
      "-show_packets", "-show_entries", "packet=stream_index,pts,dts,size,pos,flags", "-of", "csv=p=0", fixture(name),
    ])
  let theirs = shown.text.split(separator: "\n").map { line -> String in
    let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return "\(cells[0]),\(cells[1]),\(cells[2]),\(cells[3]),\(cells[4]),\(cells[5].hasPrefix("K"))"
  }
  let arguments = ["packets", "--format", "csv", fixture(name)] + (edited ? ["--edit-list"] : [])
  let ours = try Program.run(Program.mediaprobe, arguments).text.split(separator: "\n").dropFirst().map { line -> String in
    let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return "\(cells[0]),\(cells[1]),\(cells[2]),\(cells[5]),\(cells[6]),\(cells[7])"
  }
  #expect(ours.sorted() == theirs.sorted())
}

private func rows(_ arguments: String...) throws -> [String] {
  try Program.run(Program.mediaprobe, ["packets", "--format", "csv", fixture("plain.mp4")] + arguments).text.split(separator: "\n")
    .dropFirst().map(String.init)
}

/// QuickTime's entries of μ-law and A-law have the 16 bits of the expanded samples; each has one byte in the file.
@Test(.enabled(if: Program.has("ffmpeg")), arguments: ["pcm_mulaw", "pcm_alaw"], [1, 2])
func soundOfEightBitsIsWhole(_ codec: String, _ channels: Int) throws {
  let path = Places.scratch("law.mov").path
  defer { try? FileManager.default.removeItem(atPath: path) }
  let made = try Program.run(
    "ffmpeg",
    ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "sine=d=1:r=8000", "-ac", "\(channels)", "-c:a", codec, path])
  #expect(made.status == 0, "\(made.standardError)")
  let cells = try Program.run(Program.mediaprobe, ["packets", "--format", "csv", path]).text.split(separator: "\n").dropFirst().map {
    $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
  #expect(cells.count == 8000 && cells.allSatisfy { $0[5] == "\(channels)" })
  let check = try Program.mediaprobe("check", path)
  #expect(check.status == 0, "\(check.text)")
}

@Test func oneTrackComesInItsOwnOrder() throws {
  let all = try rows()
  let first = all.filter { $0.hasPrefix("0,") }
  let second = all.filter { $0.hasPrefix("1,") }
  #expect(try rows("--track", "1") == second)
  #expect(try rows("--by-track") == first + second)
}

@Test func aRateGivesABareStreamItsTimes() throws {
  let text = try Program.mediaprobe("packets", "--format", "csv", "--fps", "30000/1001", fixture("bframes.h264")).text
  #expect(text.split(separator: "\n")[2].contains(",1001,1/30000,"))
}

/// Times in seconds are those of ffprobe, to the last of six decimals.
@Test(.enabled(if: Program.has("ffprobe")), arguments: ["plain.mp4", "fragmented.mp4", "hvc1.mp4", "avc_aac.flv"])
func secondsAreThoseOfFFprobe(_ name: String) throws {
  let shown = try Program.run(
    "ffprobe",
    [
      "-v", "error", "-ignore_editlist", "1", "-show_packets", "-show_entries", "packet=stream_index,pts_time,dts_time,size", "-of",
      "csv=p=0", fixture(name),
    ].filter { name.hasSuffix(".mp4") || ($0 != "-ignore_editlist" && $0 != "1") })
  let theirs = shown.text.split(separator: "\n").map { $0.split(separator: ",").prefix(4).joined(separator: ",") }
  let ours = try Program.mediaprobe("packets", "--seconds", "--format", "csv", fixture(name)).text.split(separator: "\n")
  #expect(ours.first == "track,pts_seconds,dts_seconds,duration_seconds,size,offset,keyframe")
  let rows = ours.dropFirst().map { line in
    let cells = line.split(separator: ",", omittingEmptySubsequences: false)
    return "\(cells[0]),\(cells[1]),\(cells[2])" + (name.hasSuffix(".mp4") ? ",\(cells[4])" : "")
  }
  // FFmpeg strips the headers of AAC and AVC in FLV from the size.
  #expect(rows.sorted() == theirs.map { name.hasSuffix(".mp4") ? $0 : $0.split(separator: ",").prefix(3).joined(separator: ",") }.sorted())
}

@Test(arguments: ["table", "json", "jsonl"]) func secondsAreInEveryForm(_ format: String) throws {
  for (name, options) in [("plain.mp4", ["--seconds"]), ("bframes.h264", ["--seconds"]), ("plain.mp4", ["--summary"])] {
    let result = try Program.run(Program.mediaprobe, ["packets", "--format", format] + options + [fixture(name)])
    #expect(result.status == 0)
    try Golden.check(result.text, "packets/\(name)\(options[0]).\(format)")
  }
}

/// The totals are those of the rows.
@Test(arguments: ["plain.mp4", "fragmented.mp4", "avc_aac.flv", "bframes.h264", "tone.aac"]) func totalsAreThoseOfTheRows(_ name: String)
  throws
{
  let all = try Program.mediaprobe("packets", "--format", "csv", "--seconds", fixture(name)).text.split(separator: "\n").dropFirst().map {
    $0.split(separator: ",", omittingEmptySubsequences: false)
  }
  let totals = try Program.mediaprobe("packets", "--format", "csv", "--summary", fixture(name)).text.split(separator: "\n").dropFirst()
  #expect(totals.count == Set(all.map { $0[0] }).count)
  for line in totals {
    let cells = line.split(separator: ",", omittingEmptySubsequences: false)
    let rows = all.filter { $0[0] == cells[0] }
    #expect(Int(cells[1]) == rows.count)
    #expect(Int(cells[2]) == rows.reduce(0) { $0 + (Int($1[4]) ?? 0) })
    #expect(Int(cells[3]) == rows.count { $0[6] == "true" })
    let starts = rows.compactMap { Double($0[1]) }
    guard let start = starts.min(), let bytes = Double(cells[2]), let seconds = Double(cells[5]) else {
      #expect(starts.isEmpty && cells[4...].allSatisfy { $0.isEmpty })
      continue
    }
    // A sample lasts until the next one in decoding order.
    let decoded = rows.compactMap { Double($0[2]) }.min() ?? 0
    var end = rows.compactMap { row in Double(row[2]).map { $0 + (Double(row[3]) ?? 0) } }.max() ?? 0
    // FLV has no durations.
    if name.hasSuffix("flv") { end += (Double(rows[rows.count - 1][2]) ?? 0) - (Double(rows[rows.count - 2][2]) ?? 0) }
    #expect(Double(cells[4]) == start)
    #expect(abs(seconds - (end - decoded)) < 0.000_003)
    #expect(abs((Double(cells[6]) ?? 0) - bytes * 8 / seconds) <= 1)
  }
}

@Test(arguments: [
  ("--track 7", 64, "tracks 0 to 1"), ("--track x", 64, "No track 'x'"), ("--fps 0", 64, "not a rate"), ("--fps 1/0", 64, "not a rate"),
])
func wrongValuesAreWrongUsage(_ words: String, _ status: Int32, _ says: String) throws {
  let arguments = ["packets", fixture("plain.mp4")] + words.split(separator: " ").map(String.init)
  let result = try Program.run(Program.mediaprobe, arguments)
  #expect(result.status == status)
  #expect(result.standardError.contains(says), "\(result.standardError)")
}

@Test func whatIsNoMediaIsSaidToBeNone() throws {
  let text = Places.scratch("text")
  defer { try? FileManager.default.removeItem(at: text) }
  try Data("no media at all\n".utf8).write(to: text)
  #expect(try Program.mediaprobe("packets", text.path).status == 65)
  try Data().write(to: text)
  #expect(try Program.mediaprobe("packets", text.path).status == 65)
  #expect(try Program.mediaprobe("packets", text.path + ".not").status == 66)
  // A pipe is read from a temporary file.
  let piped = try Program.shell("cat '\(fixture("plain.mp4"))' | $MP packets -")
  #expect(try piped.status == 0 && piped.text == Program.mediaprobe("packets", fixture("plain.mp4")).text)
  #expect(try Program.shell("$MP packets '\(fixture("plain.mp4"))' | head -1").status == 0)
}

/// A file truncated anywhere gives the readable rows and a documented exit code.
@Test(arguments: ["plain.mp4", "fragmented.mp4", "avc_aac.flv"]) func filesThatEndAnywhereHaveAnExitCode(_ name: String) throws {
  let bytes = try Places.fixture(name)
  let cut = Places.scratch("cut")
  defer { try? FileManager.default.removeItem(at: cut) }
  for length in stride(from: 1, to: bytes.count, by: max(1, bytes.count / 25)) {
    try Data(bytes[..<length]).write(to: cut)
    let result = try Program.mediaprobe("packets", cut.path)
    #expect([0, 1, 65].contains(result.status), "\(length): \(result.status) \(result.standardError)")
  }
}

/// Of pictures that are reordered and last differently, all commands and ffprobe state one duration and one bit rate.
@Test(.enabled(if: Program.has("ffmpeg"))) func summariesOfVariableRatesAgree() throws {
  let made = Places.scratch("vfr.mp4")
  defer { try? FileManager.default.removeItem(at: made) }
  let input = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=2", "-vf", "select='not(eq(mod(n,7),3))'"]
  let coding = ["-vsync", "vfr", "-c:v", "libx264", "-bf", "2", "-g", "12", "-pix_fmt", "yuv420p", made.path]
  #expect(try Program.run("ffmpeg", input + coding).status == 0)
  func value(_ command: String, _ column: String) throws -> Double? {
    let lines = try Program.mediaprobe(command, "--format", "csv", "--summary", made.path).text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    return try Double(lines[1][#require(lines[0].firstIndex { $0 == column })])
  }
  let probe = ["-v", "error", "-show_entries", "stream=duration,bit_rate", "-of", "csv=p=0", made.path]
  let stated = try Program.run("ffprobe", probe).text.split { $0 == "," || $0.isNewline }.compactMap { Double($0) }
  let info = try JSONSerialization.jsonObject(with: Program.mediaprobe("info", "--json", made.path).standardOutput) as? [String: Any]
  let track = try #require((info?["tracks"] as? [[String: Any]])?.first)
  for command in ["packets", "gop"] {
    #expect(try value(command, "duration_seconds") == stated[0])
    #expect(try value(command, "bit_rate") == stated[1])
  }
  #expect((track["bit_rate"] as? NSNumber)?.doubleValue == stated[1], "\(track)")
}

/// FLV has no durations: the last sample lasts as long as the one before, in both commands.
@Test func summariesOfFLVEndWithTheLastSample() throws {
  func duration(_ command: String) throws -> Double? {
    let result = try Program.mediaprobe(command, "--format", "csv", "--summary", fixture("avc_aac.flv"))
    let lines = result.text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let column = try #require(lines.first?.firstIndex(of: "duration_seconds"))
    return Double(lines[1][column])
  }
  let whole = try #require(try duration("packets"))
  #expect(try duration("gop") == whole && abs(whole - 1) < 0.001, "\(whole)")
}
