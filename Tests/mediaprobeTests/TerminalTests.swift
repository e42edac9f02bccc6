import FLVKit
import Foundation
import RTMPKit
import TestSupport
import Testing

/// All forms of escape sequences, line breaks followed by forged lines, and bidirectional controls.
private let attacks = [
  "\u{1B}]0;title\u{7}", "\u{1B}[2J", "\u{9B}31m", "\u{9D}0;title\u{9C}", "a\nmediaprobe: forged", "a\r\nmediaprobe: forged", "a\rb",
  "a\u{8}b",
  "\u{7F}", "\u{202E}gpj.exe", "\u{2066}x", "\u{61C}\u{200F}", "a\u{2028}b", "tab\there", "nul\0nul",
]

/// The first control character; line feeds are allowed.
private func control(_ bytes: Data) -> String? {
  for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
    switch scalar.value {
    case 0x0A: continue
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: return scalar.escaped(asASCII: true)
    default: continue
    }
  }
  return nil
}

/// Whether a line imitates a message of the program.
private func isForged(_ text: String) -> Bool { text.split(separator: "\n").contains { $0.hasPrefix("mediaprobe: forged") } }

/// What `ffprobe` prints: on a terminal nothing can control it; scripts get line breaks and tabs, as from FFmpeg's.
private func checkProbe(_ words: [String]) throws {
  let piped = try Program.run(Program.mediaprobe, words)
  #expect(control(Data(piped.text.replacing("\t", with: " ").utf8)) == nil && control(Data(piped.standardError.utf8)) == nil, "\(words)")
  guard Program.has("script") else { return }
  let command = ([Program.mediaprobe] + words).map { "'\($0)'" }.joined(separator: " ")
  // The terminal writes a carriage return before each line feed.
  let shown = try Program.run("script", ["-qec", command, "/dev/null"]).text.replacing("\r\n", with: "\n")
  // Both streams go to the terminal.
  #expect(shown.contains("mediaprobe: forged") == (piped.text + piped.standardError).contains("mediaprobe: forged"), "\(words)")
  #expect(control(Data(shown.utf8)) == nil && !isForged(shown), "\(words): \(control(Data(shown.utf8)) ?? "")")
}

/// Creates an FLV file with attacks in its metadata.
private func writeAttack(_ file: URL) throws {
  var writer = FLVWriter(video: .avc, audio: nil)
  var (bytes, data): ([UInt8], FLVMetaData) = ([], FLVMetaData())
  for (number, attack) in attacks.enumerated() {
    data.further.append(AMF0Property(AMF0String("key\(number)\(attack)"), .string(AMF0String(attack))))
    data.further.append(AMF0Property(AMF0String("plain\(number)"), .string(AMF0String(attack))))
  }
  writer.appendFileHeader(to: &bytes)
  try writer.append(data, to: &bytes)
  let sps: [UInt8] = [0x67, 0x42, 0xC0, 0x0A, 0xD9, 0x05, 0x07, 0xE8, 0x84, 0, 0, 3, 0, 4, 0, 0, 3, 0, 0x50, 0xF1, 0x22, 0x64]
  let pps: [UInt8] = [0x68, 0xCB, 0x83, 0xCB, 0x20]
  let record = [1, 0x42, 0xC0, 0x0A, 0xFF, 0xE1, 0, UInt8(sps.count)] + sps + [1, 0, UInt8(pps.count)] + pps
  try writer.appendConfiguration(.video, record, to: &bytes)
  for number in 0..<3 as Range<Int64> { try writer.append(.video(.key, at: number * 40), [0, 0, 0, 2, 0x65, 0x88], 0..<6, to: &bytes) }
  try Data(bytes).write(to: file)
}

private let lines: [[String]] =
  [
    ["info"], ["info", "--format", "json"], ["flv", "--details"], ["flv", "--format", "json", "--details"],
    ["flv", "--format", "jsonl", "--details"], ["flv", "--format", "csv", "--details"], ["packets"], ["nalu"], ["trace"], ["params"],
    ["frames"],
    ["gop"], ["roundtrip"], ["mp4"],
  ] + ["default", "compact", "csv", "flat", "ini", "json", "xml"].map { ["ffprobe", "-show_format", "-show_streams", "-of", $0] }

@Test func metadataDoNothingToATerminal() throws {
  try withFolder("terminal") { folder in
    let file = folder.appending(path: "a.flv")
    try writeAttack(file)
    for line in lines {
      if line[0] == "ffprobe" {
        try checkProbe(line + [file.path])
        continue
      }
      let result = try Program.run(Program.mediaprobe, line + [file.path])
      #expect(control(result.standardOutput) == nil, "\(line): \(control(result.standardOutput) ?? "")")
      #expect(control(Data(result.standardError.utf8)) == nil, "\(line): \(result.standardError)")
      #expect(!isForged(result.text) && !isForged(result.standardError), "\(line)")
    }
    #expect(try Program.mediaprobe("info", file.path).text.contains("\\u{1B}]0;title\\u{07}"))
    #expect(try Program.mediaprobe("info", file.path).text.contains("\\u{9B}31m"))
  }
}

/// JSON escapes the text without loss.
@Test func metadataAreWholeInJSON() throws {
  try withFolder("terminal") { folder in
    let file = folder.appending(path: "a.flv")
    try writeAttack(file)
    let words = ["ffprobe", "-v", "quiet", "-show_format", "-of", "json", file.path]
    let probe = try JSONSerialization.jsonObject(with: try Program.run(Program.mediaprobe, words).standardOutput)
    let tags = ((probe as? [String: Any])?["format"] as? [String: Any])?["tags"] as? [String: String]
    let info = try JSONSerialization.jsonObject(with: try Program.mediaprobe("info", "--format", "json", file.path).standardOutput)
    let metadata = (info as? [String: Any])?["metadata"] as? [String: String]
    for (number, attack) in attacks.enumerated() where !attack.contains("\0") {
      for found in [tags, metadata] {
        #expect(found?["plain\(number)"]?.unicodeScalars.elementsEqual(attack.unicodeScalars) == true, "\(attack.debugDescription)")
      }
    }
    #expect(
      try Program.run(
        "python3", ["-c", "import sys, xml.dom.minidom; xml.dom.minidom.parseString(sys.stdin.buffer.read())"],
        input: Program.mediaprobe("ffprobe", "-v", "quiet", "-show_format", "-of", "xml", file.path).standardOutput
      ).status == 0)
  }
}

@Test(.enabled(if: Program.has("ffmpeg"))) func titlesDoNothingToATerminal() throws {
  try withFolder("terminal") { folder in
    let (source, file) = (Places.fixtures.appending(path: "plain.mp4").path, folder.appending(path: "a.mp4").path)
    for attack in attacks where !attack.contains("\0") {
      #expect(try Program.mediaprobe("remux", source, file, "--metadata", "title=\(attack)").status == 0)
      try checkProbe(["ffprobe", "-show_format", file])
      for line in [["info"], ["mp4"], ["mp4", "--full"], ["mp4", "--full", "--format", "json"]] {
        let result = try Program.run(Program.mediaprobe, line + [file])
        #expect(
          control(result.standardOutput) == nil && control(Data(result.standardError.utf8)) == nil, "\(line) \(attack.debugDescription)")
      }
    }
  }
}

@Test func namesOfFilesDoNothingToATerminal() throws {
  try withFolder("terminal") { folder in
    for attack in attacks where !attack.contains("\0") {
      let file = folder.appending(path: attack + ".flv")
      try FileManager.default.copyItem(at: Places.fixtures.appending(path: "avc_aac.flv"), to: file)
      let lines = [
        ["info", file.path], ["info", "--format", "json", file.path], [file.path + "x"], ["nalu", file.path + "x"], ["mp4", file.path],
        ["remux", file.path, file.path + "x"], ["remux", file.path, file.path], ["ffprobe", file.path + "x"], ["ffprobe", "a", attack],
        ["info", "--" + attack], ["completion", attack], ["publish", attack, attack], ["encode", file.path, attack + ".mp4"],
        ["ffprobe", "-show_entries", attack, file.path], ["ffprobe", "-v", attack, file.path],
      ]
      for line in lines {
        let result = try Program.run(Program.mediaprobe, line)
        #expect(control(result.standardOutput) == nil && control(Data(result.standardError.utf8)) == nil, "\(line)")
        #expect(!isForged(result.text) && !isForged(result.standardError), "\(line)")
      }
    }
  }
}

// MARK: - Servers

/// A server that plays one picture, then sends a status several times and ends the stream.
private func talk(_ code: String, _ words: String, times: Int, level: AMF0String = "status") throws -> [UInt8] {
  var server = RTMPConnection(.server, nonce: [])
  func status(_ level: AMF0String, _ code: String, _ words: String) throws {
    let information = AMF0Object([
      AMF0Property("level", .string(level)), AMF0Property("code", .string(AMF0String(code))),
      AMF0Property("description", .string(AMF0String(words))),
    ])
    try server.send(RTMPCommand("onStatus", 0, .null, [.object(information)]), streamID: 1)
  }
  try server.send(RTMPCommand("_result", 1, .null, [.null]))
  try server.send(RTMPCommand("_result", 4, .null, [.number(1)]))
  try status("status", "NetStream.Play.Start", words)
  // A sequence header and a picture.
  for body in [[0x17, 0, 0, 0, 0, 1, 66, 0, 10, 0xFF, 0xE0, 0], [0x17, 1, 0, 0, 0, 0, 0, 0, 1, 0x65]] as [[UInt8]] {
    server.send(RTMPMessage(.video, timestamp: 0, length: 0, streamID: 1), body, 0..<body.count)
  }
  for _ in 0..<times { try status(level, code, words) }
  server.send(UserControlMessage(.streamEOF, 1))
  return Array(server.output.bytes[server.output.range])
}

private func pull(_ bytes: [UInt8]) throws -> Program.Result {
  let server = try ScriptedServer { connection, _ in
    guard connection.handshake() else { return }
    connection.write(bytes)
    _ = connection.read(exactly: 1 << 20)
  }
  defer { server.stop() }
  let file = Places.scratch("talk.flv")
  defer { try? FileManager.default.removeItem(at: file) }
  return try Program.mediaprobe("pull", "rtmp://127.0.0.1:\(server.port)/live/x", file.path)
}

@Test func wordsOfAServerDoNothingToATerminal() throws {
  for attack in attacks {
    for level in ["status", "error"] as [AMF0String] {
      let result = try pull(try talk("NetStream.\(attack)", attack, times: 1, level: level))
      #expect(control(Data(result.standardError.utf8)) == nil, "\(result.standardError)")
      #expect(!isForged(result.standardError), "\(result.standardError)")
      #expect(result.standardError.contains("NetStream."))
    }
  }
}

/// Thousands of messages are limited to ten lines and a count of the rest.
@Test func aServerThatNeverStopsTalkingIsCutShort() throws {
  let words = String(repeating: "word ", count: 2000)
  let result = try pull(try talk("NetStream.Talk", words, times: 3000))
  let lines = result.standardError.split(separator: "\n")
  #expect(result.status == 0 && lines.count >= 11 && lines.count <= 101, "\(lines.count) lines")
  #expect(lines.allSatisfy { $0.utf8.count < 500 })
  let counted = lines.last?.split(separator: " ").compactMap { Int($0) }.first ?? 0
  #expect(lines.last?.hasSuffix("more messages of the server suppressed") == true && counted == 3000 - (lines.count - 1))
}

// MARK: - Names that are not UTF-8

@Test func namesThatAreNotUTF8() throws {
  try withFolder("names") { folder in
    try FileManager.default.copyItem(at: Places.fixtures.appending(path: "plain.mp4"), to: folder.appending(path: "plain.mp4"))
    let script = #"""
      cd "$1" && in=$(printf 'in\377.mp4') && out=$(printf 'o\201\202.mp4') && cp plain.mp4 "$in" && export LC_ALL=C
      "$MP" remux "$in" "$out" && "$MP" remux -y "$in" --hybrid "$out" && "$MP" info "$out" | head -n 1
      "$MP" "$in" --format json | head -c 40; echo
      "$MP" retag --avc3 --in-place "$in" && "$MP" nalu "missing$in" || true
      for f in *; do printf '%s' "$f" | od -An -tx1 | tr -d ' \n'; echo; done
      """#
    let result = try Program.run("bash", ["-c", script, "-", folder.path], environment: ["MP": Program.mediaprobe])
    let found = result.text.split(separator: "\n").map { String($0) }
    #expect(found.first == #"o\x81\x82.mp4"#, "\(result.text) \(result.standardError)")
    #expect(found.dropFirst().first?.contains(#""file":"in\\xFF.mp4""#) == true, "\(result.text)")
    #expect(result.standardError == "mediaprobe: missingin\\xFF.mp4: No such file or directory\n")
    #expect(found.suffix(3) == ["696eff2e6d7034", "6f81822e6d7034", "706c61696e2e6d7034"], "\(result.text)")
  }
}

@Test func outputsOfLongNamesAndLinks() throws {
  try withFolder("names") { folder in
    let source = Places.fixtures.appending(path: "plain.mp4").path
    let long = folder.appending(path: String(repeating: "n", count: 251) + ".mp4")
    #expect(try Program.mediaprobe("remux", source, long.path).status == 0)
    #expect(fileSize(long.path) > 10_000)
    let link = folder.appending(path: "link.mp4")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "target.mp4")
    for words in [["remux"], ["remux", "--hybrid"]] {
      #expect(try Program.run(Program.mediaprobe, words + [source, link.path]).status == 0)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "target.mp4")
      #expect(fileSize(folder.appending(path: "target.mp4").path) > 10_000)
    }
  }
}
