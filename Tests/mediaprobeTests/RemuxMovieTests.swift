import Foundation
import TestSupport
import Testing

private func fixture(_ name: String) -> String { Places.fixtures.appending(path: name).path }

private func withFolder(_ body: (URL) throws -> Void) throws {
  let folder = Places.scratch("remuxmovie")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder)
}

/// Number of pictures that FFmpeg decodes.
private func frames(_ path: String) throws -> Int {
  let probe = try Program.run(
    "ffprobe", ["-v", "quiet", "-count_frames", "-select_streams", "v", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0", path])
  return Int(probe.text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
}

private func topLevel(_ path: String) throws -> [String] {
  try Program.mediaprobe("mp4", path).text.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    .compactMap { $0.split(separator: " ").first.map(String.init) }
}

/// A minute of video and audio in fragments of one second.
private func minute(_ folder: URL) throws -> String {
  let path = folder.appending(path: "minute.mp4").path
  let recorder = Program.built("SlowRecorder")
  let made = try Program.run(recorder, [fixture("plain.mp4"), path, "fragmented", "60", "0", folder.appending(path: "count").path])
  #expect(made.status == 0)
  return path
}

/// The value of a field of a box.
private func number(after name: String, in file: String, _ box: String) throws -> Int {
  let text = try Program.mediaprobe("mp4", file, "--path", box, "--full").text
  let start = try #require(text.range(of: name)).upperBound
  return try #require(Int(text[start...].prefix { $0.isNumber }))
}

@Suite(.enabled(if: Program.has("ffprobe"))) struct RemuxMovieTests {
  @Test func aHybridMovieIsPlainInTheEnd() throws {
    try withFolder { folder in
      let target = folder.appending(path: "a.mp4").path
      let result = try Program.run(Program.mediaprobe, ["remux", try minute(folder), target, "--hybrid", "--fragment", "1s", "--verify"])
      #expect(result.status == 0, "\(result.standardError)")
      #expect(try topLevel(target) == ["ftyp", "mdat", "moov"])
      #expect(try frames(target) == 1500)
    }
  }

  @Test func fragmentsOfAFileHaveIndices() throws {
    try withFolder { folder in
      let target = folder.appending(path: "a.mp4").path
      #expect(try Program.run(Program.mediaprobe, ["remux", try minute(folder), target, "--fragment", "1s"]).status == 0)
      let boxes = try topLevel(target)
      #expect(boxes.prefix(4) == ["ftyp", "moov", "sidx", "free"] && boxes.last == "mfra" && boxes.count { $0 == "moof" } == 60)
      // A second of pictures every two seconds, sixty times.
      let ticks = try number(after: "fragment_duration = ", in: target, "moov/mvex/mehd")
      let scale = try number(after: "timescale = ", in: target, "moov/mvhd")
      #expect((119...120).contains(ticks / scale))
      #expect(try frames(target) == 1500)
      // Output to a pipe has no fields that would need to be updated later.
      let pipe = try Program.mediaprobe("remux", target, "-", "--to", "mp4", "--fragment", "1s")
      let piped = folder.appending(path: "b.mp4")
      try pipe.standardOutput.write(to: piped)
      #expect(try Set(topLevel(piped.path)) == ["ftyp", "moov", "moof", "mdat"])
      #expect(try frames(piped.path) == 1500)
      #expect(try Program.mediaprobe("remux", target, "-", "--to", "mp4", "--hybrid").status == 64)
    }
  }

  /// A file of several tracks does not claim to be CMAF.
  @Test(arguments: [[], ["--track", "0"]]) func oneTrackIsCMAF(options: [String]) throws {
    try withFolder { folder in
      let target = folder.appending(path: "a.mp4").path
      let words = ["remux", "--fragment", "1s", "--cmaf"] + options + [fixturePath("plain.mp4"), target]
      let result = try Program.run(Program.mediaprobe, words)
      #expect(result.status == 0 && result.standardError.contains("CMAF") == options.isEmpty, "\(result.standardError)")
      #expect(try Program.mediaprobe("mp4", target, "--path", "ftyp", "--full").text.contains("cmfc") != options.isEmpty)
    }
  }

  @Test(arguments: ["plain.mp4", "bframes.h264", "opengop.hevc", "hvc1.mp4"], [[], ["--fragment", "1s"], ["--hybrid"]])
  func entriesLetParameterSetsIntoSamplesWhereThatIsAskedFor(source: String, layout: [String]) throws {
    try withFolder { folder in
      let target = folder.appending(path: "a.mp4").path
      let isHEVC = source.contains("h") && !source.contains("h264") && source != "plain.mp4"
      for (options, type) in [([], isHEVC ? "hvc1" : "avc1"), (["--hev1"], isHEVC ? "hev1" : "avc3")] {
        #expect(try Program.run(Program.mediaprobe, ["remux", fixture(source), target] + layout + options).status == 0)
        let tag = try Program.run(
          "ffprobe", ["-v", "error", "-select_streams", "v", "-show_entries", "stream=codec_tag_string", "-of", "csv=p=0", target])
        #expect(tag.text.trimmingCharacters(in: .whitespacesAndNewlines) == type)
      }
    }
  }

  @Test(arguments: [[], ["--faststart"], ["--fragment", "1s"], ["--hybrid"]]) func metadataIsRead(layout: [String]) throws {
    try withFolder { folder in
      let target = folder.appending(path: "a.mp4").path
      let words = ["--metadata", "title=A = B", "--metadata", "artist=Ähm", "--metadata", "encoder=e"]
      #expect(try Program.run(Program.mediaprobe, ["remux", fixture("plain.mp4"), target] + layout + words).status == 0)
      let tags = try Program.run("ffprobe", ["-v", "error", "-show_entries", "format_tags", "-of", "default=nw=1", target]).text
      for tag in ["title=A = B", "artist=Ähm", "encoder=e"] { #expect(tags.contains("TAG:\(tag)\n"), "\(tags)") }
    }
    let refused = try Program.mediaprobe("remux", fixture("plain.mp4"), "/dev/null", "--to", "mp4", "--metadata", "title")
    #expect(refused.status == 64 && refused.standardError.contains("not of the form key=value: 'title'"))
  }

  /// With a limited file size the output remains playable and the error is reported.
  @Test(arguments: [100, 217, 350]) func aFullDiskLeavesAHybridMovieThatCanBePlayed(kilobytes: Int) throws {
    try withFolder { folder in
      let (source, target) = (try minute(folder), folder.appending(path: "a.mp4").path)
      let result = try Program.shell("ulimit -f \(kilobytes); \"$MP\" remux \(source) \(target) --hybrid --fragment 1s")
      #expect(result.status == 74 && result.standardError.contains("File too large"), "\(result.standardError)")
      let size = try FileManager.default.attributesOfItem(atPath: target)[.size] as? Int ?? 0
      #expect(size <= kilobytes * 1024)
      // About 17 kB per second.
      #expect(try frames(target) >= (kilobytes * 1024 / 17_500 - 1) * 25)
    }
  }

  @Test func aHybridMovieIsNotWrittenOverItsSource() throws {
    try withFolder { folder in
      let source = folder.appending(path: "a.mp4")
      try FileManager.default.copyItem(atPath: fixture("plain.mp4"), toPath: source.path)
      let result = try Program.mediaprobe("remux", source.path, source.path, "--hybrid")
      #expect(result.status == 64 && result.standardError.contains("is the same file as input"))
      #expect(FileManager.default.contentsEqual(atPath: source.path, andPath: fixture("plain.mp4")))
    }
  }

  /// FFmpeg ends subtitles with an empty sample of duration 0, which does not last as long as the text before it.
  @Test(arguments: [[], ["--faststart"], ["--fragment", "1s"]]) func anEmptyTextAtTheEndStaysShort(layout: [String]) throws {
    try withFolder { folder in
      let (text, source, copy) = (
        folder.appending(path: "a.srt"), folder.appending(path: "a.mp4").path, folder.appending(path: "b.mp4").path
      )
      try Data("1\n00:00:00,000 --> 00:00:00,400\nOne\n\n".utf8).write(to: text)
      let words = ["-v", "error", "-i", fixture("plain.mp4"), "-i", text.path, "-map", "0", "-map", "1", "-c", "copy", "-c:s", "mov_text"]
      #expect(try Program.run("ffmpeg", words + [source]).status == 0)
      #expect(try Program.run(Program.mediaprobe, ["remux", "--verify"] + layout + [source, copy]).status == 0)
      func durations(_ path: String) throws -> [String] {
        let rows = try Program.mediaprobe("packets", path, "--track", "2", "--format", "csv").text.split(separator: "\n")
        let column = try #require(rows.first?.split(separator: ",").firstIndex(of: "duration"))
        return rows.dropFirst().map { String($0.split(separator: ",", omittingEmptySubsequences: false)[column]) }
      }
      #expect(try durations(source) == ["400000", ""])
      #expect(try durations(copy) == durations(source))
    }
  }
}
