import Foundation
import TestSupport
import Testing

@testable import mediaprobe

/// Every command line that a help text ends with, run in a folder that has its files.
@Suite struct ExamplesTests {
  private static let examples = commandTable.flatMap(\.examples)

  /// Examples that need a server are run against one by the tests of their commands.
  private static func needsServer(_ example: String) -> Bool { example.contains("rtmp://") }

  @Test func everyCommandHasExamples() {
    for command in commandTable where command.name != "completion" {
      #expect(!command.examples.isEmpty, "\(command.name)")
      for example in command.examples { #expect(example.hasPrefix(command.name + " "), "\(example)") }
    }
  }

  @Test(.enabled(if: Program.has("ffmpeg") && Program.has("x264") && Program.has("x265")), arguments: examples.filter { !needsServer($0) })
  func examplesRun(_ example: String) throws {
    let folder = Places.scratch("examples")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try fill(folder)
    let words = example.split(separator: " ").map(String.init)
    let before = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    let result = try Program.run("/bin/sh", ["-c", "cd '\(folder.path)' && exec '\(Program.mediaprobe)' \(example)"])
    #expect(result.status == 0 || result.status == 1 && ["diff", "recover"].contains(words[0]), "\(result.status) \(result.standardError)")
    let written = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)).subtracting(before)
    if result.standardOutput.isEmpty { #expect(!written.isEmpty || words.contains("--in-place")) }
    for name in written {
      let size = try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)[.size] as? Int ?? 0
      #expect(size > 100, "\(name)")
    }
  }

  @Test(arguments: examples.filter(needsServer)) func examplesWithServersAreUnderstood(_ example: String) throws {
    guard case .run = try parseCommandLine(example.split(separator: " ").map(String.init), commandTable, implied: infoCommand) else {
      Issue.record("\(example)")
      return
    }
  }

  private func fill(_ folder: URL) throws {
    let files = [
      ("plain.mp4", "in.mp4"), ("avc_aac.flv", "in.flv"), ("bframes.h264", "in.h264"), ("opengop.hevc", "in.hevc"), ("tone.aac", "in.aac"),
      ("hvc1.mp4", "in.hevc.mp4"), ("hvc1.mp4", "copy.mp4"),
    ]
    for (fixture, name) in files { try Data(Places.fixture(fixture)).write(to: folder.appending(path: name)) }
    try Data(Places.fixture("avc_aac.flv").prefix(12_000)).write(to: folder.appending(path: "broken.flv"))
    // The moov follows the media data in this fixture: cut before it.
    let movie = try Places.fixture("plain.mp4")
    let moov = try #require(Data(movie).range(of: Data("moov".utf8), options: .backwards)).lowerBound - 4
    try Data(movie.prefix(moov)).write(to: folder.appending(path: "broken.mp4"))
    let recordings = folder.appending(path: "recordings")
    try FileManager.default.createDirectory(at: recordings, withIntermediateDirectories: true)
    try Data(movie).write(to: recordings.appending(path: "one.mp4"))
    try Data(Places.fixture("avc_aac.flv")).write(to: recordings.appending(path: "two.flv"))
    let pictures = "FRAME\n" + String(repeating: "\u{40}", count: 128 * 96 * 3 / 2)
    try Data(("YUV4MPEG2 W128 H96 F25:1 Ip A1:1 C420jpeg\n" + String(repeating: pictures, count: 10)).utf8).write(
      to: folder.appending(path: "in.y4m"))
  }
}
