import Foundation
import TestSupport
import Testing

/// Pictures encoded, sent to a server and recorded at once.
@Suite(.serialized, .enabled(if: Program.has("ffmpeg") && Program.has("x264") && Nginx.isWanted)) struct EncodePublishTests {
  private func withInputs(_ seconds: Int, _ body: (_ pictures: String, _ sound: String, _ folder: URL) throws -> Void) throws {
    let folder = Places.scratch("live")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
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

  private func frames(_ path: String, _ stream: String) throws -> [String] {
    try Program.run("ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-map", "0:\(stream)", "-f", "framemd5", "-"]).text
      .split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last.map { String($0) } }
  }

  /// The server's recording and ours, made by one encoder, decode to the same frames.
  @Test(arguments: ["yes", "no"]) func serverAndFileGetTheSame(bframes: String) throws {
    try withInputs(4) { pictures, sound, folder in
      let server = try Nginx()
      let records = try server.start(recordingTo: "records")
      let local = folder.appending(path: "local.mp4").path
      let result = try Program.mediaprobe(
        "encode", pictures, server.address("x"), local, "--audio", sound, "--bframes", bframes, "--keyframe-interval", "1s")
      #expect(result.status == 0 && result.standardError.isEmpty, "\(result.standardError)")
      let remote = records.appending(path: "x.flv").path
      for stream in ["v", "a"] {
        let here = try frames(local, stream)
        #expect(here.count >= 100)
        #expect(eventually { (try? frames(remote, stream))?.suffix(100) == here.suffix(100)[...] }, "\(stream)")
      }
    }
  }

  /// A camera goes on when the server goes away, and the file has every picture.
  @Test func theFileIsWholeWhereTheServerGoesAway() throws {
    try withInputs(1) { _, _, folder in
      let server = try Nginx()
      _ = try server.start(recordingTo: "records")
      let local = folder.appending(path: "local.mp4").path
      let camera = "ffmpeg -v error -re -f lavfi -i testsrc2=size=128x96:rate=25:duration=5 -pix_fmt yuv420p -f yuv4mpegpipe -"
      let running = try RunningProgram(
        Program.mediaprobe, ["encode", "--capture", camera, server.address("x"), local, "--effort", "realtime"])
      Thread.sleep(forTimeInterval: 2)
      server.kill()
      #expect(eventually(30) { !running.isRunning })
      #expect(running.standardError.contains("trying again"))
      #expect(try frames(local, "v").count == 125)
    }
  }

  @Test func aServerThatIsNotThereIsSaid() throws {
    try withInputs(1) { pictures, _, folder in
      let local = folder.appending(path: "local.mp4").path
      let address = "rtmp://127.0.0.1:\(try ScriptedServer.freePort())/live/x"
      let result = try Program.mediaprobe("encode", pictures, local, address)
      #expect(result.status == 69 && result.standardError.contains(address))
      #expect(!FileManager.default.fileExists(atPath: local))
      let wrong = try Program.mediaprobe("encode", pictures, "rtmp://")
      #expect(wrong.status == 64 && wrong.standardError.contains("is no address of a stream"))
    }
  }
}
