import Foundation
import TestSupport
import Testing

/// A number of a JSON document.
private func number(_ value: Any?) -> Int { (value as? NSNumber)?.intValue ?? .min }

/// The integers of a column: base64 of zigzag LEB128.
private func column(_ value: Any?) -> [Int] {
  guard let text = value as? String, let bytes = Data(base64Encoded: text) else { return [] }
  var (values, word, shift): ([Int], UInt64, UInt64) = ([], 0, 0)
  for byte in bytes {
    word |= UInt64(byte & 127) << shift
    shift += 7
    if byte < 128 {
      values.append(Int(truncatingIfNeeded: word >> 1) ^ -Int(truncatingIfNeeded: word & 1))
      (word, shift) = (0, 0)
    }
  }
  return values
}

/// A sample of a report.
private struct Sample {
  var dts = 0
  var cts = 0
  var size = 0
  var offset = 0
  var flags = 0
  var qp: Int?

  var type: String { ["?", "I", "P", "B"][flags >> 2 & 3] }
}

/// The samples of each track, from the chunks of a file.
private func samples(_ file: [String: Any]) -> [Int: [Sample]] {
  var tracks: [Int: [Sample]] = [:]
  var state: [Int: (dts: Int, cts: Int, end: Int, qp: Int)] = [:]
  for chunk in file["chunks"] as? [[String: Any]] ?? [] where chunk["track"] != nil {
    let track = number(chunk["track"])
    var last = state[track] ?? (0, 0, 0, 0)
    let columns = ["dts", "cts", "size", "offset", "flags"].map { column(chunk[$0]) }
    for own in columns { #expect(own.count == number(chunk["count"])) }
    let qps = column(chunk["qp"])
    for index in columns[0].indices {
      last.dts += columns[0][index]
      last.cts += columns[1][index]
      if !qps.isEmpty { last.qp += qps[index] }
      var sample = Sample(
        dts: last.dts, cts: last.cts, size: columns[2][index], offset: last.end + columns[3][index], flags: columns[4][index])
      sample.qp = sample.flags & 128 != 0 ? last.qp : nil
      last.end = sample.offset + sample.size
      tracks[track, default: []].append(sample)
    }
    state[track] = last
  }
  return tracks
}

private func document(_ data: Data) throws -> [String: Any] {
  try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
}

private func files(_ document: [String: Any]) -> [[String: Any]] { document["files"] as? [[String: Any]] ?? [] }

/// The facts in a page, and the page.
private func facts(ofPage data: Data) throws -> (facts: Data, page: String) {
  let page = String(decoding: data, as: UTF8.self)
  let start = try #require(page.range(of: "<script type=\"application/json\" id=\"facts\">"))
  let end = try #require(page[start.upperBound...].range(of: "</script>"))
  return (Data(page[start.upperBound..<end.lowerBound].utf8), page)
}

private let media = [
  "plain.mp4", "faststart.mp4", "fragmented.mp4", "hvc1.mp4", "avc_aac.flv", "bframes.h264", "interlaced.h264", "opengop.hevc", "tone.aac",
]

/// `mediaprobe report`: its facts, its page, its size, and hostile names.
@Suite struct ReportTests {
  private func path(_ name: String) -> String { Places.fixtures.appending(path: name).path }

  /// The columns hold what `packets` and `frames` print.
  @Test(arguments: media) func columnsEqualTheLists(_ name: String) throws {
    let result = try Program.mediaprobe("report", "--json", path(name))
    #expect(result.status == 0, "\(result.standardError)")
    let file = try #require(files(try document(result.standardOutput)).first)
    let tracks = samples(file)
    let packets = try document(try Program.mediaprobe("packets", "--json", "--by-track", path(name)).standardOutput)
    var listed: [Int: [[String: Any]]] = [:]
    for packet in packets["packets"] as? [[String: Any]] ?? [] { listed[number(packet["track"]), default: []].append(packet) }
    #expect(!listed.isEmpty && listed.keys.sorted() == tracks.keys.sorted())
    for (track, rows) in listed {
      let own = tracks[track] ?? []
      try #require(own.count == rows.count, "track \(track): \(own.count) of \(rows.count)")
      for (sample, row) in zip(own, rows) {
        #expect(sample.size == number(row["size"]) && sample.offset == number(row["offset"]))
        #expect(sample.flags & 1 == ((row["keyframe"] as? Bool ?? false) ? 1 : 0))
        if row["dts"] is NSNumber {
          #expect(sample.dts == number(row["dts"]) && sample.dts + sample.cts == number(row["pts"]))
        }
      }
    }
    let frames = try Program.mediaprobe("frames", "--json", path(name))
    guard frames.status == 0 else {
      #expect(name == "tone.aac")
      return
    }
    let pictures = try document(frames.standardOutput)["frames"] as? [[String: Any]] ?? []
    let index = (file["tracks"] as? [[String: Any]] ?? []).firstIndex { $0["kind"] as? String == "video" }
    let video = tracks[try #require(index)] ?? []
    try #require(!pictures.isEmpty && video.count == pictures.count)
    for (sample, picture) in zip(video, pictures) {
      #expect(sample.type == picture["type"] as? String)
      #expect(sample.offset == number(picture["offset"]) && sample.size == number(picture["size"]))
      #expect((sample.flags & 2 != 0) == picture["reference"] as? Bool)
      #expect(sample.qp == (picture["qp"] as? NSNumber)?.intValue)
      let access = picture["random_access"] as? String
      #expect((sample.flags & 32 != 0) == (access == "IDR") && (sample.flags & 16 != 0) == (access != nil && access != "IDR"))
    }
  }

  /// Pictures of encrypted tracks have types where slice headers are clear.
  @Test(
    .enabled(if: Places.corpus != nil), arguments: ["mp4/cbcs.mp4", "mp4/prog_8s_enc_dashinit.mp4", "mp4/fate_mov-3elist-encrypted.mov"])
  func encryptedTracksHaveTheTypesOfFrames(_ name: String) throws {
    let path = try #require(Places.corpus).appending(path: name).path
    let file = try #require(files(try document(try Program.mediaprobe("report", "--json", path).standardOutput)).first)
    let pictures = try document(try Program.mediaprobe("frames", "--json", path).standardOutput)["frames"] as? [[String: Any]] ?? []
    let index = (file["tracks"] as? [[String: Any]] ?? []).firstIndex { $0["kind"] as? String == "video" }
    let video = samples(file)[try #require(index)] ?? []
    try #require(!pictures.isEmpty && video.count == pictures.count)
    for (sample, picture) in zip(video, pictures) {
      #expect(sample.type == picture["type"] as? String)
      #expect(sample.qp == (picture["qp"] as? NSNumber)?.intValue)
      #expect((sample.flags & 32 != 0) == (picture["random_access"] as? String == "IDR"))
    }
  }

  /// A page has at most 40 bytes for each sample and 300,000 more, holds the facts, and asks for nothing from a network.
  @Test(arguments: media) func pagesAreSmallAndComplete(_ name: String) throws {
    let page = try Program.mediaprobe("report", path(name), "-o", "-")
    #expect(page.status == 0, "\(page.standardError)")
    let (own, text) = try facts(ofPage: page.standardOutput)
    let file = try #require(files(try document(own)).first)
    let count = samples(file).values.reduce(0) { $0 + $1.count }
    #expect(page.standardOutput.count <= 300_000 + 40 * count)
    #expect(!(file["check"] is NSNull) && !(file["info"] is NSNull))
    let nodes = (file["tree"] as? [String: Any])?["nodes"] as? [[Any]] ?? []
    #expect(nodes.count > 3 && nodes.contains { !($0[5] as? [Any] ?? []).isEmpty })
    for (index, node) in nodes.enumerated() { #expect(number(node[0]) < index) }
    #expect(text.hasPrefix("<!DOCTYPE html>") && text.contains("default-src 'none'") && !text.contains("http-equiv=\"refresh\""))
    #expect(!text.contains("src=\"") && !text.contains("@import"))
    // Only the module runs: a browser compares its hash.
    #expect(text.contains("script-src 'sha256-") && !text.contains("script-src 'unsafe-inline'"))
    let json = try Program.mediaprobe("report", "--json", path(name)).standardOutput
    #expect(json == own)
  }

  /// A long file stays below the limit too: 200,000 samples.
  @Test(.enabled(if: Program.has("ffmpeg"))) func longFilesKeepTheSizeLaw() throws {
    try withEmptyFolder { folder in
      let source = folder.appending(path: "long.mp4").path
      let made = try Program.run(
        "ffmpeg",
        ["-v", "error", "-stream_loop", "400", "-i", path("plain.mp4"), "-c", "copy", source])
      try #require(made.status == 0, "\(made.standardError)")
      let page = try Program.mediaprobe("report", source, "-o", "-")
      let count = samples(try #require(files(try document(try facts(ofPage: page.standardOutput).facts)).first)).values.reduce(0) {
        $0 + $1.count
      }
      #expect(count >= 10_000, "\(count)")
      #expect(page.standardOutput.count <= 300_000 + 40 * count, "\(page.standardOutput.count) bytes for \(count) samples")
    }
  }

  /// The columns of the buffer are those of a stream with HRD parameters: it never has more bits than its size, nor fewer than 0.
  @Test(.enabled(if: Program.has("x264"))) func buffersAreDrawn() throws {
    try withEmptyFolder { folder in
      let stream = folder.appending(path: "hrd.h264").path
      let made = try Program.shell(
        "ffmpeg -v error -f lavfi -i testsrc2=s=320x240:r=25:d=8 -pix_fmt yuv420p -f yuv4mpegpipe - | x264 --quiet --demuxer y4m --nal-hrd vbr"
          + " --vbv-maxrate 400 --vbv-bufsize 400 --bitrate 300 -o '\(stream)' -")
      try #require(made.status == 0, "\(made.standardError)")
      let file = try #require(files(try document(try Program.mediaprobe("report", "--json", stream).standardOutput)).first)
      let buffers = file["buffers"] as? [[String: Any]] ?? []
      #expect(buffers.count == 1 && number(buffers.first?["bit_rate"]) == 400_000 && number(buffers.first?["cpb_size"]) == 400_000)
      // Table A-1: MaxCPB of level 1.3 is 2000, cpbBrNalFactor of the High profile 1500.
      let level = try Program.mediaprobe("params", stream).text
      #expect(number(buffers.first?["level_cpb_size"]) == 2000 * 1500, "\(level)")
      let levels = file["levels"] as? [[String: Any]] ?? []
      #expect(levels.count == 1 && levels.first?["name"] as? String == "1.3" && number(levels.first?["track"]) == 0)
      #expect(number(levels.first?["bit_rate"]) == 768 * 1500 && number(levels.first?["cpb_size"]) == 2000 * 1500)
      let curve = (file["chunks"] as? [[String: Any]] ?? []).filter { $0["buffer"] != nil }
      let fullness = curve.flatMap { column($0["fullness"]) }
      #expect(fullness.count == 200)
      var bits = 0
      for step in fullness {
        bits += step
        #expect(bits >= 0 && bits <= 400_064)
      }
      #expect(number(buffers.first?["underflows"]) == 0 && number(buffers.first?["overflows"]) == 0)
      let svg = try Program.mediaprobe("plot", stream, "--what", "buffer")
      #expect(svg.status == 0 && svg.text.contains("NAL schedule 0"))
    }
  }

  /// A VCL buffer is emptied of slices alone: what is left never is below 0 in streams that conform.
  @Test(.enabled(if: Places.corpus != nil), arguments: ["CVSE2_Sony_B.264", "CVSEFDFT3_Sony_E.264"])
  func buffersOfSlicesAreEmptiedOfSlices(_ name: String) throws {
    let stream = try #require(Places.corpus).appending(path: "h264/" + name).path
    let file = try #require(files(try document(try Program.mediaprobe("report", "--json", stream).standardOutput)).first)
    let buffers = file["buffers"] as? [[String: Any]] ?? []
    let place = try #require(buffers.firstIndex { $0["standard"] as? String == "VCL" })
    let curve = (file["chunks"] as? [[String: Any]] ?? []).filter { ($0["buffer"] as? Int) == place }
    let (steps, removed) = (curve.flatMap { column($0["fullness"]) }, curve.flatMap { column($0["removed"]) })
    let sizes = samples(file)[0] ?? []
    try #require(steps.count == removed.count && steps.count == sizes.count && !steps.isEmpty)
    var bits = 0
    for (index, step) in steps.enumerated() {
      bits += step
      #expect(bits - removed[index] > -64 && removed[index] < sizes[index].size * 8, "picture \(index)")
    }
  }

  /// The parameter sets of a record take the room of many boxes: they come after all boxes.
  @Test(arguments: ["plain.mp4", "hvc1.mp4", "fragmented.mp4", "faststart.mp4"])
  func allBoxesOfASmallFileAreInTheTree(_ name: String) throws {
    func places(_ boxes: Any?) -> Set<String> {
      (boxes as? [[String: Any]] ?? []).reduce(into: []) {
        $0.insert("\($1["type"] ?? "") at \(number($1["offset"]))")
        $0.formUnion(places($1["children"]))
      }
    }
    let listed = try document(try Program.mediaprobe("mp4", "--format", "json", path(name)).standardOutput)
    let report = try document(try Program.mediaprobe("report", "--json", path(name)).standardOutput)
    let nodes = (files(report).first?["tree"] as? [String: Any])?["nodes"] as? [[Any]] ?? []
    let shown = Set(nodes.map { "\($0[3]) at \(number($0[1]))" })
    let wanted = places(listed["boxes"])
    #expect(wanted.count > 20)
    #expect(wanted.subtracting(shown).isEmpty, "\(wanted.subtracting(shown).sorted())")
    #expect(shown.contains { $0.hasPrefix("unit 0 of the record") })
  }

  @Test func twoFilesAreCompared() throws {
    let result = try Program.mediaprobe("report", "--json", path("plain.mp4"), path("faststart.mp4"))
    #expect(result.status == 0)
    let both = try document(result.standardOutput)
    #expect(files(both).count == 2)
    let diff = try #require(both["diff"] as? [String: Any])
    #expect(diff["equal"] as? Bool == false)
    let page = try Program.mediaprobe("report", path("plain.mp4"), path("avc_aac.flv"), "-o", "-")
    #expect(page.status == 0 && page.text.contains("plain.mp4 – "))
    // A file has 300,000 bytes and 40 for each sample, and so has the other one.
    for names in [
      ["plain.mp4", "faststart.mp4"], ["plain.mp4", "avc_aac.flv"], ["bframes.h264", "opengop.hevc"], ["hvc1.mp4", "tone.aac"],
    ] {
      let page = try Program.mediaprobe("report", path(names[0]), path(names[1]), "-o", "-")
      let own = files(try document(try facts(ofPage: page.standardOutput).facts))
      let count = own.reduce(0) { $0 + samples($1).values.reduce(0) { $0 + $1.count } }
      #expect(own.count == 2 && page.standardOutput.count <= 600_000 + 40 * count, "\(names): \(page.standardOutput.count)")
    }
  }

  /// A report is passed on: it does not tell where the file was, unless two files have one name.
  @Test func foldersAreNotShown() throws {
    try withEmptyFolder { folder in
      let paths = ["one", "two"].map { folder.appending(path: "\($0)/plain.mp4").path }
      for path in paths {
        try FileManager.default.createDirectory(atPath: String(path.dropLast(10)), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: Places.fixtures.appending(path: "plain.mp4").path, toPath: path)
      }
      let page = try Program.mediaprobe("report", paths[0], "-o", "-"),
        both = try Program.mediaprobe("report", "--json", paths[0], paths[1])
      #expect(page.status == 0 && page.text.contains("plain.mp4") && !page.text.contains(folder.path))
      #expect(files(try document(both.standardOutput)).compactMap { $0["name"] as? String } == paths)
      let chart = try Program.mediaprobe("plot", paths[0], "-o", "-")
      #expect(chart.status == 0 && chart.text.contains("plain.mp4") && !chart.text.contains(folder.path))
    }
  }

  @Test func requestsThatDoNotFitAreRefused() throws {
    #expect(try Program.mediaprobe("report", "-", "-", "-o", "-").status == 64)
    #expect(try Program.mediaprobe("report", "--open", path("plain.mp4"), "-o", "-").status == 64)
    #expect(try Program.mediaprobe("report", path("plain.mp4"), "-o", path("plain.mp4")).status == 64)
    #expect(try Program.mediaprobe("report", Places.scratch("missing").path, "-o", "-").status == 66)
    let unknown = try Program.mediaprobe("report", path("README.md"), "--json")
    #expect(unknown.status == 65)
    let file = try #require(files(try document(unknown.standardOutput)).first)
    #expect(file["refusal"] is String && file["format"] is NSNull)
  }

  /// A file is replaced when the report is complete, and opened by the program of the desktop.
  @Test func filesAreWrittenAndOpened() throws {
    try withEmptyFolder { folder in
      let page = folder.appending(path: "out.html")
      let tool = folder.appending(path: "xdg-open")
      let seen = folder.appending(path: "seen")
      try Data("#!/bin/sh\necho \"$1\" > '\(seen.path).part' && mv '\(seen.path).part' '\(seen.path)'\n".utf8).write(to: tool)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool.path)
      let result = try Program.run(
        Program.mediaprobe, ["report", path("tone.aac"), "-o", page.path, "--open"],
        environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
      #expect(result.status == 0 && result.standardOutput.isEmpty, "\(result.standardError)")
      #expect(try facts(ofPage: Data(contentsOf: page)).page.contains("tone.aac"))
      let deadline = Date().addingTimeInterval(60)
      while !FileManager.default.fileExists(atPath: seen.path), Date() < deadline { Thread.sleep(forTimeInterval: 0.05) }
      #expect(try String(contentsOf: seen, encoding: .utf8) == page.path + "\n")
    }
  }

  // MARK: - Hostile text

  private static let hostile: [String] = [
    "<script>alert(1)</script>", "</script><script>alert(1)</script>", "</title><img src=x onerror=alert(1)>", "<!--", "-->", "<![CDATA[",
    "]]>",
    "\"", "'", "\\", "&amp;", "&lt;script&gt;", "a\u{1B}[31mred", "\u{1B}]0;title\u{7}", "a\nb", "a\r\nb", "a\tb", "\u{202E}evil",
    "\u{2066}x\u{2069}",
    "\u{200F}\u{061C}", "a\u{2028}b", "a\u{2029}b", "${alert(1)}", "`+alert(1)+`", "{{constructor}}", "<svg onload=alert(1)>",
    "</SCRIPT >", "javascript:alert(1)", "a\u{85}x", "\u{1F600}\u{10FFFD}", String(repeating: "<b>", count: 30_000),
  ]

  /// Titles appear as text: no page has a character of markup in its facts, and the facts have the title.
  @Test func hostileTitlesAreText() throws {
    #expect(Self.hostile.count >= 30)
    try withEmptyFolder { folder in
      for (index, title) in Self.hostile.enumerated() {
        let source = folder.appending(path: "\(index).mp4").path
        let made = try Program.mediaprobe("remux", "--metadata", "title=\(title)", path("plain.mp4"), source)
        try #require(made.status == 0, "\(made.standardError)")
        let page = try Program.mediaprobe("report", source, "-o", "-")
        #expect(page.status == 0, "\(page.standardError)")
        let (own, text) = try facts(ofPage: page.standardOutput)
        Self.checkCharacters(text, own)
        let info = files(try document(own)).first?["info"] as? [String: Any]
        let shown = try #require((info?["metadata"] as? [String: Any])?["title"] as? String, "\(title.prefix(40))")
        if title.utf8.count < 1000 { #expect(shown == title) } else { #expect(title.hasPrefix(shown.dropLast()) && shown.hasSuffix("…")) }
        #expect(page.standardOutput.count < 300_000 + 40 * 1000)
      }
    }
  }

  /// Names of files appear as text in the title and in the facts, and in a chart.
  @Test func hostileNamesAreText() throws {
    try withEmptyFolder { folder in
      var charts: [String] = []
      for (index, name) in Self.hostile.enumerated() where name.utf8.count < 200 {
        let folder = folder.appending(path: "\(index)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let source = folder.path + "/" + name.replacing("/", with: "\u{2215}") + ".aac"
        try Data(try Places.fixture("tone.aac")).write(to: URL(filePath: source))
        let page = try Program.mediaprobe("report", source, "-o", "-")
        #expect(page.status == 0, "\(page.standardError)")
        let (own, text) = try facts(ofPage: page.standardOutput)
        Self.checkCharacters(text, own)
        #expect(files(try document(own)).first?["name"] as? String == URL(filePath: source).lastPathComponent)
        let title = try #require(text.range(of: "<title>")).upperBound
        let end = try #require(text[title...].range(of: "</title>")).lowerBound
        #expect(!text[title..<end].contains("<") && !text[title..<end].contains("\""))
        let chart = folder.appending(path: "chart.svg")
        #expect(try Program.mediaprobe("plot", source, "-o", chart.path).status == 0)
        charts.append(chart.path)
      }
      try checkXML(charts)
    }
  }

  /// A title of 1 MB is cut.
  @Test(.enabled(if: Program.has("ffmpeg"))) func longTitlesAreCut() throws {
    try withEmptyFolder { folder in
      let list = folder.appending(path: "list.txt")
      try Data((";FFMETADATA1\ntitle=" + String(repeating: "<i>long", count: 150_000) + "\n").utf8).write(to: list)
      let source = folder.appending(path: "long.mp4").path
      let made = try Program.run(
        "ffmpeg", ["-v", "error", "-i", path("plain.mp4"), "-i", list.path, "-map_metadata", "1", "-c", "copy", source])
      try #require(made.status == 0, "\(made.standardError)")
      let size = try FileManager.default.attributesOfItem(atPath: source)[.size] as? Int ?? 0
      #expect(size > 1_000_000)
      let page = try Program.mediaprobe("report", source, "-o", "-")
      #expect(page.standardOutput.count < 340_000)
      Self.checkCharacters(page.text, try facts(ofPage: page.standardOutput).facts)
    }
  }

  private static func checkCharacters(_ page: String, _ facts: Data) {
    #expect(!facts.contains(0x3C))
    for scalar in page.unicodeScalars {
      let isBad =
        switch scalar.value {
        case 0x0A: false
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
      if isBad { Issue.record("U+\(String(scalar.value, radix: 16)) in the page") }
    }
  }

  private func checkXML(_ paths: [String]) throws {
    let check = "import sys\nfrom xml.dom import minidom\nfor path in sys.argv[1:]: minidom.parse(path)\nprint(len(sys.argv) - 1)"
    let result = try Program.run("python3", ["-c", check] + paths)
    #expect(result.status == 0 && result.text == "\(paths.count)\n", "\(result.standardError)")
  }

  // MARK: - Charts

  /// The curves of tracks begin where the edit lists show them, on one clock.
  @Test(.enabled(if: Program.has("ffmpeg"))) func tracksThatBeginLaterAreDrawnLater() throws {
    try withEmptyFolder { folder in
      let late = folder.appending(path: "late.mp4").path
      let made = try Program.run(
        "ffmpeg",
        [
          "-v", "error", "-itsoffset", "3", "-i", path("plain.mp4"), "-i", path("plain.mp4"), "-map", "0:v", "-map", "1:a", "-c", "copy",
          late,
        ])
      #expect(made.status == 0, "\(made.standardError)")
      let text = try Program.mediaprobe("plot", late, "--what", "interleave").text
      let starts = text.matches(of: /class="[a-z]+ s[0-9]" d="M([0-9.]+)/).compactMap { Double($0.1) }.sorted()
      // Sound from 0 to 1 s and pictures from 3 to 4 s: they share no part of an axis of 4 s.
      try #require(starts.count == 2, "\(text.prefix(3000))")
      #expect(starts[1] - starts[0] > 500, "\(starts)")
    }
  }

  /// Pictures that cannot be read start groups where the container says so.
  @Test(.enabled(if: Places.corpus != nil), arguments: ["cbcs.mp4", "scuffle_av1_aac_fragmented.mp4"])
  func groupsOfOtherPicturesStart(_ name: String) throws {
    let file = try #require(Places.corpus).appending(path: "mp4/" + name).path
    let text = try Program.mediaprobe("plot", file, "--what", "gop").text
    #expect(text.contains(/class="group" d="M/), "\(text.prefix(2000))")
  }

  /// Each chart of each fixture is XML, and small.
  @Test func chartsAreXML() throws {
    try withEmptyFolder { folder in
      var charts: [String] = []
      for name in media {
        for what in ["bitrate", "gop", "buffer", "clock", "interleave"] {
          let chart = folder.appending(path: "\(name).\(what).svg")
          let result = try Program.mediaprobe("plot", path(name), "--what", what, "-o", chart.path)
          #expect(
            result.status == (what == "buffer" || what == "gop" && name == "tone.aac" ? 1 : 0), "\(name) \(what): \(result.standardError)")
          let text = try String(contentsOf: chart, encoding: .utf8)
          #expect(text.utf8.count < 200_000 && text.contains("prefers-color-scheme: dark"))
          charts.append(chart.path)
        }
      }
      try checkXML(charts)
    }
  }

  /// Damage between tags is told, and what a chart has no room for.
  @Test func chartsSayWhatTheyLack() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      var bytes = try Places.fixture("avc_aac.flv")
      for index in bytes.count / 2..<bytes.count / 2 + 900 { bytes[index] = 0x55 }
      try Data(bytes).write(to: URL(filePath: path("a.flv")))
      let damaged = try Program.mediaprobe("plot", path("a.flv"), "-o", path("a.svg"))
      #expect(damaged.status == 1 && damaged.standardError.contains("TagType"), "\(damaged.standardError)")
      let sounds = (0..<7).flatMap { ["-f", "lavfi", "-i", "sine=\(200 * $0 + 200):d=1"] } + (0..<7).flatMap { ["-map", "\($0)"] }
      #expect(try Program.run("ffmpeg", ["-nostdin", "-v", "error"] + sounds + ["-c:a", "aac", path("b.mp4")]).status == 0)
      let many = try Program.mediaprobe("plot", path("b.mp4"), "-o", path("b.svg"))
      #expect(many.status == 0 && many.standardError.contains("1 further track is not drawn"), "\(many.standardError)")
      // A movie without its index says so once.
      let movie = try Places.fixture("plain.mp4")
      let place = try #require(movie.indices.first { movie[$0...].starts(with: "moov".utf8) })
      try Data(movie[..<(place - 4)]).write(to: URL(filePath: path("c.mp4")))
      let report = try Program.mediaprobe("report", path("c.mp4"), "-o", path("c.html"))
      #expect(report.status == 65 && report.standardError.components(separatedBy: "there is no moov").count == 2, "\(report.standardError)")
    }
  }
}
