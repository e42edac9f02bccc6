import FLVKit
import Foundation
import RTMPKit
import TestSupport
import Testing

@Suite(.serialized, .waiting, .enabled(if: Program.has("ffmpeg") && Nginx.isWanted)) struct PublishToNginxTests {
  /// The recordings of the server and of the program decode to the same frames as the source.
  @Test(arguments: ["a.flv", "a.mp4"], ["local.flv", "local.mp4"]) func allFramesArrive(source: String, record: String) throws {
    try withFolder("publish") { folder in
      let server = try Nginx()
      let records = try server.start(recordingTo: "records")
      let clip = try makeClip(folder, source)
      let local = folder.appending(path: record).path
      let result = try Program.mediaprobe("publish", clip, server.address("x"), "--rate", "0", "--record", local)
      #expect(result.status == 0 && result.standardError.isEmpty, "\(result.standardError)")
      let remote = records.appending(path: "x.flv").path
      for stream in ["v", "a"] {
        let frames = try decoded(clip, stream)
        #expect(frames.count >= 250)
        #expect(try decoded(local, stream) == frames)
        #expect(eventually { (try? decoded(remote, stream)) == frames }, "\(stream)")
      }
    }
  }

  /// Other inputs: fragments and bare streams of either kind.
  @Test(arguments: [("fragmented.mp4", "v"), ("bframes.h264", "v"), ("interlaced.h264", "v"), ("tone.aac", "a")])
  func sourcesOfAllKinds(source: String, stream: String) throws {
    let server = try Nginx()
    let records = try server.start(recordingTo: "records")
    let path = Places.fixtures.appending(path: source).path
    let result = try Program.mediaprobe("publish", path, server.address("x"), "--rate", "0")
    #expect(result.status == 0, "\(result.standardError)")
    let frames = try decoded(path, stream)
    #expect(frames.count > 10 && eventually { (try? decoded(records.appending(path: "x.flv").path, stream)) == frames })
  }

  /// Standard input, several files, and looping: times continue.
  @Test func sourcesFollowEachOther() throws {
    try withFolder("publish") { folder in
      let server = try Nginx()
      let records = try server.start(recordingTo: "records")
      let flv = try makeClip(folder, "a.flv", seconds: 2)
      let mp4 = try makeClip(folder, "b.mp4", seconds: 2)
      let input = try Data(contentsOf: URL(filePath: flv))
      let result = try Program.run(
        Program.mediaprobe, ["publish", "-", mp4, flv, server.address("x"), "--rate", "0"], input: input)
      #expect(result.status == 0 && result.standardError.isEmpty, "\(result.standardError)")
      let frames = try decoded(flv, "v")
      let remote = records.appending(path: "x.flv").path
      #expect(eventually { (try? decoded(remote, "v")) == frames + frames + frames })
      let times = try tags(ofFile: remote).filter { $0.number != nil }.map(\.time)
      // Audio is slightly longer than video, and pictures are decoded before they are shown: the next source is shown after both.
      let steps = zip(times, times.dropFirst()).map { $1 - $0 }
      #expect(times.count == 150 && steps.count { $0 == 40 } >= 147 && steps.allSatisfy { $0 >= 40 && $0 < 120 }, "\(times)")
      // The sound has no hole.
      let sounds = try tags(ofFile: remote).filter { $0.kind == .sound }.map(\.time)
      let pauses = zip(sounds, sounds.dropFirst()).map { $1 - $0 }
      #expect(pauses.allSatisfy { $0 > 0 && $0 <= 48 }, "\(pauses.max() ?? 0)")
      // Neither configurations nor frames go back in time.
      for type in [RTMPMessageType.video, .audio] {
        let all = try tags(ofFile: remote).filter { $0.type == type }.map(\.time)
        #expect(zip(all, all.dropFirst()).allSatisfy { $0 <= $1 }, "\(all)")
      }
    }
  }

  /// A player that waits for the stream receives all of it.
  @Test func ffmpegPlaysIt() throws {
    try withFolder("publish") { folder in
      let server = try Nginx()
      _ = try server.start(recordingTo: "records")
      let clip = try makeClip(folder, "a.mp4", seconds: 4)
      let played = folder.appending(path: "played.flv").path
      let player = try RunningProgram("ffmpeg", ["-nostdin", "-v", "error", "-i", server.address("x"), "-c", "copy", played])
      #expect(eventually { server.isPlayed("x") })
      let result = try Program.mediaprobe("publish", clip, server.address("x"), "--rate", "2")
      #expect(result.status == 0, "\(result.standardError)")
      #expect(eventually { !player.isRunning })
      #expect(try decoded(played, "v") == decoded(clip, "v"))
    }
  }

  /// What has no media is no stream, as where the program before it in a pipe failed; repeating it would never end.
  @Test(arguments: [("-", ""), ("file", ""), ("file", "--loop")]) func aStreamWithoutMediaFails(_ kind: String, _ option: String) throws {
    try withFolder("publish") { folder in
      let server = try Nginx()
      _ = try server.start(recordingTo: "records")
      let empty = folder.appending(path: "empty.flv")
      try Data(try Places.fixture("avc_aac.flv").prefix(13)).write(to: empty)
      let input = kind == "-" ? "- < '\(empty.path)'" : "'\(empty.path)'"
      let result = try Program.shell("\(Program.mediaprobe) publish \(option) \(input) \(server.address("x"))")
      #expect(result.status == 65 && result.standardError.contains("the stream ended without media"), "\(result.standardError)")
    }
  }

  /// A server that accepts each connection and closes it is asked less and less often.
  @Test func aServerThatClosesEachConnection() throws {
    try withFolder("publish") { folder in
      let server = try Nginx()
      _ = try server.start(recordingTo: "records")
      let address = server.address("x").replacing("/live/", with: "/refuse/")
      let program = try RunningProgram(Program.mediaprobe, ["publish", try makeClip(folder, "a.flv"), address, "--reconnect"])
      #expect(eventually { program.standardError.contains("trying again in 2000 ms") }, "\(program.standardError)")
      program.kill()
    }
  }

  /// After a server crash the stream continues at a keyframe, and the local recording is complete.
  @Test(arguments: ["local.flv", "local.mp4"]) func theServerCrashesAndComesBack(record: String) throws {
    try withFolder("publish") { folder in
      let server = try Nginx()
      let first = try server.start(recordingTo: "first")
      let clip = try makeClip(folder, "a.flv")
      let local = folder.appending(path: record).path
      let program = try RunningProgram(
        Program.mediaprobe, ["publish", clip, server.address("x"), "--reconnect", "--record", local])
      #expect(eventually { pictureCount(first.appending(path: "x.flv").path) > 50 })
      server.kill()
      #expect(eventually { program.standardError.contains("trying again") })
      let records = try server.start(recordingTo: "second")
      #expect(program.wait() == 0)
      #expect(program.standardError.contains("trying again in 500 ms") && program.standardError.contains("connected again"))
      let frames = try decoded(clip, "v")
      #expect(try decoded(local, "v") == frames)
      #expect(try decoded(local, "a") == decoded(clip, "a"))
      let remote = records.appending(path: "x.flv").path
      let pictures = try pictureKeys(ofFile: remote)
      #expect(pictures.first == true && pictures.count > 10 && pictures.count < 200)
      #expect(try decoded(remote, "v") == Array(frames.suffix(pictures.count)))
    }
  }

  @Test func aNameThatIsTaken() throws {
    try withFolder("publish") { folder in
      let server = try Nginx()
      _ = try server.start(recordingTo: "records")
      let clip = try makeClip(folder, "a.flv", seconds: 2)
      let local = folder.appending(path: "local.mp4").path
      let first = try RunningProgram(Program.mediaprobe, ["publish", clip, server.address("x"), "--loop", "--record", local])
      #expect(eventually { server.isPublished("x") })
      let second = try Program.mediaprobe("publish", clip, server.address("x"))
      #expect(second.status == 69)
      #expect(second.standardError.contains("the server rejected publish: NetStream.Publish.BadName"), "\(second.standardError)")
      // The clip, and more than half of it again.
      #expect(eventually { fileSize(local) > fileSize(clip) * 8 / 5 })
      first.interrupt()
      #expect(first.wait() == 130)
      // What was recorded until then is a movie: the clip and its repetitions. The last pictures can differ if their references were not
      // received.
      let (frames, recorded) = (try decoded(clip, "v"), try decoded(local, "v").dropLast(3))
      let repeated = (0...recorded.count / 50).flatMap { _ in frames }
      #expect(recorded.count > 55 && recorded.elementsEqual(repeated.prefix(recorded.count)))
    }
  }
}

@Suite(.serialized, .waiting, .enabled(if: Program.has("ffmpeg"))) struct PublishToFFmpegTests {
  @Test func ffmpegTakesTheStream() throws {
    try withFolder("publish") { folder in
      let clip = try makeClip(folder, "a.mp4")
      let received = folder.appending(path: "received.flv").path
      let port = try ScriptedServer.freePort()
      let address = "rtmp://127.0.0.1:\(port)/live/x"
      let server = try RunningProgram("ffmpeg", ["-nostdin", "-v", "error", "-listen", "1", "-i", address, "-c", "copy", received])
      #expect(eventually { Nginx.listens(on: port) })
      let result = try Program.mediaprobe("publish", clip, address, "--rate", "0")
      #expect(result.status == 0, "\(result.standardError)")
      #expect(eventually { !server.isRunning })
      for stream in ["v", "a"] { #expect(try decoded(received, stream) == decoded(clip, stream)) }
    }
  }
}

@Suite(.serialized, .waiting) struct PublishToScriptTests {
  /// H.265 is sent with the enhanced header, with the pictures of the file.
  @Test func hevcIsEnhanced() throws {
    let gathered = Gathered()
    let server = try ScriptedServer(takeAll(gathered))
    let source = Places.fixtures.appending(path: "hvc1.mp4").path
    try withFolder("publish") { folder in
      let local = folder.appending(path: "local.mp4").path
      let address = "rtmp://127.0.0.1:\(server.port)/live/x"
      let result = try Program.mediaprobe("publish", source, address, "--rate", "0", "--record", local)
      let words = "the server does not name the codecs that it takes: if it drops H.265, try '--legacy-hevc'"
      #expect(result.status == 0 && result.standardError.contains(words), "\(result.standardError)")
      let legacy = try Program.mediaprobe("publish", source, address, "--rate", "0", "--legacy-hevc")
      #expect(legacy.status == 0 && legacy.standardError.isEmpty, "\(legacy.standardError)")
      server.stop()
      let units = try [source, local].map { try Program.mediaprobe("nalu", $0, "--format", "csv").text.split(separator: "\n") }
      // Type and length of each unit, without positions.
      let rows = units.map { lines in lines.map { line in [3, 5].map { line.split(separator: ",")[$0] } } }
      #expect(rows[0].count > 10 && rows[0] == rows[1])
      let flv = folder.appending(path: "a.flv").path
      #expect(try Program.mediaprobe("remux", source, flv).status == 0)
      let expected = try tags(ofFile: flv).filter { $0.type == .video }
      let sent = try tags(sent: gathered.all[0]).filter { $0.type == .video }
      #expect(sent == expected && sent.first?.body.prefix(5) == [0x90, 0x68, 0x76, 0x63, 0x31])
    }
  }

  /// A server at half the bit rate: memory and delay are bounded, whole groups of pictures are dropped, and the number is reported.
  @Test func aSlowServerGetsWhatCanBeDecoded() throws {
    try withFolder("publish") { folder in
      // Five seconds at 2.5 MB/s.
      let source = folder.appending(path: "a.flv").path
      try makeNumberedFile(source, pictures: 125, size: 100_000, keyDistance: 10)
      let gathered = Gathered()
      let server = try ScriptedServer(receiveBuffer: 1 << 16, takeAll(gathered, rate: 1.25e6))
      let local = folder.appending(path: "local.flv").path
      let program = try RunningProgram(
        Program.mediaprobe,
        ["publish", source, "rtmp://127.0.0.1:\(server.port)/live/x", "--max-delay", "600ms", "--record", local])
      var peak = 0
      while program.isRunning {
        peak = max(peak, program.status("VmHWM") ?? 0)
        Thread.sleep(forTimeInterval: 0.02)
      }
      #expect(program.wait() == 0)
      server.stop()
      #expect(peak < 96 << 10, "\(peak) KiB")
      // The recording is complete.
      #expect(try tags(ofFile: local).compactMap(\.number) == Array(0..<125))
      let pictures = try tags(sent: gathered.all[0]).filter { $0.number != nil }
      let numbers = pictures.compactMap(\.number)
      #expect(numbers.count > 15 && numbers.count < 110, "\(numbers)")
      for (before, tag) in zip(pictures, pictures.dropFirst()) where tag.number != before.number.map({ $0 + 1 }) {
        #expect(tag.kind == .picture(isKey: true), "\(numbers)")
      }
      let words = program.standardError
      #expect(words.contains("dropped: \(125 - numbers.count) pictures and "), "\(words) \(numbers.count)")
      #expect(words.contains(" sent: \(numbers.count) pictures and "), "\(words) \(numbers.count)")
      #expect(try #require(longestWaits(words)).sent <= 600, "\(words)")
    }
  }

  /// Repeated connection loss leaks no descriptors.
  @Test func descriptorsAreClosed() throws {
    try withFolder("publish") { folder in
      let source = folder.appending(path: "a.flv").path
      try makeNumberedFile(source, pictures: 5000, size: 1000, keyDistance: 5)
      let server = try ScriptedServer(takeSome(5000))
      let program = try RunningProgram(
        Program.mediaprobe, ["publish", source, "rtmp://127.0.0.1:\(server.port)/live/x", "--reconnect"])
      func returns() -> Int { program.standardError.components(separatedBy: "connected again").count - 1 }
      #expect(eventually { returns() >= 1 })
      let before = program.descriptorCount
      #expect(eventually { returns() >= 4 })
      let after = program.descriptorCount
      if let before, let after { #expect(abs(after - before) <= 1, "\(before) became \(after)") }
      program.interrupt()
      #expect(program.wait() == 130)
      server.stop()
    }
  }

  /// After a lost connection, the next one starts with metadata, configurations and a keyframe.
  @Test func aNewConnectionIsToldEverything() throws {
    try withFolder("publish") { folder in
      let source = folder.appending(path: "a.flv").path
      try makeNumberedFile(source, pictures: 100, size: 1000, keyDistance: 10)
      let gathered = Gathered()
      let server = try ScriptedServer { connection, number in
        guard connection.welcome() else { return }
        while true {
          let bytes = connection.read()
          if bytes.isEmpty { return }
          gathered.append(bytes, to: number)
          if number == 0, gathered.all[0].count > 25_000 { return }
        }
      }
      let result = try Program.mediaprobe("publish", source, "rtmp://127.0.0.1:\(server.port)/live/x", "--reconnect", "--rate", "2")
      server.stop()
      #expect(result.status == 0 && result.standardError.contains("connected again"), "\(result.standardError)")
      // Pictures up to the next keyframe are dropped, at most nine, and the server is not called slow for it.
      #expect(!result.standardError.contains("the server is slow"), "\(result.standardError)")
      try #require(gathered.all.count == 2)
      let second = try tags(sent: gathered.all[1])
      let numbers = second.compactMap(\.number)
      let first = try #require(numbers.first)
      #expect(first % 10 == 0 && first > 10 && numbers == Array(first..<100))
      let heads = second.prefix(3)
      #expect(heads.map(\.type) == [.dataAMF0, .video, .audio] && heads.allSatisfy { $0.time == Int64(first) * 40 })
    }
  }

  /// Without --reconnect a lost connection ends publishing, but not the recording.
  @Test func theRecordingGoesOn() throws {
    try withFolder("publish") { folder in
      let source = folder.appending(path: "a.flv").path
      try makeNumberedFile(source, pictures: 100, size: 1000, keyDistance: 10)
      let server = try ScriptedServer(takeSome(20_000))
      let local = folder.appending(path: "local.flv").path
      let address = "rtmp://127.0.0.1:\(server.port)/live/x"
      let result = try Program.mediaprobe("publish", source, address, "--rate", "4", "--record", local)
      #expect(result.status == 74 && result.standardError.contains("recording continues"), "\(result.standardError)")
      #expect(try tags(ofFile: local).compactMap(\.number) == Array(0..<100))
      let alone = try Program.mediaprobe("publish", source, address, "--rate", "4")
      #expect(alone.status == 74 && alone.standardError.contains("during publishing"), "\(alone.standardError)")
      server.stop()
    }
  }

  /// Data before the damage is sent, then the damage is reported.
  @Test func aFileThatIsCutOff() throws {
    try withFolder("publish") { folder in
      let source = folder.appending(path: "a.flv").path
      try makeNumberedFile(source, pictures: 50, size: 1000, keyDistance: 10)
      let whole = try Data(contentsOf: URL(filePath: source))
      try whole.prefix(whole.count / 2).write(to: URL(filePath: source))
      let gathered = Gathered()
      let server = try ScriptedServer(takeAll(gathered))
      let result = try Program.mediaprobe("publish", source, "rtmp://127.0.0.1:\(server.port)/live/x", "--rate", "0")
      server.stop()
      #expect(result.status == 65 && result.standardError.contains("truncated"), "\(result.standardError)")
      let numbers = try tags(sent: gathered.all[0]).compactMap(\.number)
      #expect(numbers == Array(0..<25), "\(numbers)")
    }
  }

  /// A dump of a live stream has its metadata at 0 and its media hours later: it begins at once.
  @Test func metadataLongBeforeTheMedia() throws {
    try withFolder("publish") { folder in
      let source = folder.appending(path: "a.flv").path
      var bytes = try [UInt8](Data(contentsOf: URL(filePath: fixturePath("avc_aac.flv"))))
      var (place, first) = (13, true)
      while place + 11 <= bytes.count {
        let size = Int(bytes[place + 1]) << 16 | Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
        // An hour; metadata keeps its time.
        if bytes[place] != 18 { (bytes[place + 4], first) = (bytes[place + 4] &+ 0x36, false) }
        place += 11 + size + 4
      }
      #expect(!first)
      try Data(bytes).write(to: URL(filePath: source))
      let gathered = Gathered()
      let server = try ScriptedServer(takeAll(gathered))
      let local = folder.appending(path: "b.flv").path
      let result = try Program.mediaprobe(
        "publish", source, "rtmp://127.0.0.1:\(server.port)/live/x", "--rate", "8", "--record", local)
      server.stop()
      #expect(result.status == 0, "\(result.standardError)")
      let expected = try tags(ofFile: fixturePath("avc_aac.flv")).filter { $0.type != .dataAMF0 }
      let sent = try tags(sent: gathered.all[0]).filter { $0.type != .dataAMF0 }
      // The end of the sequence has any time.
      #expect(sent.dropLast().map(\.time) == expected.dropLast().map(\.time))
      let recorded = try tags(ofFile: local).filter { $0.type != .dataAMF0 }
      #expect(recorded.dropLast().map(\.time) == expected.dropLast().map(\.time))
    }
  }

  /// A source whose timestamps restart, as from a restarted encoder: stream times continue.
  @Test(arguments: [1000, 200] as [Int64]) func aClockThatBeginsAnew(step: Int64) throws {
    try withFolder("publish") { folder in
      let (first, second) = (folder.appending(path: "a.flv").path, folder.appending(path: "b.flv").path)
      try makeNumberedFile(first, pictures: 20, size: 100, keyDistance: 10, step: step)
      try makeNumberedFile(second, pictures: 20, size: 100, keyDistance: 10)
      // The tags of the second file appended to the first.
      let both = try Data(contentsOf: URL(filePath: first)) + Data(contentsOf: URL(filePath: second)).dropFirst(13)
      let gathered = Gathered()
      let server = try ScriptedServer(takeAll(gathered))
      let address = "rtmp://127.0.0.1:\(server.port)/live/x"
      let result = try Program.run(Program.mediaprobe, ["publish", "-", address, "--rate", "0"], input: both)
      server.stop()
      #expect(result.status == 1 && result.standardError.contains("runs backwards"), "\(result.standardError)")
      let times = try tags(sent: gathered.all[0]).filter { $0.number != nil }.map(\.time)
      #expect(times.count == 40 && zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(times)")
    }
  }

  /// A failed recording does not end the stream.
  @Test func aRecordingThatCannotGoOn() throws {
    try withFolder("publish") { folder in
      let source = folder.appending(path: "a.flv").path
      try makeNumberedFile(source, pictures: 50, size: 1000, keyDistance: 10)
      let full = folder.appending(path: "full.flv").path
      try FileManager.default.createSymbolicLink(atPath: full, withDestinationPath: "/dev/full")
      let gathered = Gathered()
      let server = try ScriptedServer(takeAll(gathered))
      let address = "rtmp://127.0.0.1:\(server.port)/live/x"
      let result = try Program.mediaprobe("publish", source, address, "--rate", "0", "--record", full)
      server.stop()
      #expect(result.status == 74 && result.standardError.contains("recording stopped: "), "\(result.standardError)")
      #expect(try tags(sent: gathered.all[0]).compactMap(\.number) == Array(0..<50))
    }
  }
}
