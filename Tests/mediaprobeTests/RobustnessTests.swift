import Foundation
import TestSupport
import Testing

@testable import mediaprobe

/// The commands that read a media file.
let readingCommands = commandTable.filter { $0.arguments.contains { $0.name == "file" } }.map(\.name)

/// The exit codes allowed for any input.
private let documented: Set<Int32> = [0, 1, 65]

@Test(.waiting, arguments: readingCommands) func whatCannotBeOpenedIsSaid(_ command: String) throws {
  let missing = try Program.mediaprobe(command, "/no/such/file")
  #expect(missing.status == 66)
  #expect(missing.standardError == "mediaprobe: /no/such/file: No such file or directory\n")
  // A folder is all files in it; one that has none is an error.
  let empty = Places.scratch("empty")
  try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: empty) }
  let directory = try Program.mediaprobe(command, empty.path)
  #expect(directory.status == 66 && directory.text.isEmpty)
  let why = ["\(empty.path): Is a directory", "there is no file to read: the folders and lists name none"]
  #expect(why.contains { directory.standardError == "mediaprobe: \($0)\n" }, "\(directory.standardError)")
}

@Test(.waiting) func whatMustNotBeReadIsSaid() throws {
  // Root can read everything, so the test runs as nobody; the program must then be where nobody can execute it.
  let folder = Places.scratch("locked")
  let file = folder.appending(path: "secret").path
  let program = folder.appending(path: "mediaprobe").path
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
  defer { try? FileManager.default.removeItem(at: folder) }
  // A descriptor of this process that a child of another test inherits would keep the copy from being executed.
  #expect(try Program.run("cp", [Program.mediaprobe, program]).status == 0)
  try Data([0, 0, 1, 0x67]).write(to: URL(filePath: file))
  try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: file)
  for command in readingCommands {
    let result =
      getuid() == 0
      ? try Program.run("setpriv", ["--reuid", "65534", "--regid", "65534", "--clear-groups", program, command, file])
      : try Program.run(program, [command, file])
    #expect(result.status == 66, "\(command)")
    #expect(result.standardError == "mediaprobe: \(file): Permission denied\n")
  }
}

@Test(.waiting, arguments: readingCommands) func emptyAndForeignFilesAreRefusedInOneLine(_ command: String) throws {
  for content in [
    Data(), Data("Dear reader, this is a text file.\n".utf8), Data([0x00]), Data(repeating: 0, count: 100_000),
    Data(repeating: 0xFF, count: 70_000),
  ] {
    let result = try Program.mediaprobe(command, "-", input: content)
    #expect(result.status == 65, "\(command), \(content.count) bytes")
    #expect(result.standardError.hasPrefix("mediaprobe: standard input: "))
    #expect(result.standardError.hasSuffix("\n"))
  }
}

@Test(.waiting, arguments: readingCommands) func aReaderThatGoesAwayIsNoError(_ command: String) throws {
  let fixture = ["nalu": "bframes.h264", "flv": "avc_aac.flv", "aac": "tone.aac", "mp4": "plain.mp4"][command] ?? "bframes.h264"
  // Many times the size of the pipe buffer, so that the command writes to the closed pipe.
  let copies = Places.scratch("copies")
  var data = Data()
  let one = try Data(contentsOf: Places.fixtures.appending(path: fixture))
  while data.count < 1_000_000 { data.append(one) }
  try data.write(to: copies)
  defer { try? FileManager.default.removeItem(at: copies) }
  let head = try Program.shell("$MP \(command) \(copies.path) 2>&1 | head -n 1 > /dev/null; exit ${PIPESTATUS[0]}")
  #expect([0, 1, 65].contains(head.status), "\(head.status)")
  let closed = try Program.shell("$MP \(command) \(Places.fixtures.appending(path: fixture).path) >&-")
  #expect(closed.status == 74)
  #expect(closed.standardError.contains("standard output"))
}

@Test(.waiting, .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: readingCommands) func aFullDiskIsAnError(
  _ command: String
) throws {
  let fixture = ["nalu": "bframes.h264", "flv": "avc_aac.flv", "aac": "tone.aac", "mp4": "plain.mp4"][command] ?? "bframes.h264"
  let result = try Program.shell("$MP \(command) '\(Places.fixtures.appending(path: fixture).path)' > /dev/full")
  #expect(result.status == 74)
  #expect(result.standardError == "mediaprobe: standard output: No space left on device\n")
}

/// Files truncated anywhere: rows for complete items, a documented exit code, never a signal.
@Test(.waiting, arguments: readingCommands, ["bframes.h264", "opengop.hevc", "avc_aac.flv", "tone.aac", "plain.mp4"])
func filesThatEndAnywhere(_ command: String, _ fixture: String) throws {
  let data = try Data(contentsOf: Places.fixtures.appending(path: fixture))
  for length in Array(stride(from: 0, to: data.count, by: max(1, data.count / 12))) + [1, 2, 3, 4, 5, 8, 9, 12, 13, 14, 24] {
    let result = try Program.mediaprobe(command, "-", input: data.prefix(length))
    #expect(documented.contains(result.status), "\(command) \(fixture) \(length): \(result.status)")
  }
}

/// Every command ends with a documented exit code on every corpus file, with a message if it is not 0. The findings of a check are its
/// answer, on standard output.
@Test(.waiting, .enabled(if: Places.corpus != nil), arguments: readingCommands) func everyCorpusFilePassesThrough(_ command: String) throws
{
  guard let corpus = Places.corpus else { return }
  let files = Places.corpusFiles()
  #expect(files.count > 300)
  for path in files {
    let result = try Program.mediaprobe(command, corpus.appending(path: path).path)
    #expect(documented.contains(result.status), "\(command) \(path): \(result.status)")
    let isAnswer = command == "check" && result.status == 1 && !result.standardOutput.isEmpty
    #expect(result.status == 0 || isAnswer || !result.standardError.isEmpty, "\(command) \(path)")
  }
}
