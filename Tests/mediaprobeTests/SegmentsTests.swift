import Foundation
import TestSupport
import Testing

private let corpus = ProcessInfo.processInfo.environment["MEDIAPROBE_CORPUS"]

/// The folders of an initialization segment and segments.
private let folders = Set(
  Places.corpusFiles("mp4/segments").filter { $0.hasSuffix("init.mp4") }.map { $0.split(separator: "/").dropLast().joined(separator: "/") }
).sorted()

/// A fragmented fixture as an initialization segment and one segment for each fragment.
private func segments(_ folder: URL) throws -> (initialization: String, segments: [String]) {
  let bytes = try Places.fixture("fragmented.mp4")
  var parts: [[UInt8]] = [[]]
  var place = 0
  while place + 8 <= bytes.count {
    let size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    let type = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
    if type == "mfra" { break }
    if type == "moof" { parts.append([]) }
    // An index would describe the whole file.
    if type != "sidx" { parts[parts.count - 1] += bytes[place..<place + size] }
    place += size
  }
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let paths = parts.indices.map { folder.appending(path: $0 == 0 ? "init.mp4" : "\($0).m4s").path }
  for (path, part) in zip(paths, parts) { try Data(part).write(to: URL(filePath: path)) }
  return (paths[0], Array(paths.dropFirst()))
}

@Suite struct SegmentsTests {
  /// A segment alone has no tracks: each command says what is missing.
  @Test(arguments: [["packets"], ["packets", "--summary"], ["frames"], ["gop"], ["nalu"], ["params"]])
  func aSegmentAloneIsNamed(command: [String]) throws {
    let folder = Places.scratch("segment-alone-\(command.joined())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (_, rest) = try segments(folder)
    let result = try Program.run(Program.mediaprobe, command + [rest[0]])
    #expect(
      result.status != 0 && result.standardError.contains("fragments need a preceding initialization segment"), "\(result.standardError)")
    #expect(!result.standardError.contains("is not in the moov"), "\(result.standardError)")
  }

  /// It is whole: commands about a file as such end with 0.
  @Test(arguments: [["info"], ["check"], ["report", "--json", "-o", "-"]]) func aSegmentAloneIsNotDamaged(command: [String]) throws {
    let folder = Places.scratch("segment-whole-\(command[0])")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (_, rest) = try segments(folder)
    let result = try Program.run(Program.mediaprobe, command + [rest[0]])
    #expect(result.status == 0, "\(result.standardError)")
    let cut = folder.appending(path: "cut.m4s")
    try Data(contentsOf: URL(filePath: rest[0])).dropLast(200).write(to: cut)
    #expect(try Program.run(Program.mediaprobe, command + [cut.path]).status != 0)
  }

  @Test func segmentsAreReadAsOneFile() throws {
    let folder = Places.scratch("segments")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (first, rest) = try segments(folder)
    #expect(rest.count > 1)
    let joined = folder.appending(path: "joined.mp4").path
    try Data(([first] + rest).flatMap { try [UInt8](Data(contentsOf: URL(filePath: $0))) }).write(to: URL(filePath: joined))
    for command in [["packets", "--format", "csv"], ["frames", "--format", "csv"], ["nalu", "--format", "csv"], ["mp4"]] {
      let expected = try Program.run(Program.mediaprobe, command + [joined])
      let result = try Program.run(Program.mediaprobe, command + ["--init", first] + rest)
      #expect(result.text == expected.text && result.status == expected.status, "\(command): \(result.standardError)")
      #expect(!result.text.isEmpty)
    }
    // As a shell sorts names without leading zeros.
    let mixed = try Program.run(Program.mediaprobe, ["packets", "--format", "csv", "--init", first] + rest.reversed())
    #expect(mixed.text == (try Program.mediaprobe("packets", "--format", "csv", joined).text) && mixed.status == 0)
    #expect(mixed.standardError.contains("in the order of their times"), "\(mixed.standardError)")
    let info = try Program.run(Program.mediaprobe, ["info", "--json", "--init", first] + rest)
    #expect(info.status == 0 && info.text.contains("avc1"), "\(info.standardError)")

    // Copies: all segments, and one.
    let (whole, expected) = (folder.appending(path: "a.mp4").path, folder.appending(path: "b.mp4").path)
    let copied = try Program.run(Program.mediaprobe, ["remux", "--verify", "--init", first] + rest + [whole])
    #expect(copied.status == 0, "\(copied.standardError)")
    #expect(try Program.mediaprobe("remux", joined, expected).status == 0)
    #expect(try Data(contentsOf: URL(filePath: whole)) == Data(contentsOf: URL(filePath: expected)))
    let one = folder.appending(path: "one.flv").path
    #expect(try Program.mediaprobe("remux", "--init", first, rest[1], one).status == 0)
    let (part, stream) = (folder.appending(path: "part.mp4").path, folder.appending(path: "part.h264").path)
    #expect(try Program.run(Program.mediaprobe, ["cut", "--to", "0.5s", "--init", first] + rest + [part]).status == 0)
    #expect(try Program.run(Program.mediaprobe, ["extract", "--init", first] + rest + [stream]).status == 0)
    for command in ["cut", "extract"] {
      let several = try Program.run(Program.mediaprobe, [command] + rest + [part])
      #expect(several.status == 64 && several.standardError.contains("'--init'"), "\(several.standardError)")
    }
    // The initialization segment is an input.
    let refused = try Program.mediaprobe("remux", "--init", first, rest[0], first)
    #expect(refused.status == 64, "\(refused.standardError)")
    #expect(try Program.mediaprobe("info", "--init", folder.appending(path: "none").path, rest[0]).status == 66)
    #expect(try Program.mediaprobe("info", "--init", first, folder.appending(path: "none").path).status == 66)
  }

  /// A segment that is cut off, or none, takes nothing of the next one; what is left out is named, and ends with 1.
  @Test(arguments: ["media", "moof", "page", "empty"]) func aBrokenSegmentLeavesTheOthersWhole(_ kind: String) throws {
    let folder = Places.scratch("broken-segments-\(kind)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (first, rest) = try segments(folder)
    try #require(rest.count > 2)
    let middle = try Data(contentsOf: URL(filePath: rest[1]))
    func packets(_ paths: [String]) throws -> Program.Result {
      try Program.run(Program.mediaprobe, ["packets", "--format", "csv", "--init", first] + paths)
    }
    func sizes(_ result: Program.Result) -> [Substring] {
      result.text.split(separator: "\n").dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false)[5] }
    }
    let wanted = try packets([rest[0]] + rest[2...])
    let broken: Data =
      switch kind {
      case "media": middle.dropLast(5)
      case "moof": middle.prefix(60)
      case "page": Data("<html>404 not found</html>".utf8)
      default: Data()
      }
    try broken.write(to: URL(filePath: rest[1]))
    let found = try packets(rest)
    #expect(found.status == 1 && found.standardError.contains("\(rest[1]) is"), "\(found.standardError)")
    #expect(sizes(found) == sizes(wanted) && !sizes(found).isEmpty)
    let copy = folder.appending(path: "copy.mp4").path
    let carried = try Program.run(Program.mediaprobe, ["remux", "--verify", "--init", first] + rest + [copy])
    #expect(carried.status == 1 && carried.standardError.contains("\(rest[1]) is"), "\(carried.standardError)")
    #expect(try Program.mediaprobe("check", "--fail-on", "error", copy).status == 0)
    if kind == "media" {
      // Nothing but the last sample is lost.
      let saved = folder.appending(path: "saved.mp4").path
      let recovered = try Program.run(Program.mediaprobe, ["recover", "--init", first] + rest + [saved])
      #expect(recovered.status <= 1, "\(recovered.standardError)")
      let count = try Program.mediaprobe("packets", "--format", "csv", saved).text.split(separator: "\n").count - 1
      #expect(count > sizes(wanted).count, "\(recovered.standardError)")
    }
  }

  /// A folder has the initialization segment, and a playlist.
  @Test func aFolderOfSegmentsIsReadWithoutItsOtherFiles() throws {
    let folder = Places.scratch("segment-folder")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (first, rest) = try segments(folder)
    let wanted = try Program.run(Program.mediaprobe, ["packets", "--format", "csv", "--init", first] + rest)
    try Data("#EXTM3U\n#EXT-X-VERSION:7\n".utf8).write(to: folder.appending(path: "list.m3u8"))
    let found = try Program.mediaprobe("packets", "--format", "csv", "--init", first, folder.path)
    #expect(found.text == wanted.text && found.status == 1 && found.standardError.contains("list.m3u8 is no media segment"))
  }

  /// `explain` of a segment alone does not call its media a hole.
  @Test func mediaOfASegmentAloneIsExplained() throws {
    let folder = Places.scratch("segment-explained")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (first, rest) = try segments(folder)
    let last = try Data(contentsOf: URL(filePath: rest[1])).count - 1
    let alone = try Program.mediaprobe("explain", rest[1], "\(last)").text
    #expect(alone.contains("media of a segment") && !alone.contains("hole"), "\(alone)")
    let size = try Data(contentsOf: URL(filePath: first)).count
    let whole = try Program.mediaprobe("explain", "--init", first, rest[1], "\(size + last)").text
    #expect(whole.contains("\(first) + \(rest[1]): byte \(size + last)") && whole.contains("sample "), "\(whole)")
  }

  /// A finding names the segment that it is in, and the offset there.
  @Test func findingsAreInTheirSegments() throws {
    let folder = Places.scratch("segment-findings")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (first, rest) = try segments(folder)
    var segment = [UInt8](try Data(contentsOf: URL(filePath: rest[1])))
    let place = try #require(segment.indices.first { segment[$0...].starts(with: "mfhd".utf8) })
    segment[place + 11] = 0
    try Data(segment).write(to: URL(filePath: rest[1]))
    func check(_ form: String) throws -> Program.Result {
      try Program.run(
        Program.mediaprobe, ["check", "--format", form, "--only", "mp4.fragment-sequence", "--init", first] + rest)
    }
    let json = try #require(try JSONSerialization.jsonObject(with: check("json").standardOutput) as? [String: Any])
    let finding = try #require((json["findings"] as? [[String: Any]])?.first, "\(json)")
    let found = try #require(finding["segment"] as? [String: Any])
    let offset = try #require(found["offset"] as? Int)
    #expect(found["name"] as? String == rest[1] && offset < segment.count)
    let before = try [first, rest[0]].map { try Data(contentsOf: URL(filePath: $0)).count }.reduce(0, +)
    #expect(finding["offset"] as? Int == before + offset)
    #expect(try check("text").text.contains("byte \(offset) of \(rest[1])"))
    let sarif = try check("sarif").text
    #expect(sarif.contains("\"byteOffset\":\(offset)") && sarif.contains(URL(filePath: rest[1]).lastPathComponent), "\(sarif)")
    // A single file has none.
    #expect(try !Program.mediaprobe("check", "--format", "json", fixturePath("plain.mp4")).text.contains("\"segment\""))
    let alone = try Program.mediaprobe("report", rest[1], "-o", folder.appending(path: "r.html").path)
    #expect(alone.standardError.contains("preceding initialization segment") && !alone.standardError.contains("is not in the moov"))
  }

  /// What the initialization segment says of the whole presentation is no fault of a part.
  @Test func aPartIsNotComparedWithTheWhole() throws {
    let folder = Places.scratch("segment-part")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (first, rest) = try segments(folder)
    // The whole is stated to be longer, at another rate.
    var movie = [UInt8](try Data(contentsOf: URL(filePath: first)))
    let rate = makeBox("btrt", hex("00000000 000F4240 000F4240"))
    movie = try BoxEdit(movie).adding(makeBox("mehd", hex("00000000 00018000")), to: "moov/mvex")
    movie = try BoxEdit(movie).adding(rate, to: "moov/trak[0]/mdia/minf/stbl/stsd/avc1")
    try Data(movie).write(to: URL(filePath: first))
    let joined = folder.appending(path: "joined.mp4").path
    try Data(([first] + rest).flatMap { try [UInt8](Data(contentsOf: URL(filePath: $0))) }).write(to: URL(filePath: joined))
    let rules = ["mp4.fragment-duration", "across.bit-rate"]
    let whole = try Program.mediaprobe("check", joined).text
    for rule in rules { #expect(whole.contains(rule), "\(whole)") }
    let result = try Program.run(Program.mediaprobe, ["check", "--init", first] + rest)
    #expect(!result.text.contains("mp4.fragment-duration") && !result.text.contains("across.bit-rate"), "\(result.text)")
  }

  @Test(.enabled(if: !folders.isEmpty), arguments: folders) func segmentsOfTheCorpusHaveSamples(_ folder: String) throws {
    let base = try #require(corpus)
    let files = Places.corpusFiles(folder).map { base + "/" + $0 }
    let first = try #require(files.first { $0.hasSuffix("init.mp4") })
    let parts = files.filter { $0 != first && ($0.hasSuffix(".m4s") || $0.hasSuffix("segment.mp4")) }
    if parts.isEmpty { return }
    let joined = Places.scratch("segments")
    defer { try? FileManager.default.removeItem(at: joined) }
    let paths = [first] + parts
    try Data(paths.flatMap { try [UInt8](Data(contentsOf: URL(filePath: $0))) }).write(to: joined)
    let expected = try Program.mediaprobe("packets", "--format", "csv", joined.path)
    let result = try Program.run(Program.mediaprobe, ["packets", "--format", "csv", "--init"] + paths)
    #expect(result.text == expected.text && result.status == expected.status)
  }
}
