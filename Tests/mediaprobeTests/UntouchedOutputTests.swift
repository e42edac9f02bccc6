import FLVKit
import Foundation
import RTMPKit
import TestSupport
import Testing

/// The content of an output file before a run.
private let precious = Data("what stood here before".utf8)

private func atom(_ type: String, _ body: [UInt8] = []) -> [UInt8] {
  let size = UInt32(8 + body.count)
  return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(type.utf8) + body
}

/// Creates an FLV file.
private func flv(_ build: (inout FLVWriter, inout [UInt8]) throws -> Void) throws -> [UInt8] {
  var writer = FLVWriter(video: .avc, audio: .aac)
  var bytes: [UInt8] = []
  writer.appendFileHeader(to: &bytes)
  try build(&writer, &bytes)
  return bytes
}

/// Inputs from which nothing can be written, by problem.
private func hopeless(_ name: String) throws -> [UInt8] {
  let (faststart, fragmented) = (try Places.fixture("faststart.mp4"), try Places.fixture("fragmented.mp4"))
  switch name {
  // Truncated after the header of the media data.
  case "truncated.mp4": return Array(faststart[..<2288])
  // A segment without its moov.
  case "segment.mp4": return Array(fragmented[1371..<8495])
  // An initialization segment: tracks without samples.
  case "init.mp4": return Array(fragmented[..<1219])
  case "picture.heic": return atom("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8)) + atom("meta", [0, 0, 0, 0])
  case "encrypted.mp4":
    let output = Places.scratch("encrypted.mp4")
    defer { try? FileManager.default.removeItem(at: output) }
    let key = "00112233445566778899aabbccddeeff"
    let words = ["-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key, "-encryption_kid", key, output.path]
    let source = Places.fixtures.appending(path: "faststart.mp4").path
    _ = try Program.run("ffmpeg", ["-nostdin", "-v", "error", "-i", source, "-c", "copy"] + words)
    return [UInt8](try Data(contentsOf: output))
  // H.264 pictures without a sequence header.
  case "unconfigured.flv":
    return try flv { writer, bytes in
      for number in 0..<20 as Range<Int64> { try writer.append(.video(.key, at: number * 40), [0, 0, 0, 1, 0x65], 0..<5, to: &bytes) }
    }
  case "metadata.flv": return try flv { writer, bytes in try writer.append(FLVMetaData(), to: &bytes) }
  default: return Array("Dear reader".utf8)
  }
}

@Test(
  arguments: [
    "truncated.mp4", "segment.mp4", "init.mp4", "picture.heic", "encrypted.mp4", "unconfigured.flv", "metadata.flv", "letter.mp4",
  ], [["remux", "--hybrid"], ["remux"], ["cut", "--hybrid", "--keyframes"], ["join", "--hybrid"], ["recover", "--hybrid"]])
func whatCannotBeWrittenLeavesTheOutputAlone(_ name: String, _ words: [String]) throws {
  if name == "encrypted.mp4", !Program.has("ffmpeg") { return }
  // A movie without samples is valid.
  if name == "init.mp4", !words.contains("--hybrid") { return }
  try withFolder("untouched") { folder in
    let (input, old, new) = (folder.appending(path: name), folder.appending(path: "old.mp4"), folder.appending(path: "new.mp4"))
    try Data(hopeless(name)).write(to: input)
    try precious.write(to: old)
    let inputs = words[0] == "join" ? [input.path, input.path] : [input.path]
    for output in [old, new] {
      let result = try Program.run(Program.mediaprobe, words + inputs + [output.path])
      #expect([1, 64, 65, 74].contains(result.status) && !result.standardError.isEmpty, "\(result.status) \(result.standardError)")
    }
    #expect(try Data(contentsOf: old) == precious)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [name, "old.mp4"].sorted())
  }
}

// MARK: - Streams

/// The answers of a server to a playing client, and the messages of the stream.
private func stream(_ messages: [(RTMPMessageType, [UInt8])], ends: Bool = true) throws -> [UInt8] {
  var server = RTMPConnection(.server, nonce: [])
  let information = AMF0Object([AMF0Property("level", .string("status")), AMF0Property("code", .string("NetStream.Play.Start"))])
  try server.send(RTMPCommand("_result", 1, .null, [.null]))
  try server.send(RTMPCommand("_result", 4, .null, [.number(1)]))
  try server.send(RTMPCommand("onStatus", 0, .null, [.object(information)]), streamID: 1)
  for (number, message) in messages.enumerated() {
    let header = RTMPMessage(message.0, timestamp: UInt32(number), length: 0, streamID: 1)
    server.send(header, message.1, 0..<message.1.count)
  }
  if ends { server.send(UserControlMessage(.streamEOF, 1)) }
  return Array(server.output.bytes[server.output.range])
}

/// Runs `body` with the address of a server that sends these bytes to every client.
private func serving(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
  let server = try ScriptedServer { connection, _ in
    guard connection.handshake() else { return }
    connection.write(bytes)
    _ = connection.read(exactly: 1 << 20)
  }
  defer { server.stop() }
  try body("rtmp://127.0.0.1:\(server.port)/live/x")
}

private let metaData = (RTMPMessageType.dataAMF0, [2, 0, 10] + Array("onMetaData".utf8) + [8, 0, 0, 0, 0, 0, 0, 9] as [UInt8])
private let configuration = (RTMPMessageType.video, [0x17, 0, 0, 0, 0, 1, 66, 0, 30, 255, 0xE0, 0] as [UInt8])
private let interPicture = (RTMPMessageType.video, [0x27, 1, 0, 0, 0, 0, 0, 0, 1, 0x41] as [UInt8])
/// Screen video, which MP4 cannot hold.
private let screenPicture = (RTMPMessageType.video, [0x13, 0, 0, 0, 0, 0, 0, 0, 1, 0x41] as [UInt8])

@Test(arguments: [
  ("a.flv", [metaData, metaData]), ("a.flv", [metaData, configuration]), ("a.mp4", [metaData]), ("a.mp4", [configuration]),
  ("a.mp4", [configuration, interPicture, interPicture]), ("a.mp4", [screenPicture, screenPicture]),
])
func aStreamWithNothingToWriteLeavesTheFileAlone(_ name: String, _ messages: [(RTMPMessageType, [UInt8])]) throws {
  try withFolder("untouched") { folder in
    let old = folder.appending(path: name)
    try precious.write(to: old)
    for output in [old.path, folder.appending(path: "new-" + name).path] {
      try serving(try stream(messages)) { address in
        let result = try Program.mediaprobe("pull", address, output)
        #expect(result.status == 65 && result.standardError.contains(output), "\(result.status) \(result.standardError)")
      }
    }
    #expect(try Data(contentsOf: old) == precious)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
  }
}

/// Tags before the first picture are kept in order, after the metadata, with which the file begins.
@Test func whatComesBeforeTheFirstPictureIsKept() throws {
  try withFolder("untouched") { folder in
    let output = folder.appending(path: "a.flv").path
    try serving(try stream([configuration, metaData, interPicture, metaData, interPicture])) { address in
      let result = try Program.mediaprobe("pull", address, output)
      #expect(result.status == 0, "\(result.standardError)")
    }
    let kinds = try tags(ofFile: output).map(\.kind)
    #expect(kinds == [.metaData, .configuration(track: 0), .picture(isKey: false), .metaData, .picture(isKey: false)])
  }
}

@Test(arguments: ["a.flv", "a.mp4"]) func aRecordingOfNothingLeavesTheFileAlone(_ name: String) throws {
  try withFolder("untouched") { folder in
    let (source, old) = (folder.appending(path: "source.flv"), folder.appending(path: name))
    try Data(hopeless("metadata.flv")).write(to: source)
    try precious.write(to: old)
    let address = "rtmp://127.0.0.1:\(try ScriptedServer.freePort())/live/x"
    let result = try Program.mediaprobe("publish", source.path, address, "--record", old.path)
    #expect(result.status != 0 && result.standardError.contains(old.path), "\(result.standardError)")
    #expect(try Data(contentsOf: old) == precious)
  }
}

/// With input from a pipe, outputs grow under their final names, but not before the encoder has produced data.
@Test(arguments: ["a.h264", "a.flv", "a.mp4"]) func anEncoderThatGivesNothingLeavesTheFileAlone(_ name: String) throws {
  try withFolder("untouched") { folder in
    let old = folder.appending(path: name)
    try precious.write(to: old)
    let pictures = Data("YUV4MPEG2 W16 H16 F25:1\n".utf8) + Data("FRAME\n".utf8) + Data(count: 384)
    for output in [old.path, folder.appending(path: "new-" + name).path] {
      let result = try Program.mediaprobe("encode", "-", output, "--encoder", "false", input: pictures)
      #expect(result.status != 0 && !result.standardError.isEmpty)
    }
    #expect(try Data(contentsOf: old) == precious)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
  }
}

/// Empty messages are not pictures: 200,000 of them are processed in the time in which they arrive. That takes three seconds, two of which
/// are `--idle`; the bound is more than ten times that, and with the square of the messages they would take a quarter of an hour.
@Test func emptyMessagesTakeNoTime() throws {
  try withFolder("untouched") { folder in
    let output = folder.appending(path: "a.mp4").path
    var server = RTMPConnection(.server, nonce: [])
    for _ in 0..<200_000 { server.send(RTMPMessage(.video, timestamp: 0, length: 0, streamID: 1), [], 0..<0) }
    let empty = Array(server.output.bytes[server.output.range].dropFirst(1 + 2 * 1536))
    let bytes = try stream([configuration], ends: false) + empty
    try serving(bytes) { address in
      let program = try RunningProgram(Program.mediaprobe, ["pull", address, output, "--idle", "2s"])
      #expect(eventually(100) { !program.isRunning }, "200,000 messages without a byte take longer than 100 s")
      #expect(!FileManager.default.fileExists(atPath: output))
    }
  }
}

// MARK: - The input as output

@Test(arguments: [
  (["remux", "IN", "OUT"], "plain.mp4"), (["remux", "--hybrid", "IN", "OUT"], "plain.mp4"), (["remux", "IN", "IN", "OUT"], "plain.mp4"),
  (["remux", "--faststart", "--verify", "IN", "OUT"], "plain.mp4"), (["remux", "IN", "OUT"], "avc_aac.flv"),
  (["extract", "IN", "OUT"], "tone.aac"), (["cut", "--from", "0", "IN", "OUT"], "plain.mp4"), (["join", "IN", "IN", "OUT"], "plain.mp4"),
  (["addtrack", "IN", "OTHER", "OUT"], "plain.mp4"), (["addtrack", "OTHER", "IN", "OUT"], "plain.mp4"),
  (["retag", "--hev1", "IN", "OUT"], "hvc1.mp4"), (["recover", "IN", "OUT"], "plain.mp4"),
  (["recover", "--like", "IN", "OTHER", "OUT"], "plain.mp4"), (["edit", "--set", "level_idc=51", "IN", "-o", "OUT"], "bframes.h264"),
  (["encode", "IN", "OUT:h264"], "tone.aac"), (["encode", "--audio", "IN", "OTHER", "OUT:mp4"], "tone.aac"),
  (["publish", "IN", "rtmp://127.0.0.1:1/a/b", "--record", "OUT"], "avc_aac.flv"),
])
func anOutputThatIsReadIsRefused(_ words: [String], _ fixture: String) throws {
  try withFolder("same") { folder in
    let ending = String(fixture.split(separator: ".")[1])
    let (name, before) = ("in." + ending, Data(try Places.fixture(fixture)))
    try before.write(to: folder.appending(path: name))
    try before.write(to: folder.appending(path: "other." + ending))
    try FileManager.default.createDirectory(at: folder.appending(path: "below"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: folder.appending(path: "link." + ending).path, withDestinationPath: name)
    try FileManager.default.linkItem(at: folder.appending(path: name), to: folder.appending(path: "hard." + ending))
    let there = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    for spelling in [name, "./" + name, "below/../" + name, "link." + ending, "hard." + ending] {
      let line = words.map { word in
        "'" + word.replacing("OUT", with: spelling).replacing("IN", with: name).replacing("OTHER", with: "other." + ending) + "'"
      }
      let result = try Program.shell("cd '\(folder.path)' && \"$MP\" " + line.joined(separator: " "))
      #expect(result.status == 64, "\(line): \(result.standardError)")
      #expect(try Data(contentsOf: folder.appending(path: name)) == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == there)
    }
  }
}

@Test func standardOutputThatIsReadIsRefused() throws {
  try withFolder("same") { folder in
    let (file, before) = (folder.appending(path: "a.aac"), Data(try Places.fixture("tone.aac")))
    try before.write(to: file)
    for line in ["remux a.aac - --to aac >> a.aac", "remux - - --to aac < a.aac >> a.aac", "edit - < a.aac >> a.aac"] {
      #expect(try Program.shell("cd '\(folder.path)' && \"$MP\" \(line)").status == 64, "\(line)")
      #expect(try Data(contentsOf: file) == before)
    }
  }
}

@Test func twoOutputsThatAreOneFileAreRefused() throws {
  try withFolder("same") { folder in
    let result = try Program.shell("cd '\(folder.path)' && ln -s a.mp4 link.mp4 && \"$MP\" encode in.y4m a.mp4 ./link.mp4")
    #expect(result.status == 64 && result.standardError.contains("Two outputs are the same file"), "\(result.standardError)")
  }
}
