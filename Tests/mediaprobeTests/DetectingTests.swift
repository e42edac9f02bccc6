import Foundation
import TestSupport
import Testing

/// Files of other formats, and what messages call them.
private let foreign: [(name: String, content: String)] = [
  ("photo.jpg", "a JPEG image"), ("film.ts", "an MPEG transport stream"), ("program", "an ELF file"), ("backup.tar", "a tar archive"),
  ("sound.wav", "a WAV file"), ("letter.txt", "plain text"),
]

/// A file with start codes and parameter sets in it, which are not those of a byte stream.
private func bytes(_ name: String) throws -> [UInt8] {
  let stream = try Places.fixture("bframes.h264")
  switch name {
  case "photo.jpg": return [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0] + stream
  case "film.ts":
    var packets: [UInt8] = []
    for start in stride(from: 0, to: stream.count - 184, by: 184) { packets += [0x47, 0x41, 0, 0x10] + stream[start..<start + 184] }
    return packets
  case "program": return [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + [UInt8](repeating: 0, count: 56) + stream
  case "backup.tar":
    let head = Array("bframes.h264".utf8) + [UInt8](repeating: 0, count: 245) + Array("ustar".utf8)
    return head + [UInt8](repeating: 0, count: 512 - head.count) + stream
  case "sound.wav": return Array("RIFF".utf8) + [0, 0, 1, 0x67] + Array("WAVEfmt ".utf8) + stream
  default: return Array("Dear reader, what follows is no film.\n".utf8)
  }
}

/// A folder of its own, for files that keep their names.
private func folder() throws -> URL {
  let folder = Places.scratch("detecting")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder
}

private let commands = [
  "info", "nalu", "frames", "gop", "trace", "params", "packets", "aac", "flv", "mp4", "roundtrip", "edit", "remux", "cut", "join",
  "extract",
  "addtrack", "recover", "retag",
]

@Test(arguments: commands) func foreignFilesAreRefusedByName(_ command: String) throws {
  let folder = try folder()
  defer { try? FileManager.default.removeItem(at: folder) }
  let output = folder.appending(path: "output.mp4")
  for (name, content) in foreign {
    let input = folder.appending(path: name)
    try Data(try bytes(name)).write(to: input)
    var words = [command, input.path]
    switch command {
    case "join", "addtrack": words += [input.path, output.path]
    case "remux", "cut", "recover": words.append(output.path)
    case "extract": words += [output.path, "--track", "0"]
    case "retag": words += ["--hvc1", output.path]
    case "edit": words += ["--set", "level_idc=41", "-o", output.path]
    default: break
    }
    let result = try Program.run(Program.mediaprobe, words)
    #expect(result.status == 65, "\(command) \(name): \(result.standardError)")
    #expect(
      result.standardError.contains("\(input.path): \(content), not H.264, H.265, AAC, FLV or MP4\n"), "\(command): \(result.standardError)"
    )
    #expect(result.standardOutput.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: output.path))
    // An output that is there stays as it is.
    let precious = Data("precious".utf8)
    try precious.write(to: output)
    if words.contains(output.path) {
      _ = try Program.run(Program.mediaprobe, words)
      #expect(try Data(contentsOf: output) == precious, "\(command) \(name)")
    }
    try FileManager.default.removeItem(at: output)
  }
}

/// What comes through a pipe is told by what was read ahead, and nothing of it is lost.
@Test(arguments: ["nalu", "frames", "trace", "params", "aac", "flv", "mp4", "roundtrip", "edit"]) func pipesAreToldLikeFiles(
  _ command: String
) throws {
  for (name, content) in foreign {
    let result = try Program.mediaprobe(command, "-", input: Data(try bytes(name)))
    #expect(result.status == 65)
    #expect(result.standardError == "mediaprobe: standard input: \(content), not H.264, H.265, AAC, FLV or MP4\n", "\(command) \(name)")
  }
  let fixture = ["aac": "tone.aac", "flv": "avc_aac.flv", "mp4": "fragmented.mp4"][command] ?? "bframes.h264"
  let path = Places.fixtures.appending(path: fixture).path
  let (file, piped) = (try Program.mediaprobe(command, path), try Program.shell("cat '\(path)' | $MP \(command) -"))
  #expect(file.standardOutput == piped.standardOutput && file.status == piped.status)
}

@Test func filesOfAnotherKindNameTheirCommand() throws {
  for (command, fixture, hint) in [
    ("mp4", "bframes.h264", "an H.264 byte stream, not an MP4 file; try 'mediaprobe nalu'"),
    ("mp4", "tone.aac", "an AAC file, not an MP4 file; try 'mediaprobe aac'"),
    ("flv", "plain.mp4", "an MP4 or QuickTime file, not an FLV file; try 'mediaprobe mp4'"),
    ("aac", "opengop.hevc", "an H.265 byte stream, not an ADTS stream; try 'mediaprobe nalu'"),
    ("nalu", "tone.aac", "an AAC file, not an Annex B byte stream; try 'mediaprobe aac'"),
    ("edit", "avc_aac.flv", "an FLV file, not an Annex B byte stream; try 'mediaprobe flv'"),
  ] {
    let result = try Program.mediaprobe(command, Places.fixtures.appending(path: fixture).path)
    #expect(result.status == 65)
    #expect(result.standardError.hasSuffix("this is \(hint)\n"), "\(command) \(fixture): \(result.standardError)")
  }
}

/// With `--codec` the content is not examined.
@Test func theCodecThatIsAskedForIsBelieved() throws {
  let folder = try folder()
  defer { try? FileManager.default.removeItem(at: folder) }
  let (input, output) = (folder.appending(path: "photo.jpg").path, folder.appending(path: "output.h264").path)
  try Data(try bytes("photo.jpg")).write(to: URL(filePath: input))
  for command in ["info", "nalu", "frames", "gop", "trace", "params", "packets", "roundtrip", "edit"] {
    let result = try Program.mediaprobe(command, "--codec", "h264", input)
    #expect([0, 1].contains(result.status), "\(command): \(result.standardError)")
    #expect(!result.standardOutput.isEmpty, "\(command)")
  }
  for words in [["remux", input], ["extract", input], ["cut", input], ["join", input, input], ["recover", input]] {
    let result = try Program.run(Program.mediaprobe, words + [output, "--codec", "h264", "--fps", "25"])
    #expect([0, 1].contains(result.status), "\(words): \(result.standardError)")
    try FileManager.default.removeItem(atPath: output)
  }
  let probe = try Program.mediaprobe("ffprobe", "-v", "error", "-f", "h264", "-show_entries", "stream=codec_name", "-of", "csv=p=0", input)
  #expect(probe.text == "h264\n")
  #expect(try Program.mediaprobe("ffprobe", "-v", "error", input).status == 1)
  // A container stays what it is.
  let movie = Places.fixtures.appending(path: "plain.mp4").path
  #expect(try Program.mediaprobe("info", "--codec", "h264", movie).text == Program.mediaprobe("info", movie).text)
}
