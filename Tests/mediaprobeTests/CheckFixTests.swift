import Foundation
import TestSupport
import Testing

/// `mediaprobe check --fix`: what it writes, prints and refuses.
@Suite struct CheckFixTests {
  /// A movie with a language of 0 and moov at the end, in a folder of its own.
  private func withBroken(_ body: (URL, URL) throws -> Void) throws {
    try withEmptyFolder { folder in
      var bytes = try Places.fixture("plain.mp4")
      let place = try #require(Data(bytes).range(of: Data("mdhd".utf8))).lowerBound
      // Version and flags, two times, time scale and duration come before it.
      bytes.replaceSubrange(place + 24..<place + 26, with: [0, 0])
      let file = folder.appending(path: "broken.mp4")
      try Data(bytes).write(to: file)
      try body(file, folder)
    }
  }

  @Test func aCopyIsMended() throws {
    try withBroken { file, folder in
      let (before, output) = (try Data(contentsOf: file), folder.appending(path: "out.mp4"))
      let result = try Program.mediaprobe("check", "--fix", file.path, "-o", output.path)
      #expect(result.status == 0, "\(result.text)")
      for part in [
        "broken.mp4: 2 findings mended, 0 remaining", "mended   mp4.language: ", "header fields corrected",
        "mended   mp4.index-after-media: ",
        "proof    all 70 samples have the bytes and times of the source",
      ] {
        #expect(result.text.contains(part), "\(part) is not in \(result.text)")
      }
      #expect(try Data(contentsOf: file) == before)
      #expect(try Program.mediaprobe("check", "--fail-on", "note", output.path).status == 0)
      #expect(try decodedFrames(output.path, "v").map(\.hash) == decodedFrames(file.path, "v").map(\.hash))
      #expect(try fileNames(folder) == ["broken.mp4", "out.mp4"])
      // There is nothing left to do.
      let again = try Program.mediaprobe("check", "--fix", output.path, "-o", folder.appending(path: "none.mp4").path)
      #expect(again.status == 0 && again.text.hasSuffix("nothing to mend\n"), "\(again.text)")
      #expect(try fileNames(folder) == ["broken.mp4", "out.mp4"])
    }
  }

  /// A byte stream copied by FFmpeg has no composition times: with those of the picture order counts, its edit shows all pictures.
  @Test(.enabled(if: Program.has("ffmpeg"))) func theEditShowsAllPicturesInOrder() throws {
    try withEmptyFolder { folder in
      let (file, output) = (folder.appending(path: "raw.mp4").path, folder.appending(path: "out.mp4").path)
      let made = try Program.run("ffmpeg", ["-nostdin", "-v", "quiet", "-i", fixturePath("bframes.h264"), "-c", "copy", file])
      #expect(made.status == 0)
      let result = try Program.mediaprobe("check", "--fix", file, "-o", output)
      #expect(result.status == 0 && result.text.contains("mended   across.composition-order"), "\(result.text)\(result.standardError)")
      #expect(try decodedFrames(output, "v").map(\.hash) == decodedFrames(fixturePath("bframes.h264"), "v").map(\.hash))
    }
  }

  /// A handler of sound over H.264: the sample entry tells what the track is, for every reader of it.
  @Test(arguments: [["check", "--fix", "-o"], ["remux"]]) func theHandlerIsThatOfTheSampleEntry(words: [String]) throws {
    try withEmptyFolder { folder in
      var bytes = try Places.fixture("faststart.mp4")
      let place = try #require(Data(bytes).range(of: Data("vide".utf8)))
      bytes.replaceSubrange(place.lowerBound..<place.upperBound, with: Array("soun".utf8))
      let (file, output) = (folder.appending(path: "broken.mp4"), folder.appending(path: "out.mp4"))
      try Data(bytes).write(to: file)
      #expect(try Program.mediaprobe("info", file.path).text.contains("Track 0, video"))
      let line = words + (words.last == "-o" ? [output.path, file.path] : [file.path, output.path])
      let result = try Program.run(Program.mediaprobe, line)
      #expect(result.status == 0, "\(result.text) \(result.standardError)")
      #expect(try Program.mediaprobe("check", "--fail-on", "warning", output.path).status == 0)
      #expect(try decodedFrames(output.path, "v").map(\.hash) == decodedFrames(fixturePath("faststart.mp4"), "v").map(\.hash))
    }
  }

  /// The configuration of HE-AAC names SBR, which only the frames had.
  @Test(.enabled(if: Program.has("ffmpeg") && Places.corpus != nil)) func replicationIsNamed() throws {
    try withEmptyFolder { folder in
      let source = try #require(Places.corpus).appending(path: "flv/h265_aac_44100.flv").path
      // ADTS has implicit signalling only.
      let (stream, file, output) = (
        folder.appending(path: "t.aac").path, folder.appending(path: "a.mp4").path, folder.appending(path: "b.mp4").path
      )
      #expect(try Program.run("ffmpeg", ["-v", "error", "-i", source, "-vn", "-c", "copy", stream]).status == 0)
      #expect(try Program.mediaprobe("remux", stream, file).status == 0)
      let words = ["check", "--fail-on", "note", "--only", "aac.sbr-implicit"]
      #expect(try Program.run(Program.mediaprobe, words + [file]).status == 1)
      let result = try Program.mediaprobe("check", "--fix", file, "-o", output)
      #expect(result.status == 0 && result.text.contains("mended   aac.sbr-implicit"), "\(result.text) \(result.standardError)")
      #expect(try Program.run(Program.mediaprobe, words + [output]).status == 0)
      #expect(try Program.mediaprobe("info", output).text.contains("HE-AAC"))
      #expect(try decodedSound(output) == decodedSound(file))
    }
  }

  /// Boxes that neither the plan nor the copy keeps are said once.
  @Test func whatIsNotCopiedIsSaidOnce() throws {
    try withEmptyFolder { folder in
      let bytes = try Places.fixture("fragmented.mp4")
      let fragment = try #require(Data(bytes).range(of: Data("moof".utf8))).lowerBound - 4
      let event = Data([0, 0, 0, 40]) + Data("emsg".utf8) + Data(count: 4) + Data("urn:x\0v\0".utf8) + Data(count: 20)
      let (file, output) = (folder.appending(path: "a.mp4"), folder.appending(path: "b.mp4").path)
      try (Data(bytes[..<fragment]) + event + Data(bytes[fragment...])).write(to: file)
      let edited = try Program.mediaprobe("edit", "--set", "colour=bt709", file.path, "-o", output)
      #expect(edited.standardError.components(separatedBy: "emsg").count == 2, "\(edited.standardError)")
      let mended = try Program.mediaprobe("check", "--fix", file.path, "-y", "-o", output)
      #expect(mended.text.components(separatedBy: "emsg").count == 2, "\(mended.text)")
    }
  }

  @Test func theFileItselfIsMendedWhereBytesKeepTheirPlaces() throws {
    try withBroken { file, folder in
      // What moves bytes is left, and said.
      let result = try Program.mediaprobe("check", "--fix", "--in-place", file.path)
      #expect(result.status == 0, "\(result.text) \(result.standardError)")
      for part in ["1 finding mended, 1 remaining", "mended   mp4.language: ", "proof    all bytes but", "its remedy moves bytes"] {
        #expect(result.text.contains(part), "\(part) is not in \(result.text)")
      }
      let whole = Data(try Places.fixture("plain.mp4"))
      #expect(try Data(contentsOf: file) == whole)
      let refused = try Program.mediaprobe("check", "--fix", "--in-place", file.path)
      #expect(refused.status == 1 && refused.standardError.contains("write a new file with '-o'"), "\(refused.standardError)")
      #expect(try Data(contentsOf: file) == whole)
      #expect(try fileNames(folder) == ["broken.mp4"])
    }
  }

  /// Wrong durations in the headers of the movie, a track and its media.
  @Test func durationsAreMendedInPlace() throws {
    try withBroken { file, folder in
      let whole = try Places.fixture("faststart.mp4")
      var bytes = whole
      for (box, offset, value) in [("mvhd", 20, 1), ("tkhd", 24, 2), ("mdhd", 20, 3)] as [(String, Int, UInt8)] {
        let place = try #require(bytes.firstRange(of: Array(box.utf8))).lowerBound
        bytes.replaceSubrange(place + offset..<place + offset + 4, with: [0, value, 0, 0])
      }
      try Data(bytes).write(to: file)
      let result = try Program.mediaprobe("check", "--fix", "--in-place", file.path)
      #expect(result.status == 0, "\(result.text) \(result.standardError)")
      for part in ["3 findings mended, 0 remaining", "durations set from the samples and edits", "no sample is among them"] {
        #expect(result.text.contains(part), "\(part) is not in \(result.text)")
      }
      #expect(try Data(contentsOf: file) == Data(whole))
    }
  }

  @Test func theReportIsJSONToo() throws {
    try withBroken { file, folder in
      let result = try Program.mediaprobe("check", "--fix", "--json", file.path, "-o", folder.appending(path: "out.mp4").path)
      let report = try #require(try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any])
      #expect(report["written"] as? Bool == true)
      let mended = try #require(report["mended"] as? [[String: Any]])
      #expect(mended.map { $0["rule"] as? String } == ["mp4.language", "mp4.index-after-media"])
    }
  }

  /// Nellymoser sound is not written: the report says so, and there is no output.
  @Test func whatCannotBeCarriedIsSaid() throws {
    var bytes = try Places.fixture("avc_aac.flv")
    var next = 13
    while next + 15 <= bytes.count {
      if bytes[next] == 8 { bytes[next + 11] = 0x62 }
      next += 15 + (Int(bytes[next + 1]) << 16 | Int(bytes[next + 2]) << 8 | Int(bytes[next + 3]))
    }
    bytes[bytes.count - 1] ^= 1
    try withEmptyFolder { folder in
      let file = folder.appending(path: "in.flv")
      try Data(bytes).write(to: file)
      let result = try Program.mediaprobe("check", "--fix", file.path, "-o", folder.appending(path: "out.flv").path)
      #expect(result.status == 1 && result.text.contains("  refused  "), "\(result.text) \(result.standardError)")
      #expect(result.text.contains("remains  flv.previous-tag-size"))
      #expect(try fileNames(folder) == ["in.flv"])
    }
  }

  private func status(_ file: URL, _ output: String, _ words: String...) throws -> Int32 {
    try Program.run(Program.mediaprobe, ["check", "--fix", "-y", file.path, "-o", output] + words).status
  }

  /// Rules can be left out, and what remains decides the exit code.
  @Test func exitCodesFollowWhatRemains() throws {
    try withBroken { file, folder in
      let output = folder.appending(path: "out.mp4").path
      let ignoring = try status(file, output, "--ignore", "mp4.language", "--fail-on", "note")
      #expect(ignoring == 0)
      // The boxes are written anew, with the language of an ISO file.
      #expect(try Program.mediaprobe("check", "--fail-on", "warning", output).status == 0)
      #expect(try status(file, output, "--only", "mp4.index-after-media") == 0)
      #expect(try status(file, output, "--for", "cmaf", "--only", "cmaf.one-track") == 1)
      #expect(try status(file, output, "--for", "cmaf", "--only", "cmaf.one-track", "--ignore", "cmaf") == 0)
    }
  }

  @Test func wrongRequestsAreRefused() throws {
    try withBroken { file, folder in
      let output = folder.appending(path: "out.mp4").path
      let mistakes: [([String], String)] = [
        (["--fix", file.path], "either '--output' or '--in-place'"),
        (["--fix", file.path, "-o", output, "--in-place"], "either '--output' or '--in-place'"),
        (["--fix", file.path, file.path, "-o", output], "takes one file"),
        (["--fix", file.path, "-o", "-"], "needs a file"),
        (["--fix", file.path, "-o", output, "--format", "sarif"], "text or json"),
        (["--fix", file.path, "-o", folder.appending(path: "out.flv").path], "keeps the format of its input"),
        (["--in-place", file.path], "'--in-place' needs '--fix'"),
        (["--prefer", "container", file.path], "'--prefer' needs '--fix'"),
        (["--fix", file.path, "-o", file.path], "same file"),
      ]
      for (words, message) in mistakes {
        let result = try Program.run(Program.mediaprobe, ["check"] + words)
        #expect(result.status == 64 && result.standardError.contains(message), "\(words): \(result.standardError)")
      }
      #expect(try Program.mediaprobe("check", "--fix", folder.appending(path: "missing.mp4").path, "-o", output).status == 66)
      #expect(try fileNames(folder) == ["broken.mp4"])
      try Data("kept".utf8).write(to: URL(filePath: output))
      #expect(try Program.mediaprobe("check", "--fix", "-n", file.path, "-o", output).status == 73)
      #expect(try String(contentsOfFile: output, encoding: .utf8) == "kept")
    }
  }
}
