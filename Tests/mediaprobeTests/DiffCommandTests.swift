import Foundation
import TestSupport
import Testing

/// `mediaprobe diff`: forms, exit codes, and its use by git.
@Suite struct DiffCommandTests {
  private func path(_ name: String) -> String { Places.fixtures.appending(path: name).path }

  @Test func exitCodesSayWhetherFilesDiffer() throws {
    let equal = try Program.mediaprobe("diff", path("plain.mp4"), path("plain.mp4"))
    #expect(equal.status == 0 && equal.standardOutput.isEmpty && equal.standardError.isEmpty)
    #expect(try Program.mediaprobe("diff", path("plain.mp4"), path("faststart.mp4")).status == 1)
    #expect(try Program.mediaprobe("diff", "--only", "samples", path("plain.mp4"), path("faststart.mp4")).status == 0)
    #expect(try Program.mediaprobe("diff", path("plain.mp4"), path("README.md")).status == 65)
    #expect(try Program.mediaprobe("diff", path("plain.mp4"), Places.scratch("missing").path).status == 66)
    #expect(try Program.mediaprobe("diff", path("plain.mp4")).status == 64)
    #expect(try Program.mediaprobe("diff", "-", "-").status == 64)
    #expect(try Program.mediaprobe("diff", "--only", "colours", path("plain.mp4"), path("plain.mp4")).status == 64)
    #expect(try Program.mediaprobe("diff", "--only", "times", "--ignore", "times", path("plain.mp4"), path("plain.mp4")).status == 64)
    #expect(try Program.mediaprobe("diff", "--ignore", "container", path("plain.mp4"), path("faststart.mp4")).status == 0)
  }

  /// A file that is cut off is named, and so are the samples that it lost.
  @Test func aTruncatedFileIsNamed() throws {
    try withEmptyFolder { folder in
      let cut = folder.appending(path: "cut.mp4")
      try Data(try Places.fixture("faststart.mp4").prefix(12_000)).write(to: cut)
      let result = try Program.mediaprobe("diff", path("faststart.mp4"), cut.path)
      #expect(result.status == 1 && result.text.contains("not all of them in the file"), "\(result.text)")
      #expect(result.standardError.contains("cut.mp4: track 0: "), "\(result.standardError)")
      #expect(!result.standardError.contains("faststart.mp4: track"), "\(result.standardError)")
    }
  }

  @Test func textIsInTheMannerOfDiff() throws {
    let result = try Program.run(
      "/bin/sh", ["-c", "cd '\(Places.fixtures.path)' && exec '\(Program.mediaprobe)' diff plain.mp4 faststart.mp4"])
    try Golden.check(result.text, "diff/plain.mp4.faststart.mp4.text")
    let json = try Program.run(
      "/bin/sh", ["-c", "cd '\(Places.fixtures.path)' && exec '\(Program.mediaprobe)' diff --json plain.mp4 faststart.mp4"])
    try Golden.check(json.text, "diff/plain.mp4.faststart.mp4.json")
  }

  /// A cut, a join and other metadata differ in nothing else.
  @Test func editsDifferAsExpected() throws {
    let folder = Places.scratch("diff")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = path("tone.aac")
    func made(_ name: String, _ words: String...) throws -> String {
      let output = folder.appending(path: name).path
      let result = try Program.run(Program.mediaprobe, words + [output])
      #expect(result.status == 0, "\(result.standardError)")
      return output
    }
    let cut = try made("cut.aac", "cut", "--from", "0.5", source)
    let shorter = try Program.mediaprobe("diff", source, cut).text.split(separator: "\n")
    #expect(shorter.count == 4 && shorter[3].hasPrefix("-samples 0 to "), "\(shorter)")
    let joined = try made("joined.aac", "join", source, source)
    let longer = try Program.mediaprobe("diff", source, joined).text.split(separator: "\n")
    #expect(longer.count == 4 && longer[3].hasPrefix("+samples "), "\(longer)")
    let one = try made("one.mp4", "remux", path("plain.mp4"))
    let titled = try made("titled.mp4", "remux", "--metadata", "title=A film", path("plain.mp4"))
    let metadata = try Program.mediaprobe("diff", "--ignore", "udta", one, titled).text
    #expect(metadata.contains("@@ metadata @@\n+title = \"A film\"\n"), "\(metadata)")
    #expect(!metadata.contains("samples"))
  }

  /// A part that is ignored is not compared, the others are.
  @Test func aPartIsIgnored() throws {
    let folder = Places.scratch("ignored-parts")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func movie(_ name: String) throws -> String {
      let output = folder.appending(path: name + ".mp4").path
      #expect(try Program.run(Program.mediaprobe, ["remux", path(name), output]).status == 0)
      return output
    }
    func counts(_ words: String...) throws -> [String: Int] {
      let output = try Program.run(Program.mediaprobe, ["diff", "--format", "json"] + words).standardOutput
      return try #require((try JSONSerialization.jsonObject(with: output) as? [String: Any])?["counts"] as? [String: Int])
    }
    let one = try movie("bframes.h264")
    let parts = ["container", "headers", "samples", "times"]
    var changed: Set<String> = []
    for other in [try movie("interlaced.h264"), path("plain.mp4")] {
      let all = try counts(one, other)
      changed.formUnion(all.filter { $0.value > 0 }.keys)
      for part in parts {
        let rest = try counts("--ignore", part, one, other)
        #expect(rest[part] == 0)
        // A track that one file lacks is a difference of the first part that is compared.
        for (name, count) in rest where name != part && part != "container" { #expect(count == all[name]) }
      }
      let none = try Program.run(Program.mediaprobe, ["diff"] + parts.flatMap { ["--ignore", $0] } + [one, other])
      #expect(none.status == 64 && none.standardOutput.isEmpty)
    }
    #expect(changed == Set(parts))
  }

  /// Differences of tracks name the numbers of the tracks, which can differ, and a track that one file lacks.
  @Test(.enabled(if: Program.has("ffmpeg"))) func tracksHaveNumbers() throws {
    let folder = Places.scratch("track-numbers")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func movie(_ name: String, _ options: [String]) throws -> String {
      let file = folder.appending(path: name).path
      let inputs = ["-nostdin", "-v", "error", "-i", path("plain.mp4"), "-f", "lavfi", "-i", "sine=duration=1"]
      #expect(try Program.run("ffmpeg", inputs + options + ["-c:v", "copy", "-c:a", "aac", file]).status == 0)
      return file
    }
    let one = try movie("one.mp4", ["-map", "0:v", "-map", "1:a"])
    let other = try movie("other.mp4", ["-map", "1:a", "-map", "0:v", "-bsf:v", "noise=drop=not(mod(n\\,3))"])
    let alone = try movie("alone.mp4", ["-map", "1:a"])
    func differences(_ second: String) throws -> [[String: Any]] {
      let output = try Program.run(Program.mediaprobe, ["diff", "--format", "json", one, second]).standardOutput
      return try #require((try JSONSerialization.jsonObject(with: output) as? [String: Any])?["differences"] as? [[String: Any]])
    }
    let samples = try differences(other).filter { $0["part"] as? String == "samples" }
    #expect(!samples.isEmpty && samples.allSatisfy { $0["track_a"] as? Int == 0 && $0["track_b"] as? Int == 1 }, "\(samples)")
    let missing = try differences(alone).filter { $0["section"] as? String == "tracks" }
    #expect(missing.map { $0["track_a"] as? Int } == [0] && missing.allSatisfy { $0["track_b"] == nil }, "\(missing)")
    let boxes = try differences(other).filter { ($0["section"] as? String)?.hasPrefix("moov") == true }
    #expect(!boxes.isEmpty && boxes.allSatisfy { $0["track_a"] == nil })
  }

  /// One of the files can come through a pipe.
  @Test func oneFileIsAPipe() throws {
    let result = try Program.run(Program.mediaprobe, ["diff", path("plain.mp4"), "-"], input: Data(try Places.fixture("plain.mp4")))
    #expect(result.status == 0 && result.standardOutput.isEmpty)
  }

  // MARK: - git

  /// The commands of `Documentation/diff.md`, in a repository of their own.
  @Test(.enabled(if: Program.has("git"))) func gitShowsDifferences() throws {
    let folder = Places.scratch("repository")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = try String(contentsOf: Places.root.appending(path: "Documentation/diff.md"), encoding: .utf8)
    let blocks = document.components(separatedBy: "```sh\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    let script = { (name: String) in try #require(blocks.first { $0.hasPrefix("# \(name)\n") }, "no block '\(name)'") }
    func shell(_ line: String) throws -> Program.Result {
      try Program.run(
        "bash", ["-c", "cd '\(folder.path)' && \(line)"],
        environment: [
          "PATH": URL(filePath: Program.mediaprobe).deletingLastPathComponent().path + ":"
            + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
          "HOME": folder.path, "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com",
          "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.com", "GIT_PAGER": "cat",
        ])
    }
    try FileManager.default.copyItem(atPath: path("plain.mp4"), toPath: folder.appending(path: "film.mp4").path)
    #expect(try shell("git init -q . && git add . && git commit -qm one").status == 0)
    try FileManager.default.removeItem(at: folder.appending(path: "film.mp4"))
    try FileManager.default.copyItem(atPath: path("faststart.mp4"), toPath: folder.appending(path: "film.mp4").path)
    #expect(try shell("git diff").text.contains("Binary files"))

    // As a diff driver.
    #expect(try shell("\(script("driver"))").status == 0)
    let driven = try shell("git diff")
    #expect(driven.status == 0, "\(driven.standardError)")
    #expect(driven.text.contains("+order = ftyp moov free mdat\n"), "\(driven.text) \(driven.standardError)")
    // A file that is new has nothing to be compared with.
    try FileManager.default.copyItem(atPath: path("tone.aac"), toPath: folder.appending(path: "new.aac").path)
    let added = try shell("git add new.aac && git diff --cached")
    #expect(added.status == 0, "\(added.standardError)")

    // As a textconv: git compares the texts.
    #expect(try shell("git config --unset diff.media.command; \(script("textconv"))").status == 0)
    let converted = try shell("git diff")
    #expect(converted.status == 0 && converted.text.contains("\n-        language = 21956\n") || converted.text.contains("language = "))
    #expect(!converted.text.contains("Binary files"))

    // As a difftool.
    let tool = try shell("\(script("difftool").replacingOccurrences(of: "# difftool\n", with: ""))")
    #expect(tool.text.contains("+order = ftyp moov free mdat\n"), "\(tool.text) \(tool.standardError)")
  }
}
