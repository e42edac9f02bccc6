import CheckKit
import FileIO
import Foundation
import TestSupport
import Testing

@testable import mediaprobe

/// `mediaprobe check`: forms, exit codes, selection of rules.
@Suite struct CheckCommandTests {
  private func path(_ name: String) -> String { Places.fixtures.appending(path: name).path }

  /// A movie whose header states ten seconds.
  private func brokenMovie() throws -> URL {
    var bytes = try Places.fixture("plain.mp4")
    // duration of mvhd: 8 bytes of header, 16 of fields before it.
    let place = try #require(String(decoding: bytes, as: Unicode.ASCII.self).range(of: "mvhd")).lowerBound
    let offset = String(decoding: bytes, as: Unicode.ASCII.self).unicodeScalars.distance(
      from: String(decoding: bytes, as: Unicode.ASCII.self).startIndex, to: place)
    bytes.replaceSubrange(offset + 20..<offset + 24, with: [0, 0, 0x27, 0x10])
    let url = Places.scratch("broken.mp4")
    try Data(bytes).write(to: url)
    return url
  }

  @Test func exitCodesFollowTheSeverity() throws {
    #expect(try Program.mediaprobe("check", path("plain.mp4")).status == 0)
    #expect(try Program.mediaprobe("check", "--fail-on", "note", path("plain.mp4")).status == 1)
    #expect(try Program.mediaprobe("check", "--fail-on", "note", "--ignore", "mp4.index-after-media", path("plain.mp4")).status == 0)
    let broken = try brokenMovie()
    defer { try? FileManager.default.removeItem(at: broken) }
    #expect(try Program.mediaprobe("check", broken.path).status == 1)
    #expect(try Program.mediaprobe("check", "--only", "h264", broken.path).status == 0)
    #expect(try Program.mediaprobe("check", path("README.md")).status == 65)
    #expect(try Program.mediaprobe("check", Places.scratch("missing").path).status == 66)
    #expect(try Program.mediaprobe("check").status == 64)
    #expect(try Program.mediaprobe("check", "--only", "mp4.nothing", path("plain.mp4")).status == 64)
    #expect(try Program.mediaprobe("check", "--rule", "mp4.nothing").status == 64)
  }

  @Test func anUnknownRuleHasNeighbours() throws {
    let result = try Program.mediaprobe("check", "--rule", "mp4.chunk-outside-file")
    #expect(result.status == 64 && result.standardError.contains("Did you mean 'mp4.sample-outside-file'"), "\(result.standardError)")
    #expect(try !Program.mediaprobe("check", "--rule", "zzzzzzzzzzzz").standardError.contains("Did you mean"))
  }

  @Test func textNamesRuleClausePlaceAndRemedy() throws {
    let broken = try brokenMovie()
    defer { try? FileManager.default.removeItem(at: broken) }
    let text = try Program.mediaprobe("check", broken.path).text
    for part in [
      "1 error, 1 note", "error  mp4.movie-duration", "mvhd states 10 s, the longest track 1 s", "byte 15246, moov/mvhd",
      "clause: ISO/IEC 14496-12:2022 8.2.2", "remedy: ",
    ] {
      #expect(text.contains(part), "\(part) is not in \(text)")
    }
    // The most severe finding comes first.
    #expect(try #require(text.range(of: "error  ")).lowerBound < #require(text.range(of: "note  ")).lowerBound)
    #expect(!text.contains("\u{1B}"))
  }

  /// The header states ten seconds, and moov comes last.
  @Test(arguments: ["text", "json", "jsonl", "junit"]) func golden(_ form: String) throws {
    let broken = try brokenMovie()
    defer { try? FileManager.default.removeItem(at: broken) }
    let result = try Program.mediaprobe("check", "--format", form, "--only", "mp4", broken.path)
    try Golden.check(result.text.replacingOccurrences(of: broken.path, with: "broken.mp4"), "check/broken.mp4.\(form)")
  }

  @Test func aBaselineLeavesOutWhatIsKnown() throws {
    let broken = try brokenMovie()
    let baseline = Places.scratch("baseline.json")
    defer { for url in [broken, baseline] { try? FileManager.default.removeItem(at: url) } }
    for form in ["json", "jsonl", "sarif"] {
      try Program.mediaprobe("check", "--format", form, broken.path).standardOutput.write(to: baseline)
      let result = try Program.mediaprobe("check", "--baseline", baseline.path, "--fail-on", "note", broken.path)
      #expect(result.status == 0, "\(form): \(result.text)")
      #expect(result.text.hasSuffix("no findings\n"))
    }
    #expect(try Program.mediaprobe("check", "--baseline", Places.scratch("missing").path, broken.path).status == 66)
    #expect(try Program.mediaprobe("check", "--baseline", path("README.md"), broken.path).status == 65)
    // A clean file has no lines.
    try Data().write(to: baseline)
    #expect(try Program.mediaprobe("check", "--baseline", baseline.path, path("faststart.mp4")).status == 0)
  }

  /// More findings of one rule than the text shows.
  @Test func aBaselineHasAllFindings() throws {
    let (broken, baseline) = (Places.scratch("many.mp4"), Places.scratch("many.json"))
    defer { for url in [broken, baseline] { try? FileManager.default.removeItem(at: url) } }
    var bytes = try Places.fixture("plain.mp4")
    // lengthSizeMinusOne 1 for lengths of four bytes: each sample begins with an empty unit.
    let record = try #require(Data(bytes).range(of: Data("avcC".utf8))).upperBound
    bytes[record + 4] = 0xFD
    try Data(bytes).write(to: broken)
    for form in ["json", "jsonl", "sarif"] {
      let document = try Program.mediaprobe("check", "--format", form, broken.path)
      #expect(document.text.components(separatedBy: "h264.empty-unit").count > 20)
      try document.standardOutput.write(to: baseline)
      let result = try Program.mediaprobe("check", "--baseline", baseline.path, "--fail-on", "note", broken.path)
      #expect(result.status == 0, "\(form): \(result.text)")
    }
  }

  /// SARIF 2.1.0: one document with one run for any number of files, those that cannot be opened included.
  @Test(arguments: ["1", "4"]) func sarifHasOneRun(jobs: String) throws {
    let missing = Places.scratch("missing").path
    let clean = path("faststart.mp4")
    let index = "mp4.index-after-media"
    let runs: [([String], [String])] = [
      ([clean], []), ([path("plain.mp4")], [index]), ([clean, path("plain.mp4"), clean], [index]),
      (
        [clean, path("plain.mp4"), missing, path("README.md"), clean, path("plain.mp4")],
        [index, "file.not-checked", "file.not-checked", index]
      ),
    ]
    for (files, ids) in runs {
      let result = try Program.run(Program.mediaprobe, ["check", "--format", "sarif", "--jobs", jobs] + files)
      let run = try Self.run(of: result.standardOutput)
      let results = try #require(run["results"] as? [[String: Any]])
      #expect(results.map { $0["ruleId"] as? String } == ids)
      #expect(results.allSatisfy { ["error", "warning", "note"].contains($0["level"] as? String) })
      let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
      let rules = try #require(driver["rules"] as? [[String: Any]])
      #expect(Set(rules.compactMap { $0["id"] as? String }) == Set(ids + ["file.not-checked"]))
    }
  }

  /// The name of a file as a URI has its bytes, whether they are UTF-8 or not.
  @Test(arguments: [
    ([0x78, 0xFF], "x%FF.mp4"), ([0x78, 0xEF, 0x9F, 0xBF], "x%EF%9F%BF.mp4"), ([0x78, 0x20, 0xC3, 0xA9], "x%20%C3%A9.mp4"),
  ])
  func sarifNamesTheBytesOfAName(bytes: [UInt8], uri: String) throws {
    let folder = Places.scratch("names")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let name = SystemPath.text(Array(folder.path.utf8) + [0x2F] + bytes + Array(".mp4".utf8))
    let file = try OutputFile(name)
    let movie = try Places.fixture("plain.mp4")
    try file.write(movie, 0..<movie.count)
    try file.commit()
    let result = try Program.mediaprobe("check", "--format", "sarif", folder.path)
    #expect(result.text.contains("/\(uri)\""), "\(result.text.prefix(2000))")
  }

  /// Segments that follow an initialization segment are one part of a document.
  @Test(arguments: ["sarif", "junit"]) func segmentsAreAPart(form: String) throws {
    let movie = try Data(contentsOf: URL(fileURLWithPath: path("fragmented.mp4")))
    let start = try #require(movie.range(of: Data("moof".utf8))).lowerBound - 4
    let (head, segment) = (Places.scratch("init.mp4"), Places.scratch("1.m4s"))
    defer { for url in [head, segment] { try? FileManager.default.removeItem(at: url) } }
    try movie[..<start].write(to: head)
    try movie[start...].write(to: segment)
    let result = try Program.run(Program.mediaprobe, ["check", "--format", form, "--init", head.path, segment.path])
    if form == "sarif" {
      _ = try Self.run(of: result.standardOutput)
    } else {
      let text = String(decoding: result.standardOutput, as: UTF8.self)
      #expect(text.hasPrefix("<?xml") && text.hasSuffix("</testsuites>\n"))
    }
  }

  /// The only run of a document in SARIF.
  private static func run(of document: Data) throws -> [String: Any] {
    let root = try #require(try JSONSerialization.jsonObject(with: document) as? [String: Any])
    #expect(root["version"] as? String == "2.1.0")
    let runs = try #require(root["runs"] as? [[String: Any]])
    #expect(runs.count == 1)
    return try #require(runs.first)
  }

  /// JUnit's XML is well-formed, whatever a file is called, and counts failures.
  @Test func junitIsWellFormed() throws {
    let broken = try brokenMovie()
    let odd = Places.scratch("a<b>&\"c\u{1B}\n.mp4")
    try FileManager.default.copyItem(at: broken, to: odd)
    defer { for url in [broken, odd] { try? FileManager.default.removeItem(at: url) } }
    let script = """
      import sys, xml.etree.ElementTree as tree
      root = tree.fromstring(sys.stdin.buffer.read())
      print(root.tag, len(root), root[0].get('name').count('\\n'), [(s.get('tests'), s.get('failures'), s.get('errors')) for s in root])
      """
    let result = try Program.run(
      Program.mediaprobe, ["check", "--format", "junit", odd.path, path("plain.mp4"), Places.scratch("missing").path])
    #expect(result.status == 66)
    let parsed = try Program.run("python3", ["-c", script], input: result.standardOutput)
    #expect(parsed.text == "testsuites 3 1 [('3', '1', '0'), ('2', '0', '0'), ('1', '0', '1')]\n", "\(parsed.standardError)")
  }

  @Test func rulesAreListedAndExplained() throws {
    let list = try Program.mediaprobe("check", "--rules")
    #expect(list.status == 0)
    let rows = list.text.split(separator: "\n")
    #expect(rows.count > 80)
    #expect(rows.contains { $0.hasPrefix("error    mp4.movie-duration") })
    #expect(rows.contains { $0.contains("hls.fragment-start") && $0.hasSuffix("(for hls, cmaf, dash)") })
    let page = try Program.mediaprobe("check", "--rule", "mp4.movie-duration").text
    for part in ["mp4.movie-duration: ", "severity: error", "clause: ISO/IEC 14496-12:2022 8.2.2", "cause: ", "remedy: "] {
      #expect(page.contains(part))
    }
    for line in page.split(separator: "\n") { #expect(line.utf8.count <= 100) }
  }

  /// Rules of a target apply if they are asked for.
  @Test func targetsAddTheirRules() throws {
    #expect(try Program.mediaprobe("check", "--fail-on", "warning", path("plain.mp4")).status == 0)
    let result = try Program.mediaprobe("check", "--fail-on", "warning", "--for", "web", path("plain.mp4"))
    #expect(result.status == 1)
    #expect(result.text.contains("warning  mp4.index-after-media"))
    #expect(try Program.mediaprobe("check", "--for", "television", path("plain.mp4")).status == 64)
  }

  /// A pipe is checked like the file.
  @Test(arguments: ["plain.mp4", "avc_aac.flv", "bframes.h264", "tone.aac"]) func pipesAreChecked(_ name: String) throws {
    let file = try Program.mediaprobe("check", "--json", path(name))
    let pipe = try Program.run(Program.mediaprobe, ["check", "--json", "-"], input: Data(try Places.fixture(name)))
    #expect(file.status == pipe.status)
    #expect(file.standardOutput == pipe.standardOutput)
  }

  /// Several files: a line for each clean one, no headings, and a total.
  @Test func aRunOverSeveralFilesEndsWithATotal() throws {
    let names = ["tone.aac", "bframes.h264", "plain.mp4", "avc_aac.flv"].map(path)
    let text = try Program.run(Program.mediaprobe, ["check"] + names).text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.prefix(3) == ["\(names[0]): no findings", "\(names[1]): no findings", "\(names[2]): 1 note"], "\(text)")
    #expect(text.hasSuffix("OUT.mp4\n\n\(names[3]): no findings\ntotal: 4 files, 3 clean, 0 errors, 0 warnings, 1 note\n"), "\(text)")
    #expect(!text.contains("==>"))
    let missing = try Program.run(Program.mediaprobe, ["check", "--jobs", "3", Places.scratch("missing").path] + names)
    #expect(missing.status == 66)
    #expect(missing.text.hasSuffix("total: 5 files, 3 clean, 0 errors, 0 warnings, 1 note, 1 not read to the end\n"), "\(missing.text)")
    // One file has no total, and neither has a form for programs.
    #expect(!(try Program.mediaprobe("check", names[0]).text.contains("total")))
    #expect(!(try Program.run(Program.mediaprobe, ["check", "--format", "jsonl"] + names).text.contains("total")))
  }

  @Test func findingsHaveTheCommandThatMendsThem() throws {
    let result = try Program.mediaprobe("check", "--json", path("plain.mp4")).text
    #expect(result.contains("\"command\":\"mediaprobe check --fix FILE -o OUT\""))
  }

  /// Each command is one that the program understands.
  @Test func commandsAreUnderstood() throws {
    for line in Set(Check.rules.compactMap(\.command)) {
      let words = line.split(separator: " ").dropFirst().map(String.init)
      do {
        guard case .run = try parseCommandLine(words, commandTable, implied: infoCommand) else {
          Issue.record("\(line)")
          continue
        }
      } catch { Issue.record("\(line): \(error)") }
    }
  }

  #if os(Linux)
    /// A long check shows its progress on a terminal, and clears it.
    @Test(.enabled(if: Program.has("script"))) func aLongCheckShowsProgress() throws {
      let folder = Places.scratch("progress")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let stream = try Places.fixture("bframes.h264")
      try Data(Array(repeating: stream, count: 60).flatMap { $0 }).write(to: folder.appending(path: "a.h264"))
      let run = { (command: String) in
        try Program.shell(
          "cd '\(folder.path)'; rm -f pipe; mkfifo pipe; { head -c 300000; sleep 1.5; cat; } < a.h264 > pipe & \(command); wait")
      }
      let shown = try run("script -qec \"$MP check --only mp4 pipe\" /dev/null").text
      #expect(shown.contains(/\r\u{1B}\[K[0-9.]+ of about [0-9.]+ MB checked, [0-9.]+ MB\/s/), "\(shown.debugDescription)")
      #expect(shown.hasSuffix("\r\u{1B}[Kpipe: no findings\r\n"), "\(shown.debugDescription)")
      let plain = try run("$MP check --only mp4 pipe")
      #expect(plain.text == "pipe: no findings\n" && plain.standardError.isEmpty, "\(plain.standardError)")
    }
  #endif
}

/// Commands and options that remedies name exist.
@Test func remediesNameCommandsThatExist() throws {
  let pages = try String(contentsOf: Places.root.appending(path: "Documentation/rules.md"), encoding: .utf8)
  var help: [String: String] = [:]
  var count = 0
  for match in pages.matches(of: /'mediaprobe ([a-z0-9]+)([^'\n]*)'/) {
    let command = String(match.1)
    let text = try help[command] ?? Program.mediaprobe("help", command).text
    help[command] = text
    #expect(text.contains("mediaprobe \(command)"), "\(match.0)")
    for option in match.2.matches(of: /--[a-z0-9-]+/) {
      #expect(text.firstMatch(of: try Regex("\(option.0)(?![a-z0-9-])")) != nil, "\(match.0)")
      count += 1
    }
  }
  #expect(count > 40)
}
