import BitstreamKit
import FLVKit
import Foundation
import MP4Kit
import TestSupport
import Testing

private func fixture(_ name: String) -> String { Places.fixtures.appending(path: name).path }

private func withFolder(_ body: (URL) throws -> Void) throws {
  let folder = Places.scratch("recording")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder)
}

/// A hash of each frame that FFmpeg decodes.
private func hashes(_ path: String, _ stream: String) throws -> [String] {
  let result = try Program.run(
    "ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-map", "0:\(stream)?", "-vsync", "0", "-f", "framemd5", "-"])
  return result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    .compactMap { $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) } }
}

/// The README example is the program that is built, and it records.
@Suite(.enabled(if: Program.has("ffmpeg") && Program.has("ffprobe"))) struct RecorderExampleTests {
  @Test func theProgramOfTheReadmeIsTheOneThatIsBuilt() throws {
    let text = try String(contentsOf: Places.root.appending(path: "README.md"), encoding: .utf8)
    let program = try String(contentsOf: Places.root.appending(path: "Examples/Recorder/main.swift"), encoding: .utf8)
    #expect(text.contains("```swift recorder\n\(program)```\n"))
    #expect(program.split(separator: "\n").count <= 30)
  }

  @Test(arguments: ["avc_aac.flv", "plain.mp4", "hvc1.mp4"]) func itRecords(source: String) throws {
    try withFolder { folder in
      let target = folder.appending(path: "a.mp4").path
      let result = try Program.run(Program.built("RecorderExample"), [fixture(source), target])
      #expect(result.status == 0, "\(result.standardError)")
      // The audio of an MP4 ends with its edit list, of which the recording has the start.
      for stream in source.hasSuffix("flv") ? ["v", "a"] : ["v"] {
        #expect(try hashes(fixture(source), stream) == hashes(target, stream))
      }
      if source.hasSuffix("mp4") { #expect(try starts(fixture(source)) == starts(target)) }
      let boxes = try Program.mediaprobe("mp4", target, "--format", "jsonl")
      #expect(!boxes.text.contains("moof") && boxes.status == 0)
    }
  }
}

extension RecorderExampleTests {
  /// The time at which FFmpeg shows the first sample of each stream, in seconds.
  private func starts(_ path: String) throws -> [Substring] {
    try Program.run("ffprobe", ["-v", "error", "-show_entries", "stream=start_time", "-of", "csv=p=0", path]).text.split(separator: "\n")
  }

  @Test(arguments: ["bframes.h264", "opengop.hevc"]) func itRefusesByteStreams(source: String) throws {
    try withFolder { folder in
      let target = folder.appending(path: "a.mp4").path
      let result = try Program.run(Program.built("RecorderExample"), [fixture(source), target])
      #expect(result.status != 0 && result.standardError.contains("is a byte stream"), "\(result.standardError)")
      #expect(!FileManager.default.fileExists(atPath: target))
    }
  }
}

@Suite(.serialized, .waiting, .enabled(if: Program.has("ffmpeg") && Program.has("ffprobe"))) struct KilledRecordingTests {
  /// Pictures per second, which is the length of the fixture's fragments.
  private let perFragment = 25

  @Test(arguments: 0..<20 as Range<UInt64>) func aRecordingThatIsKilledCanBePlayed(seed: UInt64) throws {
    var generator = Generator(seed: seed)
    let layout = seed % 2 == 0 ? "hybrid" : "fragmented"
    try withFolder { folder in
      let (target, count) = (folder.appending(path: "a.mp4").path, folder.appending(path: "count").path)
      let process = Process()
      process.executableURL = URL(filePath: Program.built("SlowRecorder"))
      process.arguments = [fixture("plain.mp4"), target, layout, "1000", "50", count]
      try process.run()
      // Waits for the first pictures.
      while (try? FileManager.default.attributesOfItem(atPath: count)[.size] as? Int).map({ $0 < 30 }) ?? true, process.isRunning {
        usleep(1000)
      }
      usleep(UInt32(generator.next() % 200_000))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal)
      let appended = try Data(contentsOf: URL(filePath: count)).count
      let probe = try Program.run(
        "ffprobe",
        ["-v", "quiet", "-count_frames", "-select_streams", "v", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0", target])
      let frames = Int(probe.text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
      // The fragment being written and queued pictures of the next can be lost.
      #expect(frames >= appended - perFragment - 3 && frames <= appended && appended >= 30, "\(frames) of \(appended)")
      let packets = try Program.mediaprobe("packets", target, "--format", "csv")
      #expect(!packets.text.isEmpty)
    }
  }
}

/// A movie that is recorded keeps a few bytes per sample: 450,000 samples of five bytes are recorded in 64 MiB. Without a server the
/// recording is all that is left of the stream, and takes no longer than it must.
@Test func manySmallSamplesAreRecordedInLittleMemory() throws {
  try withFolder { folder in
    let (count, path) = (450_000, folder.appending(path: "in.flv").path)
    var writer = FLVWriter(video: .avc, audio: nil)
    var bytes: [UInt8] = []
    writer.appendFileHeader(to: &bytes)
    try writer.appendConfiguration(.video, [1, 100, 0, 30, 255, 0xE0, 0], to: &bytes)
    let start = bytes.count
    try writer.appendTag(.video, at: 0, [0x17, 1, 0, 0, 0, 0, 0, 0, 1, 0x65], to: &bytes)
    let tag = Array(bytes[start...])
    bytes.reserveCapacity(bytes.count + count * tag.count)
    for number in 1..<count {
      let (place, time) = (bytes.count + 4, number * 4)
      bytes += tag
      // The timestamp has its highest byte last.
      for (index, shift) in [16, 8, 0, 24].enumerated() { bytes[place + index] = UInt8(truncatingIfNeeded: time >> shift) }
    }
    try Data(bytes).write(to: URL(filePath: path))
    let output = folder.appending(path: "out.mp4").path
    let program = try RunningProgram(
      Program.mediaprobe, ["publish", "--rate", "0", path, "rtmp://127.0.0.1:\(try ScriptedServer.freePort())/live/x", "--record", output])
    var peak = 0
    while program.isRunning {
      peak = max(peak, program.status("VmHWM") ?? 0)
      usleep(10_000)
    }
    #expect(program.wait() == 69, "\(program.standardError)")
    #expect(peak > 0 && peak < 64 << 10, "\(peak) KiB")
    let movie = try Movie(MemorySource([UInt8](try Data(contentsOf: URL(filePath: output)))))
    #expect(movie.tracks.map { $0.table?.sampleCount } == [count])
  }
}
