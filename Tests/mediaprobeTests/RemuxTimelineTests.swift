import BitstreamKit
import Foundation
import MP4Kit
import TestSupport
import Testing

private func places(of words: String, in bytes: [UInt8]) -> [Int] {
  let name = Array(words.utf8)
  return (0...(bytes.count - name.count)).filter { bytes[$0..<$0 + name.count].elementsEqual(name) }
}

@Suite(.enabled(if: Program.has("ffmpeg"))) struct RemuxTimelineTests {
  /// Pictures that begin late do so in fragments, which have no empty edits, and again in what is made of these.
  @Test(arguments: ["0.1", "0.38", "1.5"], [[], ["--hybrid"], ["--faststart"], ["--fragment", "500ms"]])
  func aLateTrackStaysLate(_ late: String, _ layout: [String]) throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      // Pictures of 200 ms are reordered by more than some begin late.
      let film = "-f lavfi -i testsrc2=s=64x64:r=5:d=4 -f lavfi -i sine=r=48000:d=4 -c:v libx264 -g 5 -bf 3 -c:a aac a.mp4"
      let moved = "-itsoffset \(late) -i a.mp4 -i a.mp4 -map 0:v -map 1:a -c copy late.mp4"
      let made = try Program.shell("cd '\(folder.path)' && ffmpeg -nostdin -v error \(film) && ffmpeg -nostdin -v error \(moved)")
      #expect(made.status == 0, "\(made.standardError)")
      #expect(try Program.mediaprobe("remux", "--verify", "--fragment", "1s", path("late.mp4"), path("f.mp4")).status == 0)
      #expect(try !Program.mediaprobe("mp4", "--full", path("f.mp4")).text.contains("media_time=-1"))
      let back = try Program.run(Program.mediaprobe, ["remux", "--verify"] + layout + [path("f.mp4"), path("b.mp4")])
      #expect(back.status == 0, "\(back.standardError)")
      func starts(_ name: String) throws -> [Double] {
        let fields = ["-v", "error", "-show_entries", "stream=start_time", "-of", "csv=p=0", path(name)]
        return try Program.run("ffprobe", fields).text.split(separator: "\n").compactMap { Double($0) }
      }
      let before = try starts("late.mp4")
      for name in ["f.mp4", "b.mp4"] {
        let after = try starts(name)
        // FFmpeg shows the priming of sound in fragments.
        #expect(abs(after[0] - before[0]) < 0.002 && abs(after[1] - before[1]) < 0.025, "\(name): \(after) \(before)")
      }
      #expect(try decodedFrames(path("b.mp4"), "v").map(\.hash) == decodedFrames(path("late.mp4"), "v").map(\.hash))
    }
  }

  /// Edits that end after 15 pictures, or before the last picture, still end there after fragmenting: FFmpeg shows the same pictures of the
  /// movie converted back.
  @Test(arguments: [["--fragment", "200ms"], ["--hybrid"], ["--faststart"]], [15, nil])
  func anEditListKeepsItsEnd(layout: [String], pictures: Int?) throws {
    try withEmptyFolder { folder in
      let (source, between, back) = (
        folder.appending(path: "a.mp4").path, folder.appending(path: "b.mp4").path, folder.appending(path: "c.mp4").path
      )
      let all = try decodedFrames(fixturePath("plain.mp4"), "v")
      let count = pictures ?? all.count - 1
      let milliseconds = count * 40
      var bytes = try Places.fixture("plain.mp4")
      // After the name: version and flags, the entry count, and the duration of the only entry.
      for place in places(of: "elst", in: bytes) {
        bytes.replaceSubrange(place + 12..<place + 16, with: [0, 0, UInt8(milliseconds >> 8), UInt8(milliseconds & 0xFF)])
      }
      try Data(bytes).write(to: URL(filePath: source))
      let shown = try decodedFrames(source, "v")
      #expect(shown.count == count && all.count > 20, "\(shown.count) of \(all.count)")
      let first = try Program.run(Program.mediaprobe, ["remux", "--verify"] + layout + [source, between])
      #expect(first.status == 0, "\(first.standardError)")
      #expect(try Program.mediaprobe("remux", "--verify", between, back).status == 0)
      #expect(try decodedFrames(back, "v").map(\.hash) == shown.map(\.hash))
      // FLV shows everything, which is reported.
      let note = "after the last edit \(pictures == nil ? "is" : "are") hidden in the source"
      let other = try Program.mediaprobe("remux", source, folder.appending(path: "a.flv").path)
      #expect(other.status == 0 && other.standardError.contains(note), "\(other.standardError)")
      let stream = try Program.mediaprobe("extract", "--track", "0", source, folder.appending(path: "a.h264").path)
      #expect(stream.status == 0 && stream.standardError.contains(note))
    }
  }

  /// A track with an initial delay of half a second keeps it next to the tracks of another file.
  @Test func aLeadingEmptyEditStaysInAMerge() throws {
    try withEmptyFolder { folder in
      let (late, merged) = (folder.appending(path: "late.mp4").path, folder.appending(path: "merged.mp4").path)
      let words = ["-nostdin", "-v", "error", "-itsoffset", "0.5", "-i", fixturePath("tone.aac"), "-c", "copy", late]
      #expect(try Program.run("ffmpeg", words).status == 0)
      func start(_ path: String, _ stream: String) throws -> Double? {
        let words = ["-v", "error", "-select_streams", stream, "-show_entries", "stream=start_time", "-of", "csv=p=0", path]
        return Double(try Program.run("ffprobe", words).text.trimmingCharacters(in: .whitespacesAndNewlines))
      }
      let wait = try #require(try start(late, "a"))
      #expect(abs(wait - 0.5) < 0.05)
      for command in [
        ["addtrack", "--replace", "--verify", fixturePath("plain.mp4"), late, merged],
        ["remux", "--verify", fixturePath("hvc1.mp4"), late, merged],
      ] {
        let result = try Program.run(Program.mediaprobe, command)
        #expect(result.status == 0, "\(result.standardError)")
        let (sound, pictures) = (try #require(try start(merged, "a")), try #require(try start(merged, "v")))
        #expect(abs(sound - wait) < 0.002 && abs(pictures) < 0.002, "\(sound) and \(pictures)")
        let (before, after) = (try decodedFrames(late, "a"), try decodedFrames(merged, "a"))
        #expect(before.map(\.hash) == after.map(\.hash))
      }
    }
  }

  /// Fragments have no negative composition offset, with which FFmpeg shows pictures late and out of step with the sound.
  @Test(.enabled(if: Program.has("ffprobe"))) func reorderedPicturesOfFragmentsAreInTime() throws {
    try withEmptyFolder { folder in
      func path(_ name: String) -> String { folder.appending(path: name).path }
      let inputs = [fixturePath("bframes.h264"), fixturePath("tone.aac")]
      #expect(try Program.run(Program.mediaprobe, ["remux", "--verify"] + inputs + [path("plain.mp4")]).status == 0)
      // The sample table of the plain movie has signed offsets.
      for sources in [inputs, [path("plain.mp4")]] {
        let arguments = ["remux", "-y", "--verify", "--fragment", "200ms"] + sources + [path("a.mp4")]
        let result = try Program.run(Program.mediaprobe, arguments)
        #expect(result.status == 0, "\(result.standardError)")
        let shown = try decodedFrames(path("a.mp4"), "v")
        #expect(shown == (try decodedFrames(path("plain.mp4"), "v")) && shown.first?.time == 0)
        let options = ["-v", "error", "-show_entries", "stream=start_time", "-of", "csv=p=0", path("a.mp4")]
        #expect(try Program.run("ffprobe", options).text.split(separator: "\n").allSatisfy { Double($0) == 0 })
        #expect(try !Program.mediaprobe("mp4", "--full", path("a.mp4")).text.contains("sample_composition_time_offset=-"))
      }
    }
  }

  /// Fragments whose first `tfdt` is not 0 become a movie with the same start time.
  @Test func fragmentsKeepTheirStart() throws {
    try withEmptyFolder { folder in
      let (late, plain) = (folder.appending(path: "late.mp4").path, folder.appending(path: "plain.mp4").path)
      let whole = try Places.fixture("fragmented.mp4")
      var walker = BoxWalker(MemorySource(whole))
      var (bytes, fragments): ([UInt8], Int) = ([], 0)
      while let place = try walker.next() {
        walker.leave(place)
        let type = place.header.type
        if type == "moof" { fragments += 1 }
        if type == "ftyp" || type == "moov" || (type == "moof" || type == "mdat") && fragments > 1 {
          bytes += whole[Int(place.offset)..<Int(place.end)]
        }
      }
      try Data(bytes).write(to: URL(filePath: late))
      let result = try Program.mediaprobe("remux", "--verify", late, plain)
      #expect(result.status == 0 && result.standardError.contains("nothing is shown before 0.498s"), "\(result.standardError)")
      let (before, after) = (try decodedFrames(late, "v"), try decodedFrames(plain, "v"))
      let offset = (after.first?.time ?? 0) - (before.first?.time ?? 0)
      #expect(before.count > 10 && before.map(\.hash) == after.map(\.hash) && abs(offset) < 0.002, "\(offset)")
    }
  }

  /// The requested part is cut even if no picture up to its start is marked as a keyframe.
  @Test func aPartBeforeTheFirstKeyPictureIsThatPart() throws {
    try withEmptyFolder { folder in
      let (source, part) = (folder.appending(path: "a.mp4").path, folder.appending(path: "b.mp4").path)
      var bytes = try Places.fixture("plain.mp4")
      let stss = try #require(places(of: "stss", in: bytes).first)
      let second = Int(bytes[stss + 19])
      #expect(bytes[stss + 15] == 1 && second > 8)
      // The first keyframe is now sample 9.
      bytes[stss + 15] = 9
      try Data(bytes).write(to: URL(filePath: source))
      let all = try decodedFrames(fixturePath("plain.mp4"), "v")
      let result = try Program.mediaprobe("cut", "--verify", "--no-audio", source, part, "--from", "80ms", "--to", "200ms")
      #expect(result.status == 0, "\(result.standardError)")
      #expect(try decodedFrames(part, "v").map(\.hash) == all[2..<5].map(\.hash))
      // Whole groups of pictures must start with a keyframe.
      for words in [["--keyframes", folder.appending(path: "c.mp4").path], [folder.appending(path: "b.flv").path]] {
        let refused = try Program.run(Program.mediaprobe, ["cut", "--no-audio", source] + words + ["--from", "80ms", "--to", "200ms"])
        #expect(
          refused.status == 65 && refused.standardError.contains("has no key picture in or before that range"), "\(refused.standardError)"
        )
      }
    }
  }
}
