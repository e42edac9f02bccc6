import FLVKit
import Foundation
import RTMPKit
import TestSupport
import Testing

@Suite(.serialized, .waiting, .enabled(if: Program.has("ffmpeg") && Nginx.isWanted)) struct PullFromNginxTests {
  /// A stream published by ffmpeg is recorded completely in either format.
  @Test(arguments: ["pulled.flv", "pulled.mp4"]) func whatFFmpegPublishes(output: String) throws {
    try withFolder("pull") { folder in
      let server = try Nginx()
      _ = try server.start(recordingTo: "records")
      let clip = try makeClip(folder, "a.flv", seconds: 4)
      let pulled = folder.appending(path: output).path
      let program = try RunningProgram(Program.mediaprobe, ["pull", server.address("x"), pulled])
      #expect(eventually { server.isPlayed("x") })
      let publisher = try Program.run(
        "ffmpeg", ["-nostdin", "-v", "error", "-re", "-i", clip, "-c", "copy", "-f", "flv", server.address("x")])
      #expect(publisher.status == 0, "\(publisher.standardError)")
      #expect(program.wait() == 0, "\(program.standardError)")
      for stream in ["v", "a"] { #expect(try decoded(pulled, stream) == decoded(clip, stream), "\(stream)") }
      let information = try Program.run(
        "ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", pulled])
      let seconds = Double(information.text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
      #expect(abs(seconds - 4) < 0.2, "\(seconds) s")
    }
  }

  /// A client that joins late records times from 0, and stops after --duration.
  @Test func aPartOfAStream() throws {
    try withFolder("pull") { folder in
      let server = try Nginx()
      let records = try server.start(recordingTo: "records")
      let clip = try makeClip(folder, "a.flv", seconds: 4)
      let publisher = try RunningProgram(Program.mediaprobe, ["publish", clip, server.address("x"), "--loop"])
      #expect(eventually { pictureCount(records.appending(path: "x.flv").path) > 30 })
      let pulled = folder.appending(path: "a.flv.flv").path
      let result = try Program.mediaprobe("pull", server.address("x"), pulled, "--duration", "5s")
      #expect(result.status == 0, "\(result.standardError)")
      publisher.interrupt()
      _ = publisher.wait()
      // Audio starts at once, video at the next keyframe, up to one loop later.
      let parts = try tags(ofFile: pulled)
      let pictures = parts.filter { if case .picture = $0.kind { true } else { false } }
      let times = parts.filter { $0.kind == .sound }.map(\.time) + pictures.map(\.time)
      #expect(pictures.count > 10 && (times.min() ?? 9999) < 200 && (times.max() ?? 9999) < 5000, "\(times)")
    }
  }
}

/// Answers to a playing client, followed by a stream of numbered pictures.
/// - Parameter half: the number of pictures after which the times start anew.
private func stream(pictures: Int, thenEOF: Bool, half: Int = .max) throws -> [UInt8] {
  var server = RTMPConnection(.server, nonce: [])
  let information = AMF0Object([AMF0Property("level", .string("status")), AMF0Property("code", .string("NetStream.Play.Start"))])
  try server.send(RTMPCommand("_result", 1, .null, [.null]))
  try server.send(RTMPCommand("_result", 4, .null, [.number(1)]))
  try server.send(RTMPCommand("onStatus", 0, .null, [.object(information)]), streamID: 1)
  if pictures > 0 {
    // A sequence header, which says nothing of the pictures.
    let record: [UInt8] = [0x17, 0, 0, 0, 0, 1, 66, 0, 10, 0xFF, 0xE0, 0]
    server.send(RTMPMessage(.video, timestamp: 0xFFFF_FF00, length: 0, streamID: 1), record, 0..<record.count)
  }
  for number in 0..<pictures {
    let body = [number == 0 ? 0x17 : 0x27, 1, 0, 0, 0, 0, 0, UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 1, count: 5000)
    server.send(RTMPMessage(.video, timestamp: 0xFFFF_FF00 &+ UInt32(number % half) * 40, length: 0, streamID: 1), body, 0..<body.count)
  }
  if thenEOF { server.send(UserControlMessage(.streamEOF, 1)) }
  return Array(server.output.bytes[server.output.range])
}

private func pull(_ bytes: [UInt8], _ output: String, _ options: [String] = [], leaves: Bool = false) throws -> Program.Result {
  let server = try ScriptedServer { connection, _ in
    guard connection.handshake() else { return }
    connection.write(bytes)
    // Waits for the client's last messages, so that sent data is not lost on close.
    if leaves { connection.endWriting() }
    if bytes.count > 1000 { _ = connection.read(exactly: 1 << 20) }
  }
  defer { server.stop() }
  return try Program.run(Program.mediaprobe, ["pull", "rtmp://127.0.0.1:\(server.port)/live/x", output] + options)
}

/// Timestamps wrap at 2^32 milliseconds; in the file they start at 0.
@Test func aStreamWhoseTimesTurnOver() throws {
  try withFolder("pull") { folder in
    let output = folder.appending(path: "a.flv").path
    let result = try pull(try stream(pictures: 50, thenEOF: true), output)
    #expect(result.status == 0 && result.standardError.isEmpty, "\(result.standardError)")
    let found = try tags(ofFile: output).filter { $0.type == .video && $0.body[1] == 1 }
    #expect(found.compactMap(\.number) == Array(0..<50) && found.map(\.time) == (0..<50).map { $0 * 40 })
    let piped = try pull(try stream(pictures: 50, thenEOF: true), "-")
    #expect(piped.status == 0 && piped.standardOutput.prefix(3) == Data("FLV".utf8) && piped.standardOutput.count > 250_000)
  }
}

/// A server sends the sound of a stream that is joined late before the pictures of the same time: both keep their times.
@Test(arguments: ["a.flv", "a.mp4"], [600, 3000]) func tracksThatBeginApart(name: String, lead: Int64) throws {
  try withFolder("pull") { folder in
    let output = folder.appending(path: name).path
    let all = try tags(ofFile: fixturePath("avc_aac.flv")).filter { $0.type == .video || $0.type == .audio }
    var server = RTMPConnection(.server, nonce: [])
    let early = all.filter { $0.type == .audio }.map { ($0, $0.time - lead) } + all.filter { $0.type == .video }.map { ($0, $0.time) }
    for (tag, _) in early.sorted(by: { $0.1 < $1.1 }) {
      let message = RTMPMessage(RTMPMessageType(rawValue: tag.type.rawValue), timestamp: UInt32(tag.time + 5000), length: 0, streamID: 1)
      server.send(message, tag.body, 0..<tag.body.count)
    }
    server.send(UserControlMessage(.streamEOF, 1))
    let media = Array(server.output.bytes[server.output.range])
    let result = try pull(try stream(pictures: 0, thenEOF: false) + media, output)
    #expect(result.status == 0, "\(result.standardError)")
    /// When each picture, or each frame of sound, is shown.
    func times(_ path: String) throws -> [[Double]] {
      let edits = path.hasSuffix("mp4") ? ["--edit-list"] : []
      let rows = try Program.run(Program.mediaprobe, ["packets", "--seconds", "--format", "csv", path] + edits).text.split(separator: "\n")
        .dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      // FLV numbers its tracks in the order of their tags.
      return ["0", "1"].map { track in rows.filter { $0[0] == track }.map { Double($0[1]) ?? -1 } }.sorted { $0.count < $1.count }
    }
    let (expected, found) = (try times(fixturePath("avc_aac.flv")), try times(output))
    for (track, other) in zip(expected, found) {
      #expect(track.count == other.count)
      #expect(zip(track, other).allSatisfy { abs($0 - $1) < 0.03 }, "\(other.prefix(20)) \(track.prefix(20))")
    }
  }
}

/// AAC without its sequence header cannot be decoded, and a recording without it is not complete.
@Test(arguments: [("a.mp4", "dropped"), ("a.flv", "recorded")]) func soundWithoutItsConfiguration(_ name: String, _ what: String) throws {
  try withFolder("pull") { folder in
    let output = folder.appending(path: name).path
    var server = RTMPConnection(.server, nonce: [])
    for tag in try tags(ofFile: fixturePath("avc_aac.flv"))
    where tag.type == .video || tag.type == .audio && tag.body.dropFirst().first != 0 {
      let message = RTMPMessage(RTMPMessageType(rawValue: tag.type.rawValue), timestamp: UInt32(tag.time), length: 0, streamID: 1)
      server.send(message, tag.body, 0..<tag.body.count)
    }
    server.send(UserControlMessage(.streamEOF, 1))
    let media = Array(server.output.bytes[server.output.range])
    let result = try pull(try stream(pictures: 0, thenEOF: false) + media, output)
    #expect(result.status == 1 && result.standardError.contains("audio, AAC: \(what) without a sequence header"), "\(result.standardError)")
  }
}

/// A server that drops the pictures of a stream passes on the metadata that names them.
@Test(arguments: ["a.mp4", "a.flv"]) func picturesOfWhichNothingComes(_ name: String) throws {
  try withFolder("pull") { folder in
    let output = folder.appending(path: name).path
    for (hasPictures, isNoted) in [(false, true), (true, false)] {
      var server = RTMPConnection(.server, nonce: [])
      for tag in try tags(ofFile: fixturePath("avc_aac.flv")) where hasPictures || tag.type != .video {
        let message = RTMPMessage(RTMPMessageType(rawValue: tag.type.rawValue), timestamp: UInt32(tag.time), length: 0, streamID: 1)
        server.send(message, tag.body, 0..<tag.body.count)
      }
      server.send(UserControlMessage(.streamEOF, 1))
      let media = Array(server.output.bytes[server.output.range])
      let result = try pull(try stream(pictures: 0, thenEOF: false) + media, output, ["-y"])
      let words = "the metadata of the stream names video, of which nothing came"
      #expect(result.status == 0 && result.standardError.contains(words) == isNoted, "\(result.standardError)")
    }
  }
}

/// The source is another from the 25th picture on: the recording goes on, and says so.
@Test(arguments: ["a.flv", "a.mp4"]) func aStreamThatStartsAnew(name: String) throws {
  try withFolder("pull") { folder in
    let output = folder.appending(path: name).path
    if name.hasSuffix("mp4") {
      // Of real pictures, two times one second.
      var server = RTMPConnection(.server, nonce: [])
      let first = try stream(pictures: 0, thenEOF: false)
      for _ in 0..<2 {
        for tag in try tags(ofFile: fixturePath("avc_aac.flv")) where tag.type == .video || tag.type == .audio {
          let message = RTMPMessage(RTMPMessageType(rawValue: tag.type.rawValue), timestamp: UInt32(tag.time), length: 0, streamID: 1)
          server.send(message, tag.body, 0..<tag.body.count)
        }
      }
      server.send(UserControlMessage(.streamEOF, 1))
      // The handshake is that of the answers.
      let media = Array(server.output.bytes[server.output.range])
      let result = try pull(first + media, output)
      #expect(result.status == 0 && result.standardError.contains("start anew 1 time:"), "\(result.standardError)")
      let info = try Program.mediaprobe("packets", "--summary", output).text
      let check = try Program.mediaprobe("check", "--ignore", "h264.idr-pic-id-repeated", output)
      #expect(check.status == 0, "\(check.text)\n\(info)")
      return
    }
    let result = try pull(try stream(pictures: 50, thenEOF: true, half: 25), output)
    #expect(result.status == 0 && result.standardError.contains("start anew 1 time:"), "\(result.standardError)")
    let found = try tags(ofFile: output).filter { $0.type == .video && $0.body[1] == 1 }
    #expect(found.map(\.time) == (0..<50).map { $0 * 40 })
  }
}

/// Shells ignore SIGINT in the background jobs of scripts; it ends a recording all the same, and so does the end of a terminal.
@Test(arguments: ["INT", "HUP", "TERM"]) func aBackgroundJobIsInterrupted(_ signal: String) throws {
  try withFolder("pull") { folder in
    let output = folder.appending(path: "a.flv").path
    let bytes = try stream(pictures: 20, thenEOF: false)
    let server = try ScriptedServer { connection, _ in
      guard connection.handshake() else { return }
      connection.write(bytes)
      _ = connection.read(exactly: 1 << 20)
    }
    defer { server.stop() }
    let result = try Program.shell(
      """
      '\(Program.mediaprobe)' pull --idle 20s rtmp://127.0.0.1:\(server.port)/live/x '\(output)' &
      job=$!
      for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.5; test -s '\(output)' && break; done
      kill -\(signal) $job
      wait $job
      """)
    #expect(result.status == 130, "\(result.standardError)")
    #expect(try tags(ofFile: output).compactMap(\.number).count == 20)
  }
}

/// A connection that ends within a message is lost, and not the end of the stream.
@Test func aConnectionThatIsCut() throws {
  try withFolder("pull") { folder in
    let output = folder.appending(path: "a.flv").path
    let result = try pull(try Array(stream(pictures: 20, thenEOF: false).dropLast(2000)), output, leaves: true)
    #expect(result.status == 74 && result.standardError.contains("in the middle of a message"), "\(result.standardError)")
    #expect(try tags(ofFile: output).compactMap(\.number) == Array(0..<19))
    let whole = try pull(try stream(pictures: 20, thenEOF: false), output, leaves: true)
    #expect(whole.status == 1 && whole.standardError.contains("may not be complete"), "\(whole.standardError)")
  }
}

@Test func aStreamOfWhichNothingComes() throws {
  try withFolder("pull") { folder in
    let output = folder.appending(path: "a.flv").path
    let silent = try pull(try stream(pictures: 0, thenEOF: false), output, ["--idle", "300ms", "--timeout", "20s"])
    #expect(silent.status != 0 && !FileManager.default.fileExists(atPath: output), "\(silent.standardError)")
    let empty = try pull(try stream(pictures: 0, thenEOF: true) + [UInt8](), output)
    #expect(empty.status != 0 && !FileManager.default.fileExists(atPath: output), "\(empty.standardError)")
  }
}

/// Media before malformed data is in the file.
@Test func aStreamThatTurnsIntoGarbage() throws {
  try withFolder("pull") { folder in
    let output = folder.appending(path: "a.flv").path
    let result = try pull(try stream(pictures: 20, thenEOF: false) + [UInt8](repeating: 0xFF, count: 9000), output)
    #expect(result.status == 65 && result.standardError.contains("invalid data from the server"), "\(result.standardError)")
    #expect(try tags(ofFile: output).compactMap(\.number) == Array(0..<20))
  }
}

/// An FLV stream from a pipe is recorded as it arrives, in either format, with its times from 0.
@Suite(.enabled(if: Program.has("ffmpeg"))) struct PullFromPipeTests {
  @Test(arguments: ["a.flv", "a.mp4"]) func whatAnEncoderWrites(output: String) throws {
    try withFolder("pull-pipe") { folder in
      let clip = try makeClip(folder, "clip.flv", seconds: 4)
      let pulled = folder.appending(path: output).path
      let result = try Program.shell("cat '\(clip)' | $MP pull - '\(pulled)'")
      #expect(result.status == 0 && result.standardError.isEmpty, "\(result.standardError)")
      for stream in ["v", "a"] { #expect(try decoded(pulled, stream) == decoded(clip, stream), "\(stream)") }
    }
  }

  /// A recorder that is killed leaves what has come, and so does one whose input ends in the middle of a tag.
  @Test(arguments: [true, false]) func whatHasComeIsPlayable(isKilled: Bool) throws {
    try withFolder("pull-pipe") { folder in
      let clip = try makeClip(folder, "clip.flv", seconds: 4)
      let pulled = folder.appending(path: "a.mp4").path
      let size = try Data(contentsOf: URL(fileURLWithPath: clip)).count * 3 / 4
      let kill =
        "(head -c \(size) '\(clip)'; sleep 20) | $MP pull - '\(pulled)' & for i in $(seq 100); do sleep 0.1; "
        + "[ $(stat -c %s '\(pulled)' 2> /dev/null || echo 0) -gt 10000 ] && break; done; kill -9 $!"
      let result = try Program.shell(isKilled ? kill : "head -c \(size) '\(clip)' | $MP pull - '\(pulled)'")
      if !isKilled { #expect(result.status == 74 && result.standardError.contains("standard input:"), "\(result.standardError)") }
      let (all, kept) = (try decoded(clip, "v"), try decoded(pulled, "v"))
      #expect(kept.count > all.count / 4 && all.starts(with: kept), "\(kept.count) of \(all.count)")
    }
  }

  /// A server sends the configuration of pictures to a late client with the time of the sound: it gets that of the next picture.
  @Test func configurationsRunNotBackwards() throws {
    try withFolder("pull-late") { folder in
      let clip = try tags(ofFile: makeClip(folder, "clip.flv", seconds: 2))
      let (sounds, pictures) = (clip.filter { $0.type == .audio }, clip.filter { $0.type == .video })
      var writer = FLVWriter(video: .avc, audio: .aac)
      var bytes: [UInt8] = []
      writer.appendFileHeader(to: &bytes)
      for tag in sounds.prefix(30) { try writer.appendTag(.audio, at: tag.time, tag.body, to: &bytes) }
      let late = sounds.prefix(30).last?.time ?? 0
      #expect(late > 500)
      for tag in pictures {
        let isPicture = if case .picture = tag.kind { true } else { false }
        let time = isPicture ? tag.time + late - 50 : late
        try writer.appendTag(.video, at: time, tag.body, to: &bytes)
      }
      try Data(bytes).write(to: folder.appending(path: "late.flv"))
      let pulled = folder.appending(path: "a.flv").path
      let result = try Program.shell("cat '\(folder.appending(path: "late.flv").path)' | $MP pull - '\(pulled)'")
      // In the input itself they run backwards.
      #expect(result.status == 1, "\(result.standardError)")
      let times = try tags(ofFile: pulled).filter { $0.type == .video }.map(\.time)
      #expect(times == times.sorted() && times.count == pictures.count, "\(times.prefix(4))")
      #expect(try !Program.mediaprobe("check", pulled).text.contains("flv.timestamp-backwards"))
    }
  }

  /// What MP4 holds is recorded as MP4, whatever its codec.
  @Test(arguments: [
    "-c:v libx264 -bf 2 -c:a libopus", "-c:v libx264 -c:a ac3", "-c:v libx264 -c:a eac3", "-c:v libx264 -c:a flac -strict -2",
    "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libmp3lame", "-c:v libaom-av1 -cpu-used 8 -c:a aac",
  ])
  func furtherCodecsAreRecorded(_ coding: String) throws {
    try withFolder("pull-codecs") { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let inputs = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-f", "lavfi", "-i", "sine=d=1:r=48000", "-pix_fmt", "yuv420p"]
      let words = ["-nostdin", "-v", "error"] + inputs + coding.split(separator: " ").map(String.init)
      #expect(try Program.run("ffmpeg", words + [path("a.mp4")]).status == 0)
      #expect(try Program.mediaprobe("remux", path("a.mp4"), path("a.flv")).status == 0)
      let result = try Program.shell("cat '\(path("a.flv"))' | $MP pull - '\(path("b.mp4"))'")
      #expect(result.status == 0 && result.standardError.isEmpty, "\(result.standardError)")
      // The same as a copy of the FLV.
      #expect(try Program.mediaprobe("remux", path("a.flv"), path("c.mp4")).status == 0)
      let diff = try Program.mediaprobe("diff", "--only", "samples", path("c.mp4"), path("b.mp4"))
      #expect(diff.status == 0, "\(diff.text)")
      func lag(_ name: String) throws -> Double {
        let starts = ["-v", "error", "-show_entries", "stream=start_time", "-of", "csv=p=0", path(name)]
        let times = try Program.run("ffprobe", starts).text.split { $0 == "," || $0.isNewline }.compactMap { Double($0) }
        return try #require(times.count == 2 ? times[1] - times[0] : nil)
      }
      #expect(abs(try lag("b.mp4") - lag("c.mp4")) < 0.002)
      let streams = ["-v", "error", "-show_entries", "stream=codec_name,width,height,sample_rate,channels", "-of", "csv"]
      #expect(try Program.run("ffprobe", streams + [path("b.mp4")]).text == Program.run("ffprobe", streams + [path("a.mp4")]).text)
      #expect(try Program.mediaprobe("check", "--fail-on", "warning", path("b.mp4")).status == 0)
    }
  }

  /// A recording for which there is no more room ends with a whole fragment or tag.
  @Test(arguments: ["a.flv", "a.mp4"]) func aFullDiskLeavesAWholeFile(output: String) throws {
    try withFolder("pull-full") { folder in
      let clip = try makeClip(folder, "clip.flv", seconds: 8)
      let pulled = folder.appending(path: output).path
      let size = try Data(contentsOf: URL(filePath: clip)).count
      let result = try Program.shell("cat '\(clip)' | (ulimit -f \(size / 2048); \"$MP\" pull - '\(pulled)')")
      #expect(result.status == 74 && result.standardError.contains("File too large"), "\(result.status) \(result.standardError)")
      let (all, kept) = (try decoded(clip, "v"), try decoded(pulled, "v"))
      #expect(kept.count > all.count / 5 && all.starts(with: kept), "\(kept.count) of \(all.count)")
      let check = try Program.mediaprobe("check", "--fail-on", "warning", pulled)
      #expect(check.status == 0, "\(check.text)")
    }
  }

  /// An input that does not fit beside the output is no input that cannot be opened.
  @Test func aFullDiskIsNoMissingInput() throws {
    try withFolder("spool-full") { folder in
      let line = "cat '\(fixturePath("avc_aac.flv"))' | (cd '\(folder.path)'; ulimit -f 8; \"$MP\" remux - out.mp4)"
      let result = try Program.shell(line)
      #expect(result.status == 74 && result.standardError.contains("a temporary file"), "\(result.status) \(result.standardError)")
    }
  }

  @Test func anythingElseIsRefused() throws {
    try withFolder("pull-pipe") { folder in
      let pulled = folder.appending(path: "a.mp4").path
      for input in ["printf 'no stream'", "cat '\(fixturePath("plain.mp4"))'", "true"] {
        let result = try Program.shell("\(input) | $MP pull - '\(pulled)'")
        #expect(result.status == 65 && !result.standardError.isEmpty, "\(input): \(result.status) \(result.standardError)")
        #expect(result.standardError.contains("not an FLV stream") == (input != "true"), "\(input): \(result.standardError)")
      }
      #expect(!FileManager.default.fileExists(atPath: pulled))
    }
  }
}

/// A reader of the output that wants no more is no failure, as with the other commands.
@Test func aReaderThatLeavesEarly() throws {
  let file = "'\(fixturePath("avc_aac.flv"))'"
  let stream = "{ head -c 13 \(file); for i in $(seq 400); do tail -c +14 \(file); done; } 2> /dev/null"
  let result = try Program.shell("\(stream) | \(Program.mediaprobe) pull - - | head -c 1000 > /dev/null; exit ${PIPESTATUS[1]}")
  #expect(result.status == 0 && result.standardError.isEmpty, "\(result.status) \(result.standardError)")
}
