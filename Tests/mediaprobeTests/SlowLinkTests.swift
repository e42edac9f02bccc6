import FLVKit
import Foundation
import RTMPKit
import TestSupport
import Testing

/// A link at half the bit rate of the stream, for a minute of the stream, all of it at ten times the speed. The test releases its thread
/// while it waits. `SlowLinkDeadlineTests` tries the deadlines themselves, by a clock of their own.
@Suite(.waiting, .enabled(if: Program.has("ffmpeg")), .timeLimit(.minutes(10))) struct SlowLinkTests {
  /// Bytes per second of the stream.
  private static let wide = 1_000_000.0
  /// How much faster than real time the stream is sent.
  private static let speed = 10

  /// Five seconds of noise at 8 Mbit/s with B-frames and audio; a keyframe every second.
  private func makeNoise(_ folder: URL) throws -> String {
    let path = folder.appending(path: "noise.flv").path
    let pictures = "testsrc2=s=320x240:r=25:d=5,noise=alls=80:allf=t"
    let result = try Program.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-f", "lavfi", "-i", pictures, "-f", "lavfi", "-i", "sine=440:d=5", "-c:v", "libx264", "-preset"]
        + ["ultrafast", "-bf", "2", "-g", "25", "-sc_threshold", "0", "-b:v", "8M", "-minrate", "8M", "-maxrate", "8M", "-bufsize", "4M"]
        + ["-x264-params", "nal-hrd=cbr", "-pix_fmt", "yuv420p", "-c:a", "aac", path])
    try #require(result.status == 0, "\(result.standardError)")
    return path
  }

  /// Writes the received tags to a file.
  private func write(_ sent: [RTMPTag], to path: String) throws {
    var writer = FLVWriter(video: .avc, audio: .aac)
    var bytes: [UInt8] = []
    writer.appendFileHeader(to: &bytes)
    for tag in sent where tag.type == .video || tag.type == .audio {
      try writer.appendTag(TagType(rawValue: tag.type.rawValue), at: tag.time, tag.body, to: &bytes)
    }
    try Data(bytes).write(to: URL(filePath: path))
  }

  @Test func memoryAndDelayAreBoundedForAMinute() async throws {
    let folder = Places.scratch("slow")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = try makeNoise(folder)
    let bytes = try Data(contentsOf: URL(filePath: source)).count
    // Verifies the bit rate of the stream: 8 Mbit/s.
    #expect(Double(bytes) / 5 > 0.9 * Self.wide && Double(bytes) / 5 < 1.2 * Self.wide)
    let gathered = Gathered()
    let server = try ScriptedServer(receiveBuffer: 1 << 16, takeAll(gathered, rate: Self.wide / 2 * Double(Self.speed)))
    let local = folder.appending(path: "local.mp4").path
    let program = try RunningProgram(
      Program.mediaprobe,
      ["publish"] + [String](repeating: source, count: 12) + ["rtmp://127.0.0.1:\(server.port)/live/x", "--record", local]
        + ["--rate", "\(Self.speed)", "--max-delay", "\(3000 / Self.speed)ms"])
    var peak = 0
    while program.isRunning {
      peak = max(peak, program.status("VmHWM") ?? 0)
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(program.wait() == 0)
    server.stop()
    let words = program.standardError
    print("slow link: \(peak) KiB at most; \(words.split(separator: "\n").last ?? "")")
    #expect(peak > 0 && peak < 96 << 10, "\(peak) KiB")
    let waits = try #require(longestWaits(words), "\(words)")
    #expect(waits.sent <= 3000 / Self.speed, "\(words)")

    // The recording has every picture.
    let (frames, pictures) = (try decoded(source, "v"), try tags(ofFile: source).filter(\.isPicture))
    #expect(frames.count == 125 && pictures.count == 125)
    #expect(try decoded(local, "v") == (0..<12).flatMap { _ in frames })

    // Dropped pictures are counted, and the received ones decode without errors.
    let sent = try tags(sent: gathered.all[0])
    let arrived = sent.filter(\.isPicture)
    // About half of them at the usual speed; fewer where the server in this process does not get its share of a busy machine.
    #expect(arrived.count > 50 && arrived.count < 1200, "\(arrived.count)")
    #expect(words.contains("dropped: \(1500 - arrived.count) pictures and "), "\(words) \(arrived.count)")
    var places: [[UInt8]: Int] = [:]
    for (place, picture) in pictures.enumerated() { places[picture.body] = place }
    var next = 0
    for picture in arrived {
      let place = try #require(places[picture.body])
      #expect(place == next || picture.kind == .picture(isKey: true), "\(place) after \(next)")
      next = (place + 1) % 125
    }
    let received = folder.appending(path: "received.flv").path
    try write(sent, to: received)
    let check = try Program.run("ffmpeg", ["-nostdin", "-v", "warning", "-xerror", "-i", received, "-map", "0:v", "-f", "null", "-"])
    #expect(check.status == 0 && check.standardError.isEmpty, "\(check.standardError)")
    let shown = try decoded(received, "v")
    #expect(shown.count == arrived.count && Set(shown).isSubset(of: Set(frames)))
  }
}

extension RTMPTag {
  fileprivate var isPicture: Bool { if case .picture = kind { true } else { false } }
}
