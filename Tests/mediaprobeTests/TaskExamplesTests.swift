import BitstreamKit
import Foundation
import RemuxKit
import TestSupport
import Testing

/// The program of `Examples/Tasks`, the code of the articles in the documentation.
private let program = Program.built("TaskExamples")

private func fixture(_ name: String) -> String { Places.fixtures.appending(path: name).path }

@Suite struct TaskExamplesTests {
  /// Runs a task that writes a file.
  private func output(_ task: String, _ input: String, _ name: String, _ body: (String, Program.Result) throws -> Void) throws {
    let folder = Places.scratch("tasks")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: name).path
    let result = try Program.run(program, [task, fixture(input), path])
    #expect(result.status == 0, "\(result.standardError)")
    try body(path, result)
  }

  @Test func articlesHaveTheCodeThatIsBuilt() throws {
    let folder = Places.root.appending(path: "Examples/Tasks")
    let articles = try FileManager.default.subpathsOfDirectory(atPath: Places.root.appending(path: "Sources").path)
      .filter { $0.hasSuffix(".md") }.map { try String(contentsOf: Places.root.appending(path: "Sources/\($0)"), encoding: .utf8) }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != "main.swift" }
    #expect(files.count == 12)
    for file in files {
      let code = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      #expect(articles.contains { $0.contains("```swift\n\(code)```\n") }, "\(file) is in no article")
    }
  }

  @Test func samplesAreParsed() throws {
    let result = try Program.run(program, ["parse", fixture("bframes.h264")])
    #expect(result.status == 0 && result.text.contains("slice at") && result.text.contains("unit of type 9 at 4..<6"), "\(result.text)")
    #expect(!result.text.contains("damaged") && !result.text.contains("unknown"))
  }

  @Test func streamsAreRecorded() throws {
    try output("record-stream", "avc_aac.flv", "a.mp4") { path, result in
      let expected = try Program.mediaprobe("packets", "--format", "csv", fixture("avc_aac.flv")).text.split(separator: "\n").count
      #expect(try Program.mediaprobe("packets", "--format", "csv", path).text.split(separator: "\n").count == expected)
      let check = try Program.mediaprobe("check", path)
      #expect(check.status == 0, "\(check.text)")
    }
  }

  @Test func recordsAreBuilt() throws {
    let result = try Program.run(program, ["configuration", fixture("bframes.h264")])
    #expect(result.status == 0 && result.text.hasPrefix("avc1.") && result.text.contains("with 1 SPS and 1 PPS"), "\(result.text)")
  }

  @Test func recordsOfHEVCAreBuilt() throws {
    let result = try Program.run(program, ["hevc-configuration", fixture("opengop.hevc")])
    #expect(result.status == 0 && result.text.hasPrefix("hvc1.") && result.text.contains("with 3 arrays"), "\(result.text)")
  }

  /// The segments, one after the other, are a file without faults with all pictures.
  @Test func segmentsAreWritten() throws {
    let count = try Program.mediaprobe("frames", "--format", "csv", fixture("bframes.h264")).text.split(separator: "\n").count - 1
    try output("segments", "bframes.h264", "a.mp4") { path, result in
      #expect(result.text.hasPrefix("segment 0: ") && result.text.contains("segment 1: "), "\(result.text)")
      let packets = try Program.mediaprobe("packets", "--format", "csv", path)
      #expect(packets.status == 0 && packets.text.split(separator: "\n").count - 1 == count, "\(packets.standardError)")
      let check = try Program.mediaprobe("check", path)
      #expect(check.status == 0, "\(check.text)")
    }
  }

  @Test(arguments: ["plain.mp4", "fragmented.mp4"]) func samplesAreRead(name: String) throws {
    let result = try Program.run(program, ["samples", fixture(name)])
    let lines = result.text.split(separator: "\n")
    #expect(result.status == 0 && lines.first?.hasPrefix("sample entry: avc1 avc1.") == true, "\(result.text)")
    #expect(lines.count == 26 && lines[1].hasPrefix("0.0") && lines[1].hasSuffix("a sync sample"), "\(result.text)")
  }

  @Test func pictures() throws {
    let count = try Program.mediaprobe("frames", "--format", "csv", fixture("bframes.h264")).text.split(separator: "\n").count - 1
    for (task, name) in [("record-movie", "a.mp4"), ("record-pieces", "a.mp4"), ("movie", "a.mp4")] {
      try output(task, "bframes.h264", name) { path, _ in
        let packets = try Program.mediaprobe("packets", "--format", "csv", path)
        #expect(packets.status == 0 && packets.text.split(separator: "\n").count - 1 == count, "\(packets.standardError)")
        // The first example is for streams without B pictures, which the fixture has.
        if task == "record-movie" { return }
        let check = try Program.mediaprobe("check", path)
        #expect(check.status == 0 && !check.text.contains("warning"), "\(check.text)")
      }
    }
    for source in ["plain.mp4", "avc_aac.flv"] {
      try output("flv", source, "a.flv") { path, result in
        let from = try Program.mediaprobe("nalu", "--format", "csv", fixture(source))
        let to = try Program.mediaprobe("nalu", "--format", "csv", path)
        #expect(to.status == 0 && from.text.split(separator: "\n").count == to.text.split(separator: "\n").count)
        #expect(try Program.mediaprobe("flv", path).status == 0)
        let metaData = try #require(try MediaReader(MemorySource([UInt8](try Data(contentsOf: URL(filePath: path))))).metaData)
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
        #expect(metaData.filesize == size?.doubleValue && metaData.framerate == 25, "\(metaData)")
        #expect(try #require(metaData.duration) > 0.9)
      }
    }
  }

  @Test func filesAreRemuxedAndInspected() throws {
    try output("remux", "avc_aac.flv", "a.mp4") { path, _ in
      #expect(try Program.mediaprobe("info", path).status == 0)
      let inspected = try Program.run(program, ["inspect", path])
      #expect(inspected.status == 0 && inspected.text.contains("key pictures") && inspected.text.contains("H.264"), "\(inspected.text)")
    }
  }

  @Test(.enabled(if: Nginx.isWanted)) func streamsArePublished() throws {
    let server = try Nginx()
    let records = try server.start(recordingTo: "records")
    let result = try Program.run(program, ["publish", fixture("avc_aac.flv"), server.address("live")])
    #expect(result.status == 0, "\(result.standardError) \(result.text)")
    let record = records.appending(path: "live.flv").path
    let expected = try Program.mediaprobe("nalu", "--format", "csv", fixture("avc_aac.flv")).text.split(separator: "\n").count
    #expect(eventually { (try? Program.mediaprobe("nalu", "--format", "csv", record).text.split(separator: "\n").count) == expected })
  }
}
