import Foundation
import TestSupport
import Testing

/// Recordings when there is no server at the start.
@Suite(.waiting) struct PublishWithoutServerTests {
  private func withSource(pictures: Int = 100, _ body: (_ source: String, _ local: String) throws -> Void) throws {
    try withFolder("publish") { folder in
      let source = folder.appending(path: "a.flv").path
      try makeNumberedFile(source, pictures: pictures, size: 1000, keyDistance: 10)
      try body(source, folder.appending(path: "local.flv").path)
    }
  }

  @Test(arguments: [["--rate", "0"], ["--rate", "8"], ["--rate", "0", "--reconnect"], ["--rate", "8", "--reconnect"]])
  func theRecordingIsWhole(options: [String]) throws {
    try withSource { source, local in
      let address = "rtmp://127.0.0.1:\(try ScriptedServer.freePort())/live/x"
      let result = try Program.run(Program.mediaprobe, ["publish", source, address, "--record", local] + options)
      let words = result.standardError
      #expect(result.status == 69 && words.contains("\(address): 127.0.0.1:"), "\(words)")
      // Sending as fast as possible requires a server.
      let isAwaited = options.suffix(2) == ["8", "--reconnect"]
      #expect(
        words.contains("trying again in 500 ms") == isAwaited && words.contains("recording only") != isAwaited, "\(words)")
      #expect(words.hasSuffix("Connection refused\n"))
      #expect(try tags(ofFile: local).compactMap(\.number) == Array(0..<100))
    }
  }

  /// A pipe is recorded from its first byte without waiting for the server.
  @Test(arguments: ["127.0.0.1", "no-such-host.invalid"]) func aPipeIsRecorded(host: String) throws {
    try withSource { source, local in
      let address = "rtmp://\(host):\(try ScriptedServer.freePort())/live/x"
      let result = try Program.shell("cat \(source) | $MP publish - \(address) --rate 4 --record \(local)")
      #expect(result.status == 69 && result.standardError.contains("recording continues"), "\(result.standardError)")
      #expect(try tags(ofFile: local).compactMap(\.number) == Array(0..<100))
    }
  }

  @Test func aServerThatRefuses() throws {
    try withSource { source, local in
      let server = try ScriptedServer { connection, _ in
        guard connection.handshake(), let answers = try? obligingAnswers(("error", "NetStream.Publish.BadName")) else { return }
        connection.write(answers)
        while !connection.read().isEmpty {}
      }
      let address = "rtmp://127.0.0.1:\(server.port)/live/x"
      let result = try Program.mediaprobe("publish", source, address, "--record", local, "--rate", "0")
      server.stop()
      #expect(result.status == 69 && result.standardError.contains("BadName"), "\(result.standardError)")
      #expect(try tags(ofFile: local).compactMap(\.number) == Array(0..<100))
    }
  }

  /// Without a recording the program ends.
  @Test func withoutARecordingItEnds() throws {
    try withSource { source, _ in
      let address = "rtmp://127.0.0.1:\(try ScriptedServer.freePort())/live/x"
      let result = try Program.mediaprobe("publish", source, address, "--reconnect")
      #expect(result.status == 69 && result.standardError.split(separator: "\n").count == 1, "\(result.standardError)")
    }
  }

  /// A server that is started later receives the stream from a keyframe, with metadata and configurations; the recording is complete.
  @Test(.enabled(if: Program.has("ffmpeg") && Nginx.isWanted), arguments: ["file", "pipe"]) func aServerThatComesLater(kind: String) throws
  {
    try withFolder("publish") { folder in
      let clip = try makeClip(folder, "a.flv", seconds: 14)
      let local = folder.appending(path: "local.mp4").path
      let server = try Nginx()
      let words = ["publish", kind == "pipe" ? "-" : clip, server.address("x"), "--reconnect", "--record", local]
      let line = "cat \(clip) | exec \(Program.mediaprobe) \(words.joined(separator: " "))"
      let program = try kind == "pipe" ? RunningProgram("bash", ["-c", line]) : RunningProgram(Program.mediaprobe, words)
      #expect(eventually { program.standardError.contains("trying again in 2000 ms") })
      let records = try server.start(recordingTo: "records")
      #expect(program.wait() == 0, "\(program.standardError)")
      #expect(program.standardError.contains("/live/x: connected\n"), "\(program.standardError)")
      let frames = try decoded(clip, "v")
      #expect(try decoded(local, "v") == frames)
      #expect(try decoded(local, "a") == decoded(clip, "a"))
      let remote = records.appending(path: "x.flv").path
      let pictures = try pictureKeys(ofFile: remote)
      #expect(pictures.first == true && pictures.count > 10 && pictures.count < frames.count)
      #expect(eventually { (try? decoded(remote, "v")) == Array(frames.suffix(pictures.count)) })
    }
  }

  private func makePipe(_ path: String) throws -> String {
    let made = unsafe mkfifo(path, 0o600)
    try #require(made == 0)
    return path
  }

  /// The system's resolver cannot be interrupted, but waiting for it can: here it opens a pipe that is never written.
  @Test(arguments: ["publish", "pull"]) func aNameThatIsLookedUpForEver(command: String) throws {
    try withSource { source, local in
      let fifo = try makePipe(local + ".fifo")
      let address = "rtmp://name-without-dots/live/x"
      let words = command == "publish" ? [source, address] : [address, local]
      let program = try RunningProgram(Program.mediaprobe, [command] + words + ["--timeout", "600s"], environment: ["HOSTALIASES": fifo])
      #expect(eventually { program.status("Threads") == 2 }, "\(program.standardError)")
      program.interrupt()
      #expect(program.wait() == 130 && program.standardError.isEmpty, "\(program.standardError)")
    }
  }

  @Test func aNameThatIsLookedUpForTooLong() throws {
    try withSource { source, local in
      let fifo = try makePipe(local + ".fifo")
      let program = try RunningProgram(
        Program.mediaprobe, ["publish", source, "rtmp://name-without-dots/live/x", "--timeout", "300ms", "--record", local, "--rate", "0"],
        environment: ["HOSTALIASES": fifo])
      #expect(program.wait() == 69 && program.standardError.contains("name lookup timed out after 300 ms"), "\(program.standardError)")
      #expect(try tags(ofFile: local).compactMap(\.number) == Array(0..<100))
    }
  }
}
