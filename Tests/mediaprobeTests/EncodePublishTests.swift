import Foundation
import TestSupport
import Testing

/// Encoding, publishing and recording at the same time.
@Suite(.serialized, .waiting, .enabled(if: Program.has("ffmpeg") && Program.has("x264") && Nginx.isWanted)) struct EncodePublishTests {
  private func withInputs(_ seconds: Int, _ body: (_ pictures: String, _ sound: String, _ folder: URL) throws -> Void) throws {
    try withFolder("live") { folder in try withInputs(seconds, folder, body) }
  }

  private func withInputs(_ seconds: Int, _ folder: URL, _ body: (String, String, URL) throws -> Void) throws {
    let (pictures, sound) = (folder.appending(path: "in.y4m").path, folder.appending(path: "in.wav").path)
    let made = try Program.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=128x96:rate=25:duration=\(seconds)", "-f", "lavfi", "-i",
        "sine=duration=\(seconds)", "-map", "0:v", "-pix_fmt", "yuv420p", pictures, "-map", "1:a", sound,
      ])
    try #require(made.status == 0, "\(made.standardError)")
    try body(pictures, sound, folder)
  }

  private static func camera(seconds: Int) -> String {
    "ffmpeg -v error -re -f lavfi -i testsrc2=size=128x96:rate=25:duration=\(seconds) -pix_fmt yuv420p -f yuv4mpegpipe -"
  }

  private func frames(_ path: String, _ stream: String) throws -> [String] {
    try Program.run("ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-map", "0:\(stream)", "-f", "framemd5", "-"]).text
      .split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last.map { String($0) } }
  }

  /// The recordings of the server and of the program, made by one encoder, decode to the same frames.
  @Test(arguments: ["yes", "no"]) func serverAndFileGetTheSame(bframes: String) throws {
    try withInputs(4) { pictures, sound, folder in
      let server = try Nginx()
      let records = try server.start(recordingTo: "records")
      let local = folder.appending(path: "local.mp4").path
      let result = try Program.mediaprobe(
        "encode", pictures, server.address("x"), local, "--audio", sound, "--bframes", bframes, "--keyframe-interval", "1s",
        "--rate", "0")
      #expect(result.status == 0 && result.standardError.isEmpty, "\(result.standardError)")
      let remote = records.appending(path: "x.flv").path
      for stream in ["v", "a"] {
        let here = try frames(local, stream)
        #expect(here.count >= 100)
        #expect(eventually { (try? frames(remote, stream))?.suffix(100) == here.suffix(100)[...] }, "\(stream)")
      }
    }
  }

  /// A camera continues when the server disappears, and the file has every picture.
  @Test func theFileIsWholeWhereTheServerGoesAway() throws {
    try withInputs(1) { _, _, folder in
      let server = try Nginx()
      let records = try server.start(recordingTo: "records")
      let local = folder.appending(path: "local.mp4").path
      let running = try RunningProgram(
        Program.mediaprobe, ["encode", "--capture", Self.camera(seconds: 8), server.address("x"), local, "--effort", "realtime"])
      #expect(eventually { pictureCount(records.appending(path: "x.flv").path) > 25 })
      server.kill()
      // The connection is lost and not reestablished.
      #expect(running.wait() == 74)
      #expect(running.standardError.contains("trying again") && running.standardError.contains("the server did not come back"))
      #expect(try frames(local, "v").count == 200)
    }
  }

  /// Live input is recorded even if there is no server.
  @Test func aCameraIsRecordedWithoutAServer() throws {
    try withFolder("live") { folder in
      let local = folder.appending(path: "local.mp4").path
      let address = "rtmp://127.0.0.1:\(try ScriptedServer.freePort())/live/x"
      let result = try Program.mediaprobe(
        "encode", "--capture", Self.camera(seconds: 2), address + "?key=secret", local, "--effort", "realtime")
      #expect(result.status == 69 && result.standardError.contains("trying again"), "\(result.standardError)")
      #expect(result.standardError.hasSuffix("\(address): \(address.dropFirst(7).prefix { $0 != "/" }): Connection refused\n"))
      #expect(!result.standardError.contains("secret"))
      #expect(try frames(local, "v").count == 50)
    }
  }

  /// A pipe cannot be read again: it is recorded without a server.
  @Test func aPipeIsRecordedWithoutAServer() throws {
    try withInputs(3) { pictures, _, folder in
      let local = folder.appending(path: "local.mp4").path
      let address = "rtmp://127.0.0.1:\(try ScriptedServer.freePort())/live/x"
      let result = try Program.shell("cat '\(pictures)' | $MP encode - '\(address)' '\(local)' --effort realtime")
      #expect(result.status == 69 && result.standardError.contains("trying again"), "\(result.standardError)")
      #expect(try frames(local, "v").count == 75)
    }
  }

  /// The loss of the server is said when it happens.
  @Test func aPipeConnectsAgain() throws {
    try withInputs(1) { _, _, folder in
      let server = try Nginx()
      let records = try server.start(recordingTo: "records")
      let local = folder.appending(path: "local.mp4").path
      // Long enough for a slow machine to start the server again.
      let camera = Self.camera(seconds: 25)
      let running = try RunningProgram(
        "/bin/bash", ["-c", "\(camera) | '\(Program.mediaprobe)' encode - \(server.address("x")) '\(local)' --effort realtime -y"])
      #expect(eventually { pictureCount(records.appending(path: "x.flv").path) > 25 })
      server.kill()
      #expect(eventually { running.standardError.contains("trying again") }, "\(running.standardError)")
      #expect(running.isRunning)
      _ = try server.start(recordingTo: "further")
      #expect(eventually { running.standardError.contains("connected again") }, "\(running.standardError)")
      #expect(running.wait() == 0, "\(running.standardError)")
      #expect(try frames(local, "v").count == 625)
    }
  }

  /// A file is sent to a server in real time.
  @Test func aFileIsPaced() throws {
    try withInputs(3) { pictures, sound, folder in
      let server = try Nginx()
      _ = try server.start(recordingTo: "records")
      let local = folder.appending(path: "local.flv").path
      let start = ContinuousClock.now
      let result = try Program.mediaprobe("encode", pictures, server.address("x"), local, "--audio", sound)
      // The time from the first to the last picture: a machine can only take longer.
      #expect(ContinuousClock.now - start >= .milliseconds(74 * 40) && result.status == 0, "\(result.standardError)")
      #expect(try frames(local, "v").count == 75)
      let usage = try Program.mediaprobe("encode", pictures, local, "--rate", "1")
      #expect(usage.status == 64 && usage.standardError.contains("'--rate' requires a server"))
      let itself = try Program.mediaprobe("encode", pictures, pictures + ":mp4")
      #expect(itself.status == 64 && itself.standardError.contains("is an input and cannot be an output"))
    }
  }

  /// A recording is playable at any time, even after the program is killed.
  @Test(arguments: [true, false]) func whatIsRecordedCanAlwaysBePlayed(hasServer: Bool) throws {
    try withInputs(1) { _, sound, folder in
      let server = try Nginx()
      _ = try server.start(recordingTo: "records")
      let locals = ["a.mp4", "a.flv", "a.h264"].map { folder.appending(path: $0).path }
      let target = hasServer ? [server.address("x")] : []
      let program = try RunningProgram(
        Program.mediaprobe,
        ["encode", "--capture", Self.camera(seconds: 600), "--audio", sound, "--effort", "realtime"] + target + locals)
      #expect(eventually { locals.allSatisfy { (try? frames($0, "v").count).map { $0 > 20 } ?? false } }, "\(program.standardError)")
      #expect(program.isRunning)
      program.kill()
      for local in locals {
        let result = try Program.run("ffmpeg", ["-nostdin", "-v", "error", "-i", local, "-map", "0:v", "-f", "null", "-"])
        // FFmpeg may report a truncated picture at the end of a byte stream.
        #expect(result.status == 0 && (result.standardError.isEmpty || !local.hasSuffix("mp4")), "\(local): \(result.standardError)")
        #expect(try frames(local, "v").count > 20)
      }
      #expect(!(try FileManager.default.contentsOfDirectory(atPath: folder.path)).contains { $0.hasSuffix(".tmp") })
    }
  }

  /// A recording for which there is no more room ends with a whole tag or unit. The limit of file sizes acts as a full disk does.
  @Test(arguments: ["local.flv", "local.h264"]) func aFullDiskLeavesWholeTags(name: String) throws {
    try withFolder("full") { folder in
      let local = folder.appending(path: name).path
      let result = try Program.shell(
        "trap '' XFSZ; ulimit -f 37; exec \"$MP\" encode --capture '\(Self.camera(seconds: 3))' '\(local)' --effort realtime")
      #expect(result.status == 74, "\(result.standardError)")
      let size = try Data(contentsOf: URL(filePath: local)).count
      #expect(size > 8 << 10 && size % 512 != 0, "\(size)")
      let read = try Program.mediaprobe("packets", "--format", "csv", local)
      #expect(read.status == 0 && read.standardError.isEmpty && read.text.split(separator: "\n").count > 3, "\(read.standardError)")
      let shown = try Program.run("ffmpeg", ["-nostdin", "-v", "error", "-i", local, "-f", "null", "-"])
      #expect(shown.status == 0 && shown.standardError.isEmpty, "\(shown.standardError)")
    }
  }

  @Test func aServerThatIsNotThereIsSaid() throws {
    try withInputs(1) { pictures, _, folder in
      let local = folder.appending(path: "local.mp4").path
      let address = "rtmp://127.0.0.1:\(try ScriptedServer.freePort())/live/x"
      let result = try Program.mediaprobe("encode", pictures, local, address)
      #expect(result.status == 69 && result.standardError.contains(address))
      #expect(!FileManager.default.fileExists(atPath: local))
      // A stream whose name ends like that of a file is no file, and a server that cannot be used is named as such.
      for end in [".flv", ".aac", "?token=a.mp4"] {
        let named = try Program.mediaprobe("encode", pictures, address + end)
        #expect(named.status == 69 && !named.standardError.contains("token"), "\(end): \(named.standardError)")
      }
      let secure = try Program.mediaprobe("encode", pictures, "rtmps://127.0.0.1/live/x.flv")
      #expect(secure.status == 64 && secure.standardError.contains("rtmps"), "\(secure.standardError)")
      let wrong = try Program.mediaprobe("encode", pictures, "rtmp://")
      #expect(wrong.status == 64 && wrong.standardError.contains("is not a stream address"))
    }
  }
}
