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
