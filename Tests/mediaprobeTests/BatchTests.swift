import Foundation
import TestSupport
import Testing

/// Several files in one run.
@Suite struct BatchTests {
  private func run(_ arguments: [String], input: String? = nil) throws -> Program.Result {
    try Program.run(Program.mediaprobe, arguments, input: input.map { Data($0.utf8) })
  }

  private func path(_ name: String) -> String { Places.fixtures.appending(path: name).path }

  private func objects(_ result: Program.Result) throws -> [[String: Any]] {
    try result.text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func aLineForEachFile() throws {
    let names = ["plain.mp4", "bframes.h264", "avc_aac.flv"].map(path)
    let missing = Places.scratch("missing").path
    let result = try run(["info", "--format", "jsonl"] + names + [missing])
    #expect(result.status == 66)
    #expect(result.standardError.isEmpty)
    let found = try objects(result)
    #expect(found.map { $0["file"] as? String } == names + [missing])
    #expect(found.map { $0["exit_code"] as? Int } == [0, 0, 0, 66])
    #expect(found[3]["result"] is NSNull)
    #expect((found[3]["messages"] as? [String])?.first?.hasSuffix("No such file or directory") == true)
    for (object, name) in zip(found, names) {
      let alone = try run(["info", "--json", name])
      let document = try JSONSerialization.jsonObject(with: alone.standardOutput) as? NSDictionary
      #expect(object["result"] as? NSDictionary == document)
    }
  }

  /// The answers are the same for any number of threads, in the order of the command line.
  @Test func jobsDoNotChangeTheOutput() throws {
    let names = (0..<40).map { path(["plain.mp4", "bframes.h264", "opengop.hevc", "hvc1.mp4", "known-boxes.txt"][$0 % 5]) }
    for command in [["packets", "--format", "csv"], ["frames", "--json"], ["gop"], ["trace", "--format", "jsonl"]] {
      let one = try run(command + names)
      let many = try run(command + ["--jobs", "7"] + names)
      #expect(one.standardOutput == many.standardOutput, "\(command)")
      #expect(one.standardError == many.standardError)
      #expect(one.status == 65 && many.status == 65)
    }
  }

  @Test func rowsStartWithTheirFile() throws {
    let names = [path("bframes.h264"), path("hvc1.mp4")]
    let rows = try run(["frames", "--format", "csv"] + names).text.split(separator: "\n")
    #expect(rows.first?.hasPrefix("file,index,") == true)
    for name in names {
      let alone = try run(["frames", "--format", "csv", name]).text.split(separator: "\n").dropFirst()
      #expect(rows.filter { $0.hasPrefix(name + ",") }.map { $0.dropFirst(name.count + 1) } == Array(alone))
    }
    #expect(rows.filter { $0.hasPrefix("file,") }.count == 1)
  }

  @Test func arraysAreDocuments() throws {
    let result = try run(["params", "--json", path("bframes.h264"), path("hvc1.mp4")])
    let array = try #require(try JSONSerialization.jsonObject(with: result.standardOutput) as? [[String: Any]])
    #expect(array.count == 2)
    let empty = Places.scratch("empty")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: empty) }
    #expect(try run(["params", "--json", empty.path]).text == "[]\n")
  }

  @Test func foldersAndListsNameFiles() throws {
    let folder = Places.scratch("folder")
    let inner = folder.appending(path: "b")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Places.fixture("hvc1.mp4")).write(to: inner.appending(path: "x.mp4"))
    try Data(Places.fixture("plain.mp4")).write(to: folder.appending(path: "c.mp4"))
    try Data(Places.fixture("plain.mp4")).write(to: folder.appending(path: ".hidden.mp4"))
    try FileManager.default.createSymbolicLink(atPath: inner.appending(path: "loop").path, withDestinationPath: folder.path)
    let walked = try objects(try run(["info", "--format", "jsonl", folder.path]))
    #expect(walked.map { $0["file"] as? String } == [inner.appending(path: "x.mp4").path, folder.appending(path: "c.mp4").path])
    let list = path("plain.mp4") + "\n\n" + path("hvc1.mp4") + "\n"
    let listed = try objects(try run(["info", "--format", "jsonl", "--files-from", "-"], input: list))
    #expect(listed.map { $0["file"] as? String } == [path("plain.mp4"), path("hvc1.mp4")])
    // As a program of Windows writes them.
    let foreign = "\u{FEFF}" + list.replacing("\n", with: "\r\n")
    let same = try objects(try run(["info", "--format", "jsonl", "--files-from", "-"], input: foreign))
    #expect(same.map { $0["file"] as? String } == [path("plain.mp4"), path("hvc1.mp4")])
    // As `find -print0` writes them.
    let ended = "\u{FEFF}" + list.replacing("\n", with: "\0")
    let all = try objects(try run(["info", "--format", "jsonl", "--files-from", "-"], input: ended))
    #expect(all.map { $0["file"] as? String } == [path("plain.mp4"), path("hvc1.mp4")])
  }

  /// Folders and lists without a file are no success: the path may be wrong.
  @Test(arguments: ["check", "info", "trace"]) func nothingToReadIsAnError(_ command: String) throws {
    let folder = Places.scratch("empty")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for words in [[folder.path], ["--files-from", "-"]] {
      let result = try run([command] + words, input: "")
      #expect(result.status == 66)
      #expect(result.standardError.contains("no file to read"), "\(result.standardError)")
    }
  }

  /// A file without an answer has null, also where answers are lists.
  @Test func filesWithoutAnAnswerHaveNone() throws {
    let found = try objects(try run(["trace", "--format", "jsonl", "/nonexistent", path("golden")]))
    #expect(!found.isEmpty)
    for item in found where item["exit_code"] as? Int != 0 { #expect(item["result"] is NSNull) }
  }

  /// 2,000 files in one process, two at a time.
  @Test func manyFilesAreOneRun() throws {
    let list = String(repeating: path("hvc1.mp4") + "\n", count: 2000)
    let result = try run(["info", "--format", "jsonl", "--jobs", "2", "--files-from", "-"], input: list)
    #expect(result.status == 0)
    #expect(result.text.utf8.count { $0 == 0x0A } == 2000)
  }

  @Test(arguments: ["0", "-1", "many", "257"]) func jobsAreANumber(_ text: String) throws {
    for files in [[path("hvc1.mp4"), path("plain.mp4")], [path("hvc1.mp4")]] {
      let result = try run(["info", "--jobs", text] + files)
      #expect(result.status == 64)
      #expect(result.standardError.contains("'--jobs'"))
    }
  }
}
