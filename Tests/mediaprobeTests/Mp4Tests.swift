import Foundation
import TestSupport
import Testing

@testable import mediaprobe

private let fixtures = ["plain.mp4", "faststart.mp4", "fragmented.mp4", "hvc1.mp4"]

private func path(_ fixture: String) -> String { Places.fixtures.appending(path: fixture).path }

@Test(arguments: fixtures, ["text", "json", "jsonl"]) func mp4PrintsWhatItAlwaysDid(_ fixture: String, _ format: String) throws {
  let result = try Program.mediaprobe("mp4", "--format", format, path(fixture))
  #expect(result.status == 0)
  #expect(result.standardError.isEmpty)
  try Golden.check(result.text, "mp4/\(fixture).\(format)")
}

@Test(arguments: ["text", "json"]) func mp4FullPrintsWhatItAlwaysDid(_ format: String) throws {
  let result = try Program.mediaprobe("mp4", "--full", "--format", format, path("hvc1.mp4"))
  #expect(result.status == 0)
  try Golden.check(result.text, "mp4/hvc1.mp4.full.\(format)")
}

/// Damaged files give findings and the part of the tree that could be read.
@Test(
  .enabled(if: Places.corpus != nil),
  arguments: Places.corpusFiles("malformed", suffixes: [".mp4", ".mov", ".avif", ".bin"]))
func aBrokenFileEndsInAFindingAndAPartialTree(_ file: String) throws {
  let result = try Program.mediaprobe("mp4", Places.corpus?.appending(path: file).path ?? file)
  #expect([1, 65].contains(result.status))
  #expect(!result.standardError.isEmpty)
  #expect(result.text.contains { $0.isNewline })
}

/// Pipes are read without seeking, whether the index comes first or last.
@Test(arguments: fixtures, [[], ["--full"], ["--full", "--format", "json"], ["--path", "moov/trak"]])
func mp4ReadsPipesLikeFiles(_ fixture: String, _ options: [String]) throws {
  let file = try Program.run(Program.mediaprobe, ["mp4"] + options + [path(fixture)])
  let pipe = try Program.shell("cat '\(path(fixture))' | $MP mp4 \(options.joined(separator: " ")) -")
  #expect(pipe.text == file.text)
  #expect(pipe.status == file.status)
}

private struct Document: Decodable {
  var schemaVersion: Int
  var boxes: [Box]

  final class Box: Decodable {
    var type: String?
    var name: String?
    var offset: Int
    var size: Int
    var headerSize: Int
    var children: [Box]
  }

  /// Boxes in order with their depths.
  var all: [(depth: Int, box: Box)] {
    func below(_ box: Box, _ depth: Int) -> [(Int, Box)] { [(depth, box)] + box.children.flatMap { below($0, depth + 1) } }
    return boxes.flatMap { below($0, 0) }
  }
}

private func document(_ arguments: [String], input: Data? = nil) throws -> Document {
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  let output = try Program.run(Program.mediaprobe, ["mp4", "--format", "json"] + arguments, input: input)
  return try decoder.decode(Document.self, from: output.standardOutput)
}

@Test(arguments: fixtures) func theFormsSayTheSame(_ fixture: String) throws {
  let boxes = try document([path(fixture)]).all
  let lines = try Program.mediaprobe("mp4", path(fixture)).text.split(separator: "\n")
  let rows = try Program.mediaprobe("mp4", "--format", "jsonl", path(fixture)).text.split(separator: "\n")
  #expect(boxes.count == lines.count && boxes.count == rows.count && boxes.count > 20)
  for (index, (depth, box)) in boxes.enumerated() {
    let words = lines[index].split(separator: " ")
    #expect(lines[index].prefix { $0 == " " }.count == 2 * depth)
    #expect(words[0] == box.type?.trimmingCharacters(in: .whitespaces) ?? "" && words[1] == "\(box.offset)" && words[2] == "\(box.size)")
    let row = try #require(try JSONSerialization.jsonObject(with: Data(rows[index].utf8)) as? [String: Any])
    #expect(row["type"] as? String == box.type && row["depth"] as? Int == depth && row["offset"] as? Int == box.offset)
    #expect((row["path"] as? String)?.split(separator: "/").count == depth + 1)
  }
}

/// Empty container boxes give valid JSON.
@Test func emptyContainersAreGoodJSON() throws {
  let data = Data(box("moov", box("udta", []) + box("trak", box("edts", [])) + box("free", [])))
  let boxes = try document(["-"], input: data).all.map { $0.box.type }
  #expect(boxes == ["moov", "udta", "trak", "edts", "free"])
}

@Test func pathsAndDepthsSelect() throws {
  let file = path("faststart.mp4")
  func types(_ options: String...) throws -> [String] { try document(options + [file]).all.compactMap(\.box.type) }
  #expect(try types("--path", "moov/trak/mdia/hdlr") == ["hdlr", "hdlr"])
  #expect(try types("--path", "moov/trak[1]/mdia/minf", "--depth", "2") == ["minf", "smhd", "dinf", "stbl"])
  #expect(try types("--path", "moov/trak[0]/mdia/minf/stbl/stsd").contains("avcC"))
  #expect(try types("--depth", "1") == ["ftyp", "moov", "free", "mdat"])
  #expect(try types("--path", "ftyp") == ["ftyp"])
  let none = try Program.mediaprobe("mp4", "--path", "moov/trak[2]", file)
  #expect(none.status == 1)
  #expect(none.text.isEmpty && none.standardError.hasSuffix("no box matches the path\n"))
  // The same box of each fragment; the second of its siblings.
  let runs = try document(["--path", "moof/traf[1]/trun", path("fragmented.mp4")])
  #expect(runs.boxes.count == 3)
}

@Test(arguments: [
  (["--path", "moov/toolong"], "The value 'moov/toolong' is invalid for '--path <path>'."),
  (["--path", "moov//trak"], "The value 'moov//trak' is invalid for '--path <path>'."),
  (["--path", "moov/trak[x]"], "The value 'moov/trak[x]' is invalid for '--path <path>'."),
  (["--depth", "0"], "The value '0' is invalid for '--depth <n>'."),
  (["--depth", "two"], "The value 'two' is invalid for '--depth <n>'."),
])
func wrongMp4Options(_ options: [String], _ message: String) throws {
  let result = try Program.run(Program.mediaprobe, ["mp4", path("plain.mp4")] + options)
  #expect(result.status == 64)
  #expect(result.standardError.hasPrefix("Error: \(message)\n"), "\(result.standardError)")
}

/// Values have JSON types: integers, decimals and strings; table rows are objects, or plain numbers if they have a single value.
@Test func fieldsHaveTheirKinds() throws {
  func fields(_ place: String, _ options: String...) throws -> [String: Any] {
    let output = try Program.run(
      Program.mediaprobe, ["mp4", "--format", "jsonl", "--path", place, "--depth", "1", path("plain.mp4")] + options)
    let row = try JSONSerialization.jsonObject(with: Data(output.text.split(separator: "\n")[0].utf8)) as? [String: Any]
    return try #require(row?["fields"] as? [String: Any])
  }
  let header = try fields("moov/mvhd")
  #expect(
    header["rate"] as? Double == 1 && header["timescale"] as? Int == 1000 && header["matrix"] as? [Double] == [1, 0, 0, 0, 1, 0, 0, 0, 1])
  #expect(try fields("moov/trak/tkhd")["width"] as? Double == 128)
  #expect(try fields("moov/trak/mdia/hdlr")["handler_type"] as? String == "vide")
  #expect(try fields("moov/trak/mdia/hdlr")["name"] as? String == "VideoHandler")
  #expect(try fields("moov/trak/mdia/minf/stbl/stsz")["entry_size"] as? [String: Int] == ["count": 25])
  let entry = try fields("moov/trak/mdia/minf/stbl/stsd/avc1")
  #expect(entry["width"] as? Int == 128 && entry["horizresolution"] as? Double == 72)
}

@Test func fullTablesHaveEveryRow() throws {
  let output = try Program.mediaprobe(
    "mp4", "--full", "--format", "json", "--path", "moov/trak[0]/mdia/minf/stbl", path("plain.mp4"))
  let document = try #require(try JSONSerialization.jsonObject(with: output.standardOutput) as? [String: Any])
  let stbl = try #require((document["boxes"] as? [[String: Any]])?.first?["children"] as? [[String: Any]])
  func fields(_ type: String) throws -> [String: Any] {
    try #require(stbl.first { $0["type"] as? String == type }?["fields"] as? [String: Any])
  }
  #expect(try fields("stts")["entries"] as? [[String: Int]] == [["sample_count": 25, "sample_delta": 512]])
  let offsets = try #require(try fields("ctts")["entries"] as? [[String: Int]])
  #expect(offsets.reduce(0) { $0 + ($1["sample_count"] ?? 0) } == 25)
  let sizes = try #require(try fields("stsz")["entry_size"] as? [Int])
  #expect(sizes.count == 25 && sizes.allSatisfy { $0 > 0 })
}

/// Creates a box.
private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
  let size = UInt32(content.count + 8)
  return (0..<4).map { UInt8(truncatingIfNeeded: size >> UInt32(24 - 8 * $0)) } + Array(type.utf8) + content
}

private func u32(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * $0)) } }

/// A table far larger than the initial read: its count, and every row.
@Test(arguments: [false, true]) func largeTablesAreReadInPieces(_ isPipe: Bool) throws {
  let count = 300_000
  let table = box("stco", u32(0) + u32(UInt32(count)) + (0..<count).flatMap { u32(UInt32($0)) })
  let data = Data(box("moov", box("trak", box("mdia", box("minf", box("stbl", table + box("stss", u32(0) + u32(1) + u32(7))))))))
  let file = Places.scratch("table.mp4")
  try data.write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  let input = isPipe ? "cat '\(file.path)' | $MP mp4 -" : "$MP mp4 '\(file.path)'"
  #expect(try Program.shell(input).text.contains("chunk_offset \(count) rows"))
  let rows = try Program.shell("\(input) --full").text.split(separator: "\n").filter { $0.contains("chunk_offset[") }
  #expect(rows.count == count)
  #expect(rows.last?.hasSuffix("chunk_offset[\(count - 1)] = \(count - 1)") == true)
  let document = try JSONSerialization.jsonObject(with: Program.shell("\(input) --full --format json").standardOutput)
  #expect(document is [String: Any])
}

@Test func bytesThatNobodyKnowsAreShownOnRequest() throws {
  let data = Data(box("ftyp", Array("isom".utf8) + u32(0)) + box("zzzz", [UInt8](repeating: 0xAB, count: 5000)) + [0, 0, 0, 9, 1, 2, 3])
  let short = try Program.mediaprobe("mp4", "-", input: data)
  #expect(short.status == 1)
  #expect(!short.text.contains("abab") && short.text.contains("(unknown)") && short.text.contains("(not a box)"))
  func digits(_ arguments: [String]) throws -> Int {
    try Program.run(Program.mediaprobe, ["mp4", "-"] + arguments, input: data).text.components(separatedBy: "ab").count - 1
  }
  #expect(try digits(["--full"]) == 4096)
  #expect(try digits(["--full", "--format", "json"]) == 4096)
  #expect(try digits(["--full", "--path", "zzzz"]) == 5000)
}

@Test func mp4LeavesTerminalsAlone() throws {
  let handler = u32(0) + u32(0) + Array("vide".utf8) + [UInt8](repeating: 0, count: 12) + [0x1B, 0x5B, 0x32, 0x4A, 0]
  let result = try Program.mediaprobe("mp4", "-", input: Data(box("moov", box("hdlr", handler))))
  #expect(result.text.contains("\\u{1B}[2J") && !result.text.contains("\u{1B}"))
}

@Test func otherFilesAreNamed() throws {
  let flv = try Program.mediaprobe("mp4", path("avc_aac.flv"))
  #expect(flv.status == 65)
  #expect(flv.standardError.hasSuffix("this is an FLV file, not an MP4 file; try 'mediaprobe flv'\n"))
  #expect(try Program.mediaprobe("mp4", path("bframes.h264")).status == 65)
}

/// Every prefix of a small file, and every bit of its index flipped: boxes as far as readable and a documented exit code.
@Test func damagedBoxesCostThemselvesAlone() throws {
  let whole = try Places.fixture("hvc1.mp4")
  let folder = Places.scratch("damage")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  var number = 0
  func write(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: folder.appending(path: "\(number)"))
    number += 1
  }
  for length in stride(from: 0, to: whole.count, by: 13) { try write(Array(whole[..<length])) }
  for bit in stride(from: 0, to: whole.count * 8, by: 71) where bit / 8 < 40 || bit / 8 > 680 {
    var bytes = whole
    bytes[bit / 8] ^= 0x80 >> UInt8(bit % 8)
    try write(bytes)
  }
  #expect(number > 450)
  let codes = try Program.shell(
    """
    cd '\(folder.path)'
    for file in *; do
      for options in 'mp4' 'mp4 --full --format json' 'roundtrip'; do
        $MP $options $file > /dev/null 2> errors || { code=$?; [ -s errors ] || echo silent $file; echo $code; }
      done
    done | sort | uniq -c
    """)
  let seen = Set(codes.text.split(separator: "\n").map { $0.split(separator: " ").dropFirst().joined(separator: " ") })
  #expect(seen.isSubset(of: ["1", "65"]), "\(codes.text)")
}

/// The boxes of every corpus file match a reference list.
@Test(.enabled(if: Places.corpus != nil), arguments: listedFiles) func boxesAreThoseListed(_ file: String) throws {
  guard let corpus = Places.corpus else { return }
  // The list marks a box truncated by the end of the file, or data that is not a box, as bad.
  let rows = try Places.expectedRows(file + ".boxes.csv.gz")
  let theirs = rows.filter { !$0[4].hasPrefix("!") }
  let ours = try document([corpus.appending(path: file).path]).all.filter { $0.box.type != nil }
  let places = Dictionary(ours.map { ($0.box.offset, $0) }) { first, _ in first }
  for row in theirs {
    guard let offset = Int(row[1]), let found = places[offset] else { continue }
    #expect([row[0], row[2], row[3]] == ["\(found.depth)", "\(found.box.headerSize)", "\(found.box.size)"], "\(file) at \(offset)")
    if !row[4].contains("%") { #expect(row[4] == found.box.type, "\(file) at \(offset)") }
  }
  // Children of boxes that are not known as containers are not listed; nothing else may be missing.
  let unknown = ours.filter { $0.box.name == nil && $0.box.children.isEmpty }.map { $0.box.offset..<$0.box.offset + $0.box.size }
  for row in theirs {
    guard let offset = Int(row[1]), places[offset] == nil else { continue }
    #expect(unknown.contains { $0.contains(offset) }, "\(file): \(row)")
  }
}

private let listedFiles = Places.corpusFiles("mp4").filter { path in
  FileManager.default.fileExists(atPath: (Places.corpus ?? Places.root).appending(path: "expected/\(path).boxes.csv.gz").path)
}

/// The boxes in a compressed box are listed below it, at any depth and with any path.
@Test func boxesOfCompressedBoxesAreShown() throws {
  // Uncompressed DEFLATE: one stored block.
  let inner = [UInt8](box("mvhd", [UInt8](repeating: 0, count: 100)) + box("udta", []))
  let block = [1, UInt8(inner.count), 0, ~UInt8(inner.count), 255] + inner
  let data = Data(box("ftyp", Array("isom".utf8) + [0, 0, 0, 0]) + box("!mov", block))
  let all = try document(["-"], input: data).all.map { $0.box.type }
  #expect(all == ["ftyp", "!mov", "moov", "mvhd", "udta"])
  #expect(try document(["--depth", "1", "-"], input: data).all.map { $0.box.type } == ["ftyp", "!mov"])
  #expect(try document(["--path", "!mov/moov/udta", "-"], input: data).all.map { $0.box.type } == ["udta"])
  let cut = try Program.mediaprobe("mp4", "-", input: Data(box("!mov", Array(block.dropLast(4)))))
  #expect(cut.status == 1 && cut.text.contains("mvhd") && cut.standardError.contains("ends too early"), "\(cut.standardError)")
}
