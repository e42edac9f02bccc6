import Foundation
import TestSupport
import Testing

private func fixture(_ name: String) -> String { Places.fixtures.appending(path: name).path }

/// Runs `body` with a temporary folder.
private func withFolder(_ body: (URL) throws -> Void) throws {
  let folder = Places.scratch("remux")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder)
}

private func names(_ folder: URL) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

/// Sources of each kind and their possible outputs.
private let ways: [(String, [String])] = [
  ("plain.mp4", ["a.mp4", "f.mp4", "h.mp4", "s.mp4", "a.flv"]), ("fragmented.mp4", ["a.mp4", "f.mp4", "h.mp4", "s.mp4", "a.flv"]),
  ("avc_aac.flv", ["a.mp4", "f.mp4", "h.mp4", "s.mp4", "a.flv"]), ("hvc1.mp4", ["a.mp4", "f.mp4", "h.mp4", "a.hevc"]),
  ("bframes.h264", ["a.mp4", "f.mp4", "a.flv", "a.h264"]), ("interlaced.h264", ["a.mp4", "a.flv"]),
  ("opengop.hevc", ["a.mp4", "f.mp4", "h.mp4", "a.hevc"]), ("tone.aac", ["a.mp4", "f.mp4", "a.flv", "a.aac"]),
]

private let pairs = ways.flatMap { source, outputs in outputs.map { (source, $0) } }

@Suite(.waiting, .enabled(if: Program.has("ffmpeg") && Program.has("ffprobe"))) struct RemuxWithFFmpegTests {
  /// A hash of each frame that FFmpeg decodes, in display order, without times.
  private func hashes(_ path: String, _ stream: String) throws -> [String] {
    let result = try Program.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-ignore_editlist", "1", "-i", path, "-map", "0:\(stream)?", "-vsync", "0", "-f", "framemd5", "-"]
        .filter { !$0.isEmpty && (path.hasSuffix("mp4") || !["-ignore_editlist", "1"].contains($0)) })
    return result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) } }
  }

  @Test(arguments: pairs) func framesAreTheSame(source: String, output: String) throws {
    try withFolder { folder in
      let target = folder.appending(path: output).path
      let layout =
        output.hasPrefix("f")
        ? ["--fragment", "500ms"] : output.hasPrefix("h") ? ["--hybrid"] : output.hasPrefix("s") ? ["--faststart"] : []
      let result = try Program.run(Program.mediaprobe, ["remux", "--verify"] + layout + [fixture(source), target])
      #expect(result.status == 0 && result.standardError.isEmpty, "\(result.standardError)")
      for stream in ["v", "a"] where !(output.hasSuffix("h264") || output.hasSuffix("hevc")) || stream == "v" {
        let (before, after) = (try hashes(fixture(source), stream), try hashes(target, stream))
        #expect(before == after, "\(stream): \(before.count) frames became \(after.count)")
        if stream == "v", !source.hasSuffix("aac") { #expect(!after.isEmpty) }
      }
    }
  }

  /// Streams whose parameter sets change, where a number selects another set from there on, and streams with unusual picture orders.
  @Test(
    .enabled(if: Places.corpus != nil),
    arguments: [
      "CABA3_TOSHIBA_E.264", "CACQP3_Sony_D.264", "FRExt1_Panasonic.avc", "FRExt2_Panasonic.avc", "MR1_BT_A.h264", "CVSE2_Sony_B.264",
      "CVSEFDFT3_Sony_E.264", "poc-out-of-order.264", "HCAFF1_HHI.264", "jcodec_flat_10slices.264",
    ], ["a.mp4", "a.flv", "f.mp4"])
  func framesOfStreamsAreTheSame(source: String, output: String) throws {
    try withFolder { folder in
      let (target, stream) = (folder.appending(path: output).path, Places.corpus?.appending(path: "h264/\(source)").path ?? source)
      let layout = output.hasPrefix("f") ? ["--fragment", "500ms"] : []
      let result = try Program.run(Program.mediaprobe, ["remux", "--fps", "25"] + layout + [stream, target])
      // A change of parameter sets is not known before the fragments are written, so it is a finding.
      #expect(result.status == 0 || result.status == 1 && output.hasPrefix("f"), "\(result.standardError)")
      let (before, after) = (try hashes(stream, "v"), try hashes(target, "v"))
      #expect(before == after && !after.isEmpty, "\(before.count) frames became \(after.count)")
    }
  }

  /// Pictures of a bare stream are presented at equal intervals, in the output order of a decoder.
  @Test(arguments: ["bframes.h264", "opengop.hevc", "interlaced.h264"]) func aBareStreamGetsItsTimes(source: String) throws {
    try withFolder { folder in
      let target = folder.appending(path: "a.mp4").path
      #expect(try Program.mediaprobe("remux", fixture(source), target).status == 0)
      let frames = try Program.run(
        "ffprobe", ["-v", "error", "-select_streams", "v", "-show_entries", "frame=pts,pkt_dts,pkt_size", "-of", "csv=p=0", target])
      let shown = frames.text.split(separator: "\n").compactMap { Int($0.split(separator: ",")[0]) }
      #expect(shown.count > 10 && shown == shown.sorted(), "\(shown)")
      let steps = Set(zip(shown.dropFirst(), shown).map { $0 - $1 })
      #expect(steps.count == 1, "\(steps)")
      #expect(shown.first == 0)
      let rate = try Program.run(
        "ffprobe", ["-v", "error", "-select_streams", "v", "-show_entries", "stream=avg_frame_rate", "-of", "csv=p=0", target])
      let asked = try Program.run(
        "ffprobe", ["-v", "error", "-select_streams", "v", "-show_entries", "stream=r_frame_rate", "-of", "csv=p=0", fixture(source)])
      #expect(rate.text == asked.text)
    }
  }
}

@Test func outputsThatCannotBeMadeLeaveNothing() throws {
  try withFolder { folder in
    let nowhere = try Program.mediaprobe("remux", fixture("plain.mp4"), folder.appending(path: "none/a.mp4").path)
    #expect(nowhere.status == 73 && nowhere.standardError.contains("No such file or directory"))
    let onFolder = try Program.mediaprobe("remux", "--to", "mp4", fixture("plain.mp4"), folder.path)
    #expect(onFolder.status == 73 && onFolder.standardError.contains("Is a directory"))
    #expect(try names(folder) == [])
  }
}

#if os(Linux)
  @Test(arguments: ["mp4", "flv", "h264"]) func aFullDiskIsAnErrorOfItsOwn(format: String) throws {
    let result = try Program.mediaprobe("remux", "--to", format, fixture("plain.mp4"), "/dev/full")
    #expect(result.status == 74)
    #expect(result.standardError.contains("/dev/full") && result.standardError.contains("No space left on device"))
    let piped = try Program.shell("$MP remux --to \(format) '\(fixture("plain.mp4"))' - > /dev/full")
    #expect(piped.status == 74 && piped.standardError.contains("No space left on device"))
  }

  /// A file size limit interrupts writing like a full disk.
  @Test(arguments: [["a.mp4"], ["a.flv"], ["--faststart", "a.mp4"], ["--fragment", "500ms", "a.mp4"]])
  func whatCouldNotBeWrittenWholeIsNotThere(words: [String]) throws {
    try withFolder { folder in
      let name = try #require(words.last)
      for old in [nil, "old"] {
        if let old { try Data(old.utf8).write(to: folder.appending(path: name)) }
        let result = try Program.shell(
          "cd '\(folder.path)' && trap '' XFSZ && ulimit -f 4 && exec $MP remux \(words.dropLast().joined(separator: " ")) "
            + "'\(fixture("plain.mp4"))' \(name) 2>&1 | cat; exit ${PIPESTATUS[0]}")
        #expect(result.status == 74, "\(result.text)")
        #expect(result.text.contains("File too large"), "\(result.text)")
        #expect(try names(folder) == (old == nil ? [] : [name]))
        if let old { #expect(try String(contentsOf: folder.appending(path: name), encoding: .utf8) == old) }
      }
    }
  }
#endif

/// An option that the format of the output has no place for is an error, and not ignored.
@Test(arguments: [
  (["--metadata", "title=T"], "a.flv", "mp4"), (["--fragment", "2s"], "a.flv", "mp4"), (["--faststart"], "a.h264", "mp4"),
  (["--keyframe-index"], "a.mp4", "flv"),
]) func optionsOfOtherFormats(words: [String], name: String, owner: String) throws {
  try withEmptyFolder { folder in
    let target = folder.appending(path: name).path
    let result = try Program.run(Program.mediaprobe, ["remux"] + words + [fixturePath("plain.mp4"), target])
    #expect(result.status == 64 && result.standardError.contains("is an option of \(owner) files"), "\(result.standardError)")
    #expect(try fileNames(folder) == [])
  }
}

@Test func refusalsSayWhy() throws {
  try withFolder { folder in
    let target = folder.appending(path: "a.flv").path
    let noName = try Program.mediaprobe("remux", fixture("plain.mp4"), folder.appending(path: "a.xyz").path)
    #expect(noName.status == 64 && noName.standardError.contains("--as"))
    let noSound = try Program.mediaprobe("remux", "--to", "aac", fixture("bframes.h264"), target)
    #expect(noSound.status == 65 && noSound.standardError.contains("there is no track of AAC"))
    let notThere = try Program.mediaprobe("remux", folder.appending(path: "b.mp4").path, target)
    #expect(notThere.status == 66)
    let piped = try Program.mediaprobe("remux", "--to", "mp4", "--verify", fixture("plain.mp4"), "-")
    #expect(piped.status == 64 && piped.standardError.contains("cannot be read back"))
    #expect(try names(folder) == [])
  }
}

/// A pipe gives the same output as the file and leaves no other file behind.
@Test(arguments: ["plain.mp4", "fragmented.mp4", "avc_aac.flv", "bframes.h264", "tone.aac"]) func aPipeIsReadLikeAFile(source: String)
  throws
{
  try withFolder { folder in
    let (direct, piped) = (folder.appending(path: "a.mp4"), folder.appending(path: "b.mp4"))
    #expect(try Program.mediaprobe("remux", fixture(source), direct.path).status == 0)
    let result = try Program.shell("cat '\(fixture(source))' | $MP remux --verify - '\(piped.path)'")
    #expect(result.status == 0 && result.standardError.isEmpty, "\(result.standardError)")
    #expect(try Data(contentsOf: direct) == Data(contentsOf: piped))
    let through = try Program.shell("cat '\(fixture(source))' | $MP remux --to mp4 --faststart - - | wc -c")
    #expect((Int(through.text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0) > 1000)
    #expect(try names(folder) == ["a.mp4", "b.mp4"])
  }
}

/// An interrupted run leaves neither the output nor the spooled input.
@Test(arguments: [["remux"], ["cut", "--from", "0.1"], ["join", fixturePath("avc_aac.flv")], ["extract", "--track", "0"]])
func anInterruptedRunLeavesNothing(words: [String]) throws {
  try withFolder { folder in
    let (process, pipe) = (Process(), Pipe())
    // With a reader here, a program that has exited fails the expectation below, and no SIGPIPE ends the tests.
    let reader = fcntl(pipe.fileHandleForReading.fileDescriptor, F_DUPFD_CLOEXEC, 3)
    defer { close(reader) }
    process.executableURL = URL(filePath: Program.mediaprobe)
    process.arguments = words + ["-", folder.appending(path: "a.flv").path]
    process.standardInput = pipe
    process.standardError = Pipe()
    try process.run()
    // It waits for the rest, which is not sent.
    try pipe.fileHandleForWriting.write(contentsOf: Data(try Places.fixture("avc_aac.flv").prefix(9000)))
    process.terminate()
    process.waitForExit()
    #expect(process.terminationReason == .uncaughtSignal || process.terminationStatus == 130, "\(process.terminationStatus)")
    let left = try names(folder)
    #expect(left == [])
  }
}

#if os(Linux)
  /// The unfinished output is removed, also when the terminal is closed.
  @Test(arguments: ["INT", "TERM", "HUP"]) func anUnfinishedOutputIsRemoved(signal: String) throws {
    try withFolder { folder in
      let (process, pipe) = (Process(), Pipe())
      let reader = fcntl(pipe.fileHandleForReading.fileDescriptor, F_DUPFD_CLOEXEC, 3)
      defer { close(reader) }
      // The threads of tests block some signals, and children inherit that; `env` of coreutils undoes it.
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [
        "--default-signal=\(signal)", Program.mediaprobe, "edit", "--set", "sar=4:3", "-", "-o", folder.appending(path: "a.h264").path,
      ]
      process.standardInput = pipe
      process.standardError = Pipe()
      try process.run()
      try pipe.fileHandleForWriting.write(contentsOf: Data(try Places.fixture("bframes.h264")))
      try #require(eventually { (try? names(folder).isEmpty) == false }, "there is no output yet")
      kill(process.processIdentifier, ["INT": SIGINT, "TERM": SIGTERM, "HUP": SIGHUP][signal] ?? SIGKILL)
      let end = process.waitForExit()
      #expect(!end.isLate && end.status == 130)
      #expect(try names(folder) == [])
    }
  }
#endif

@Test func aCutFileGivesWhatIsThere() throws {
  try withFolder { folder in
    let (whole, cut) = (try Places.fixture("faststart.mp4"), folder.appending(path: "cut.mp4"))
    try Data(whole.prefix(whole.count * 2 / 3)).write(to: cut)
    let result = try Program.mediaprobe("remux", cut.path, folder.appending(path: "a.mp4").path)
    #expect(result.status == 1 && result.standardError.contains("are skipped"), "\(result.standardError)")
    #expect(try names(folder) == ["a.mp4", "cut.mp4"])
    let again = try Program.mediaprobe("remux", folder.appending(path: "a.mp4").path, folder.appending(path: "b.mp4").path)
    #expect(again.status == 0, "\(again.standardError)")
  }
}
